import { createMinuteLimit, type MinuteLimit } from "#kernel/minute-limit.ts";
import { addressBucket } from "#kernel/network-address.ts";
import { limits } from "#ticketing/limits.ts";

type Kind = "login" | "register" | "checkout";

export type AddressLimits = {
  /** Seconds to wait, or 0 when the request may pass (and is counted). */
  waitFor(kind: Kind, address: string): number;
};

/**
 * Wide limits per network (IPv4 address, or /64), for what costs a hash, a letter or a hold. They make a machine wait;
 * accounts have narrower ones of their own.
 */
export function createAddressLimits(): AddressLimits {
  const perMinute = (most: number) => createMinuteLimit(most, () => performance.now());
  const limiters: Record<Kind, MinuteLimit> = {
    login: perMinute(limits.loginsPerAddressAndMinute),
    register: perMinute(limits.signUpsPerAddressAndMinute),
    checkout: perMinute(limits.checkoutsPerAddressAndMinute),
  };
  return {
    waitFor: (kind, address) => limiters[kind].waitFor(addressBucket(address)),
  };
}

const kindOf = new Map<string, Kind>([
  ["/login", "login"],
  ["/login/code", "login"],
  ["/auth/session/login", "login"],
  ["/confirm", "login"],
  ["/auth/session/passkey-ask", "login"],
  ["/register", "register"],
  ["/newsletter", "register"],
  ["/auth/session/register", "register"],
  ["/auth/v1/signup", "register"],
  // each costs a hash, a letter or a guess
  ...["token", "verify", "recover", "resend", "otp", "sso"].map((call): [string, Kind] => [
    `/auth/v1/${call}`,
    "login",
  ]),
  ["/functions/v1/checkout-session", "checkout"],
  ["/tickets", "checkout"],
  ["/season-pass", "checkout"],
]);

/**
 * Which limit a request counts against, if any. The path is compared as the most generous router would read it: small
 * and big letters, slashes more or less, codes for letters.
 */
export function limitedKind(method: string, path: string): Kind | undefined {
  if (method !== "POST") return undefined;
  const asWritten = kindOf.get(path);
  if (asWritten) return asWritten;
  const plain = plainPath(path);
  return kindOf.get(plain) ?? (/^\/events\/[0-9a-f-]{36}$/.test(plain) ? "checkout" : undefined);
}

function plainPath(path: string): string {
  let read = path;
  try {
    read = decodeURIComponent(path);
  } catch {
    // half a code: no router reads it either
  }
  const steps = read.toLowerCase().split("/");
  return `/${steps.filter((step) => step !== "" && step !== ".").join("/")}`.replace(/\.data$/, "");
}
