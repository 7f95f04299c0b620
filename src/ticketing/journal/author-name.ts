/**
 * SQL: a person of `profiles` as the office names the author of a change; null for an erased one. With the address,
 * because a name can be changed to that of a colleague.
 */
export const authorName = (alias: string) =>
  `nullif(concat_ws(', ', nullif(${alias}.full_name, ''), ${alias}.email), '')`;
