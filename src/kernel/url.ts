/** The text as a URL; undefined where it is none. `URL.parse` and `URL.canParse` are missing in browsers of 2023. */
export function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
