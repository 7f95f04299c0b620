/** Returns the JSON that a passkey has signed; null when it is not readable. */
export function readPasskey(text: FormDataEntryValue | null): unknown {
  try {
    return typeof text === "string" && text.length < 20_000 ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
