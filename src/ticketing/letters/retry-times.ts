/** Minutes between tries; after the last of them one try more, the eighth, then a letter is dead (about two hours). */
export const retryMinutes = [1, 2, 4, 8, 16, 32, 60] as const;
