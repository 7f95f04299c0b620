import { isTokenShaped } from "#platform/identity/tokens/secret-token.server.ts";
import { durations } from "#ticketing/limits.ts";
import { cookieLine, readCookie } from "./own-cookie.server.ts";
import { safeReturn } from "./return-address.ts";

/** What a browser keeps of the registration that was sent from it. */
export type KeptRegistration = {
  /** There the link of the email needs no password. The database stores its hash. */
  readonly browser: string;
  /** As it was typed, whether there is an account or not: it tells nothing that this browser did not write. */
  readonly email: string;
  /** The path that the registration interrupted, or "/". */
  readonly returnTo: string;
};

export function registrationCookie(
  { browser, email, returnTo }: KeptRegistration,
  siteOrigin: string,
): string {
  const rest = Buffer.from(JSON.stringify([email, returnTo])).toString("base64url");
  return cookieLine("registration", `${browser}.${rest}`, { siteOrigin, seconds: durations.registration });
}

/** The Set-Cookie line that removes the token. */
export function endedRegistration(siteOrigin: string): string {
  return cookieLine("registration", "", { siteOrigin, seconds: 0 });
}

/** The registration in a Cookie header; null when there is none of ours. Never throws, whatever was sent. */
export function readRegistrationCookie(header: string | null, siteOrigin: string): KeptRegistration | null {
  const value = readCookie(header, "registration", {
    siteOrigin,
    isOurs: (sent) => isTokenShaped(sent.split(".", 1)[0] ?? ""),
  });
  if (value === null) return null;
  const [browser = "", rest = ""] = value.split(".", 2);
  // a build before this one wrote the token alone
  const kept = rest === "" ? undefined : readRest(rest);
  return { browser, email: kept?.[0] ?? "", returnTo: safeReturn(kept?.[1]) };
}

function readRest(rest: string): [string, string] | undefined {
  try {
    const [email, returnTo, ...more]: unknown[] = JSON.parse(Buffer.from(rest, "base64url").toString("utf8"));
    const isOurs = typeof email === "string" && email.length <= 500 && typeof returnTo === "string";
    return isOurs && more.length === 0 ? [email, returnTo] : undefined;
  } catch {
    return undefined;
  }
}
