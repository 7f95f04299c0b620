import { RateLimiterMemory } from "rate-limiter-flexible";
import { addressBucket } from "#kernel/network-address.ts";
import { limits } from "#ticketing/limits.ts";

type Kind = "login" | "register" | "checkout";

export type AddressLimits = {
  /** Seconds to wait, or 0 when the request may pass (and is counted). */
  waitFor(kind: Kind, address: string): Promise<number>;
};

/**
 * Wide limits per network (IPv4 address, or /64), for what costs a hash, a letter or a hold. They make a machine wait;
 * accounts have narrower ones of their own.
 */
export function createAddressLimits(): AddressLimits {
  const perMinute = (points: number) => new RateLimiterMemory({ points, duration: 60 });
  const limiters: Record<Kind, RateLimiterMemory> = {
    login: perMinute(limits.loginsPerAddressAndMinute),
    register: perMinute(limits.signUpsPerAddressAndMinute),
    checkout: perMinute(limits.checkoutsPerAddressAndMinute),
  };
  return {
    async waitFor(kind, address) {
      try {
        await limiters[kind].consume(addressBucket(address));
        return 0;
      } catch (spent) {
        if (spent instanceof Error) throw spent;
        return Math.max(1, Math.ceil((spent as { msBeforeNext: number }).msBeforeNext / 1000));
      }
    },
  };
}

/**
 * Which limit a request counts against, if any. The path is compared as the most generous router would read it: small
 * and big letters, slashes more or less, codes for letters.
 */
export function limitedKind(method: string, path: string): Kind | undefined {
  if (method !== "POST") return undefined;
  const plain = plainPath(path);
  if (
    plain === "/login" ||
    plain === "/login/code" ||
    plain === "/auth/session/login" ||
    plain === "/auth/session/passkey-ask"
  )
    return "login";
  if (
    plain === "/register" ||
    plain === "/newsletter" ||
    plain === "/auth/session/register" ||
    plain === "/auth/v1/signup"
  )
    return "register";
  // each costs a hash, a letter or a guess
  if (/^\/auth\/v1\/(?:token|verify|recover|resend|otp|sso)$/.test(plain)) return "login";
  if (
    plain === "/functions/v1/checkout-session" ||
    /^\/events\/[0-9a-f-]{36}$/.test(plain) ||
    plain === "/tickets" ||
    plain === "/season-pass"
  )
    return "checkout";
  return undefined;
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
