/** Characters as people count them. The bytes limit what is hashed. `limits.ts` lists them with all others. */
export const passwordLength = { least: 8, most: 128, mostBytes: 512 } as const;
