/** A state as a shape and a word; the colour only repeats them. */
export function StatusText({ kind, children }: { kind: "good" | "look" | "off"; children: string }) {
  const modifier = { good: "", look: " status--raw", off: " status--off" }[kind];
  return <span className={`status${modifier}`}>{children}</span>;
}
