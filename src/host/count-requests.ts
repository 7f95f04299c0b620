import { createMinuteLimit, type MinuteLimit } from "#kernel/minute-limit.ts";
import { addressBucket } from "#kernel/network-address.ts";
import { hashOfToken } from "#platform/identity/secret-token.server.ts";
import { limits } from "#ticketing/limits.ts";
import { readSessionCookie } from "#web/request/session-cookie.server.ts";
import { type MinuteFigure, type RequestLimit, requestLimits } from "./request-limits.ts";
import { patternOf } from "./route-pattern.ts";

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly address: string;
  readonly headers: Headers;
};

/** Counts each request that changes something, whatever its method. Seconds to wait, or 0 when it may pass. */
export function createRequestCounter(siteOrigin: string): (asked: Asked) => number {
  const limiters = new Map<MinuteFigure, MinuteLimit>();
  const waitFor = (figure: MinuteFigure, key: string) => {
    let limiter = limiters.get(figure);
    if (!limiter) {
      limiter = createMinuteLimit(limits[figure], () => performance.now());
      limiters.set(figure, limiter);
    }
    return limiter.waitFor(key);
  };
  return ({ method, path, address, headers }) => {
    const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
    // of what is only read, nothing else counts: looking for its row would cost more than answering
    if (isRead && !path.toLowerCase().includes("auth")) return 0;
    const limit = limitOf(path);
    if ("unlimited" in limit || (isRead && !limit.countsReads)) return 0;
    const wait = waitFor(limit.address, addressBucket(address));
    if (wait > 0) return wait;
    const token = sessionToken(path, headers, siteOrigin);
    return token === null ? 0 : waitFor(limit.session, hashOfToken(token));
  };
}

/** By which session an address knows people: the calls by a token where there is one, screens by the cookie alone. */
function sessionToken(path: string, headers: Headers, siteOrigin: string): string | null {
  const bearer = /^\/(?:auth\/v1|functions)\//i.test(path)
    ? /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(headers.get("authorization") ?? "")?.[1]
    : undefined;
  return bearer ?? readSessionCookie(headers.get("cookie"), siteOrigin);
}

const rows = Object.entries(requestLimits).map(([route, limit]) => ({ route: patternOf(route), limit }));

/**
 * The row of a path, compared as the most generous router would read it: small and big letters, slashes more or less,
 * codes for letters.
 */
export function limitOf(path: string): RequestLimit {
  const plain = plainPath(path);
  return rows.find(({ route }) => route.test(plain))?.limit ?? { unlimited: "no row at all" };
}

function plainPath(path: string): string {
  let read = path;
  try {
    read = decodeURIComponent(path);
  } catch {
    // half a code: no router reads it either
  }
  const steps = read.toLowerCase().split("/");
  return `/${steps.filter((step) => step !== "" && step !== ".").join("/")}`.replace(/(?:\/_)?\.data$/, "");
}
