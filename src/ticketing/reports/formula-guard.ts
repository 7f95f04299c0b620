const formulaSigns = ["=", "+", "-", "@", "\\t", "\\r", "\\n", "＝", "＋", "－", "＠"];

/**
 * SQL for a cell of words: one that a spreadsheet might take for a formula begins with a quote (I35). The first letter
 * in a list takes the database a quarter of what a pattern does.
 */
export const formulaGuarded = (text: string) =>
  `CASE WHEN left(${text}, 1) = ANY (ARRAY[${formulaSigns.map((sign) => `E'${sign}'`).join(", ")}]) THEN '''' || ${text} ELSE ${text} END`;
