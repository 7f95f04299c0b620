/** Counted in characters as people see them typed; the bytes bound what is hashed. `limits.ts` shows it. */
export const passwordLength = { least: 8, most: 128, mostBytes: 512 } as const;
