type DeviceName = { readonly name: string; readonly kind: "phone" | "laptop" };

// the first match wins: Edge's text also contains "Chrome", and all contain "Safari"
const browsers = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const systems = [
  [/iPhone/, "iPhone", "phone"],
  [/iPad/, "iPad", "phone"],
  [/Android/, "Android", "phone"],
  [/Windows/, "Windows", "laptop"],
  [/Mac OS X|Macintosh/, "macOS", "laptop"],
  [/CrOS/, "ChromeOS", "laptop"],
  [/Linux/, "Linux", "laptop"],
] as const;

/** Returns a name for a user agent, such as "Chrome pe Android". */
export function deviceName(userAgent: string): DeviceName {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1];
  const system = systems.find(([sign]) => sign.test(userAgent));
  const name = browser && system ? `${browser} pe ${system[1]}` : (browser ?? system?.[1]);
  return { name: name ?? "Dispozitiv necunoscut", kind: system?.[2] ?? "laptop" };
}
