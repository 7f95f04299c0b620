/** The text as a URL, below `base` where one is given; undefined where it is none. `URL.parse` and `URL.canParse` are missing in browsers of 2023. */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
