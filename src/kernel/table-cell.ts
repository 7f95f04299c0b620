/**
 * `label`: a text of ours, which never begins a formula. `lei`: whole bani. `day`: "2026-07-18". `moment`: Bucharest
 * time "2026-07-18T22:41:00"; an offset after it is ignored.
 */
export type CellKind = "text" | "label" | "number" | "lei" | "day" | "moment";

/** Null is an empty cell of any kind. */
export type Cell = string | number | null;

/** A column of a downloadable file. */
export type FileColumn = { readonly head: string; readonly kind: CellKind };
