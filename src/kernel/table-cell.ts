/** `label`: a text of ours, which begins no formula. `lei`: whole bani. `day`: "2026-07-18". `moment`: "2026-07-18T22:41:00" by the clock of Bucharest, with or without what follows. */
export type CellKind = "text" | "label" | "number" | "lei" | "day" | "moment";

/** Null is an empty cell, of every kind. */
export type Cell = string | number | null;

/** A column of a file for people and programs. */
export type FileColumn = { readonly head: string; readonly kind: CellKind };
