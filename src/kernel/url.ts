/**
 * The text as a URL, relative to `base` if given; undefined when it is none. `URL.parse` and `URL.canParse` are
 * missing in browsers of 2023.
 */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
