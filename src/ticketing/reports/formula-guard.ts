/** SQL for a cell of words: one that a spreadsheet might take for a formula begins with a quote (I35). */
export const formulaGuarded = (text: string) =>
  `CASE WHEN ${text} ~ E'^[=+@\\\\t\\\\r\\\\n＝＋－＠-]' THEN '''' || ${text} ELSE ${text} END`;
