/** What a type is turned into when it is paid: one code for all of an order, as specified, or one for each person. */
export const codeKinds = ["order", "person"] as const;
export type CodeKind = (typeof codeKinds)[number];
