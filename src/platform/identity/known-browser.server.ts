import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Uuid } from "#kernel/id.ts";

/** The accounts that one browser is remembered for; the oldest goes. */
const mostAccounts = 5;
const markShape = /^[\w-]{22}(?:\.[\w-]{22}){1,5}$/;

/**
 * A mark that a browser gets when somebody signs in: random bits, and for each account an HMAC over them and the
 * account. It signs nobody in; it says that this browser signed in to this account before, so that what strangers
 * count up does not hold it up. Nothing of it is stored.
 */
export type KnownBrowsers = {
  /** Which browser this is, if it signed in to this account before. */
  browserOf(mark: string | null, userId: string): string | undefined;
  /** The mark after signing in to this account, in place of the one that the browser brought, if any. */
  remember(mark: string | null, userId: Uuid): string;
};

export function openKnownBrowsers(appSecret: string): KnownBrowsers {
  const key = Buffer.from(hkdfSync("sha256", appSecret, "estival", "known-browsers", 32));
  const sealFor = (browser: string, userId: string) =>
    createHmac("sha256", key).update(`${userId}\0${browser}`).digest().subarray(0, 16);
  const read = (mark: string | null) => (mark !== null && markShape.test(mark) ? mark.split(".") : []);

  return {
    browserOf(mark, userId) {
      const [browser, ...seals] = read(mark);
      if (browser === undefined) return undefined;
      const right = sealFor(browser, userId);
      const isKnown = seals.some((seal) => {
        const bytes = Buffer.from(seal, "base64url");
        return bytes.length === right.length && timingSafeEqual(bytes, right);
      });
      return isKnown ? browser : undefined;
    },
    remember(mark, userId) {
      const [browser = randomBytes(16).toString("base64url"), ...seals] = read(mark);
      const own = sealFor(browser, userId).toString("base64url");
      return [browser, own, ...seals.filter((seal) => seal !== own)].slice(0, mostAccounts + 1).join(".");
    },
  };
}
