/** Longer than any voucher with blanks around it; a longer text is not read. */
const mostTyped = 200;

/**
 * A typed or linked voucher, in the spelling of `vouchers`; undefined if it cannot be one. Only a to z are made
 * capitals: Unicode's rule would turn other letters into them (ı, ſ).
 */
export function typedCode(typed: string): string | undefined {
  if (typed.length > mostTyped) return undefined;
  const code = typed.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return /^[A-Z0-9][A-Z0-9-]{2,39}$/.test(code) ? code : undefined;
}
