import { randomBytes } from "node:crypto";

/** 32 signs, without those that look alike: 0 and O, 1 and I. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A thousand networks that each try as many as they may find one of 2,000 codes in some seven months. */
const length = 8;

/** So many different codes that nobody guesses, each with these signs before it. */
export function randomCodes(count: number, prefix: string): string[] {
  const codes = new Set<string>();
  while (codes.size < count)
    codes.add(prefix + Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join(""));
  return [...codes];
}
