import { randomInt } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Ids look like the real ones: a prefix and letters nobody guesses. */
export function newProviderId(
  prefix: "cs_test" | "pi" | "ch" | "re" | "evt" | "prod" | "price" | "req" | "dp" | "txn" | "po",
) {
  const length = prefix === "cs_test" ? 58 : prefix === "req" ? 14 : 24;
  let id = `${prefix}_`;
  for (let i = 0; i < length; i += 1) id += letters[randomInt(letters.length)];
  return id;
}
