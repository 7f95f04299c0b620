type Battery = { readonly level: number };

/** Per cent of the phone's battery; null where the browser does not tell it. */
export async function batteryLeft(): Promise<number | null> {
  // not in the types: only some browsers know it
  const asked = globalThis.navigator as { readonly getBattery?: () => Promise<Battery> } | undefined;
  const battery = await asked?.getBattery?.().catch(() => null);
  return battery ? Math.round(battery.level * 100) : null;
}
