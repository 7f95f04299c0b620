/** In characters. https://docs.stripe.com/changelog/2018-10-31 */
const longest = { name: 250, description: 500 } as const;

/** A product's texts for the provider, which refuses longer ones: the end of those is left out. */
export function productTexts({ name, description }: { name: string; description?: string }) {
  return {
    name: shortened(name, longest.name),
    ...(description ? { description: shortened(description, longest.description) } : {}),
  };
}

function shortened(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`
    : text;
}
