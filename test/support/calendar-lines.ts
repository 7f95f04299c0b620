const texts = new Set(["SUMMARY", "LOCATION", "DESCRIPTION"]);

/** The properties of an iCalendar file (RFC 5545), unfolded, with their unescaped texts. */
export function calendarLines(file: string): { readonly name: string; readonly value: string }[] {
  for (const line of file.split("\r\n"))
    if (Buffer.byteLength(line) > 75) throw new Error(`a line of ${Buffer.byteLength(line)} bytes`);
  if (/[^\r]\n|\r[^\n]/.test(file)) throw new Error("a line that ends with one character");
  return file
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, name = "", value = ""] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/s.exec(line) ?? [];
      if (texts.has(name) && /[\\;,]/.test(value.replace(/\\[\\;,nN]/g, "")))
        throw new Error(`a sign in ${name} that is not escaped`);
      return { name, value: value.replace(/\\([\\;,nN])/g, (_, sign) => (/n/i.test(sign) ? "\n" : sign)) };
    });
}
