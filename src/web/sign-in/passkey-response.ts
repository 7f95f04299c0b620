/** What a device's passkey has signed: JSON, or nothing that could be verified. */
export function readPasskey(text: FormDataEntryValue | null): unknown {
  try {
    return typeof text === "string" && text.length < 20_000 ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
