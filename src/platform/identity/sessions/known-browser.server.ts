import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Uuid } from "#kernel/id.ts";
import { loginLimits } from "../limits/login-limits.ts";

const tokenShape = /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/;

/**
 * A token that a browser gets at a sign-in: random bits, and an HMAC for each account. It signs nobody in. It proves
 * that this browser signed in to this account before, so that strangers' tries do not block it. It is not stored.
 */
export type KnownBrowsers = ReturnType<typeof openKnownBrowsers>;

export function openKnownBrowsers(appSecret: string) {
  const key = Buffer.from(hkdfSync("sha256", appSecret, "estival", "known-browsers", 32));
  const sealFor = (browser: string, userId: string) =>
    createHmac("sha256", key).update(`${userId}\0${browser}`).digest().subarray(0, 16);
  const read = (token: string | null) => (token !== null && tokenShape.test(token) ? token.split(".") : []);

  return {
    /** A name for this browser, if it signed in to this account before; else undefined. */
    browserOf(token: string | null, userId: string): string | undefined {
      const [browser, ...seals] = read(token);
      if (browser === undefined) return undefined;
      const expectedSeal = sealFor(browser, userId);
      const isKnown = seals.some((seal) => {
        const bytes = Buffer.from(seal, "base64url");
        return bytes.length === expectedSeal.length && timingSafeEqual(bytes, expectedSeal);
      });
      return isKnown ? browser : undefined;
    },
    /** The new token after a sign-in to this account. It replaces the one that the browser sent, if any. */
    remember(token: string | null, userId: Uuid): string {
      const [browser = randomBytes(16).toString("base64url"), ...seals] = read(token);
      const newSeal = sealFor(browser, userId).toString("base64url");
      return [browser, newSeal, ...seals.filter((seal) => seal !== newSeal)]
        .slice(0, loginLimits.accountsPerKnownBrowser + 1)
        .join(".");
    },
  };
}
