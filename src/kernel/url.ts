/** The text as a URL, relative to `base`; else undefined. Browsers of 2023 lack `URL.parse` and `URL.canParse`. */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
