import { createHmac, timingSafeEqual } from "node:crypto";
import { durations } from "#ticketing/limits.ts";
import { cookieLine, readCookie } from "./own-cookie.server.ts";
import { safeReturn } from "./return-address.ts";

/** A sign-in with Google or Apple that this browser has begun. Only this browser can end it. */
export type ProviderLogin = {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The path that the login interrupted. */
  readonly returnTo: string;
};

type Ours = { readonly secret: string; readonly siteOrigin: string; readonly now: () => Date };

const shape = /^[\w-]{1,4000}\.[\w-]{43}$/;

/** The Set-Cookie line; what it keeps is signed, and good for `durations.providerSignIn`. */
export function providerLoginCookie(login: ProviderLogin, { secret, siteOrigin, now }: Ours): string {
  const { provider, state, nonce, verifier, returnTo } = login;
  const until = Math.floor(now().getTime() / 1000) + durations.providerSignIn;
  const kept = Buffer.from(JSON.stringify([provider, state, nonce, verifier, returnTo, until])).toString(
    "base64url",
  );
  return cookieLine("provider-login", `${kept}.${signatureOf(secret, kept)}`, {
    siteOrigin,
    seconds: durations.providerSignIn,
  });
}

/** The Set-Cookie line that removes it. */
export function endedProviderLogin(siteOrigin: string): string {
  return cookieLine("provider-login", "", { siteOrigin, seconds: 0 });
}

/** The sign-in in a Cookie header; null when there is none that we signed, or it is over. Never throws. */
export function readProviderLogin(
  header: string | null | undefined,
  { secret, siteOrigin, now }: Ours,
): ProviderLogin | null {
  const value = readCookie(header, "provider-login", { siteOrigin, isOurs: (sent) => shape.test(sent) });
  const [kept = "", signature = ""] = value?.split(".") ?? [];
  const [right, sent] = [Buffer.from(signatureOf(secret, kept)), Buffer.from(signature)];
  if (value === null || right.length !== sent.length || !timingSafeEqual(right, sent)) return null;
  const [provider, state, nonce, verifier, returnTo, until] = JSON.parse(
    Buffer.from(kept, "base64url").toString("utf8"),
  ) as [string, string, string, string, string, number];
  if (now().getTime() / 1000 > until) return null;
  return { provider, state, nonce, verifier, returnTo: safeReturn(returnTo) };
}

function signatureOf(secret: string, kept: string): string {
  return createHmac("sha256", secret).update(`provider-login\0${kept}`).digest("base64url");
}
