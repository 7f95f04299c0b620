const tones = 5;

/** The painted replacement of a missing picture: a light above the line, the sea below. One of five, by its seed. */
export function HorizonArt({ seed, alt, className = "" }: { seed: string; alt: string; className?: string }) {
  const classes = `art horizon-art horizon-art--${toneOf(seed)} ${className}`.trim();
  return alt ? (
    <div className={classes} role="img" aria-label={alt} />
  ) : (
    <div className={classes} aria-hidden="true" />
  );
}

function toneOf(seed: string): number {
  let hash = 0;
  for (const letter of seed) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return (hash % tones) + 1;
}
