/*
 * The one rule for every CSV file: a sign that begins a formula gets a quote before it wherever a cell may begin.
 * That is at the field's start and after a semicolon, tab or line end, because a spreadsheet with these separators
 * ignores our quotes around the field. Characters that programs strip from a cell's start (blanks, quotes) are
 * skipped. Full-width and small forms of a sign count too. JavaScript and PostgreSQL use the same pattern.
 */
const signs = String.raw`=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B`;
const stripped = String.raw` "\u000B\u000C\u00A0\u2000-\u200F\u2028-\u202F\u205F-\u2064\u3000\uFEFF`;
const formula = String.raw`(^|[;\t\r\n])(?=[${stripped}]*[${signs}])`;

const everyFormula = new RegExp(formula, "g");

/** A quoted CSV field that no spreadsheet takes for a formula. A number stays a number, also below zero. */
export function csvField(text: string | number): string {
  if (typeof text === "number") return `"${text}"`;
  const guarded = text.replace(everyFormula, "$1'");
  const harmless = /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/**
 * SQL for the same cell; COPY then quotes it. Only texts that begin with no Latin letter, or contain a separator, go
 * through the pattern: the comparisons take a tenth of its time.
 */
export const formulaGuarded = (text: string) =>
  `CASE WHEN ${text} COLLATE "C" < 'A' OR ${text} COLLATE "C" > '~' OR ${text} COLLATE "C" LIKE '%;%'
      OR ${text} COLLATE "C" LIKE E'%\\t%' OR ${text} COLLATE "C" LIKE E'%\\r%' OR ${text} COLLATE "C" LIKE E'%\\n%'
    THEN regexp_replace(regexp_replace(${text}, '${formula}', '\\1''', 'g'), '^(?=[\\t\\r\\n])', '''') ELSE ${text} END`;
