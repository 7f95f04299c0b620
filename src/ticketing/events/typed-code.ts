/** Longer than any code with the blanks around it; beyond this nothing is read. */
const mostTyped = 200;

/**
 * A code that a person typed or a link carried, as it is written in `vouchers`; undefined where no code is written so.
 * Only a to z become capitals: a rule of Unicode would make other letters equal to them (ı, ſ).
 */
export function typedCode(typed: string): string | undefined {
  if (typed.length > mostTyped) return undefined;
  const code = typed.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return /^[A-Z0-9][A-Z0-9-]{2,39}$/.test(code) ? code : undefined;
}
