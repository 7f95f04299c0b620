import { createMinuteLimit, type MinuteLimit } from "#kernel/minute-limit.ts";
import { addressBucket } from "#kernel/network-address.ts";
import { limits } from "#ticketing/limits.ts";
import { readSessionCookie } from "#web/request/cookies.server.ts";
import { type MinuteFigure, type RequestLimit, requestLimits } from "./request-limits.ts";
import { patternOf } from "./route-pattern.ts";

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly address: string;
  readonly headers: Headers;
};

/** Counts each request that changes something, whatever its method. Returns seconds to wait, or 0 when it may pass. */
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
    // other reads are not counted: finding their row would cost more than answering
    if (isRead && !countedReads.test(path)) return 0;
    const limit = limitOf(path);
    if ("unlimited" in limit || (isRead && !limit.countsReads)) return 0;
    const wait = waitFor(limit.address, addressBucket(address));
    if (wait > 0) return wait;
    if (typeof limit.session !== "string") return 0;
    const token = sessionToken(path, headers, siteOrigin);
    // the end of a token identifies its session, and is short whatever is sent
    return token === null ? 0 : waitFor(limit.session, token.slice(-64));
  };
}

/** The session token that an address reads: calls read the bearer where there is one, screens the cookie alone. */
function sessionToken(path: string, headers: Headers, siteOrigin: string): string | null {
  const bearer = /^\/(?:auth\/v1|functions)\//i.test(path)
    ? /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(headers.get("authorization") ?? "")?.[1]
    : undefined;
  return bearer ?? readSessionCookie(headers.get("cookie"), siteOrigin);
}

const rows = Object.entries(requestLimits).map(([route, limit]) => ({ route: patternOf(route), limit }));

/** The first words of the rows whose reads count; a percent code may stand for any of their letters. */
const countedReads = new RegExp(
  `%|${[
    ...new Set(
      Object.entries(requestLimits)
        .filter(([, limit]) => "countsReads" in limit)
        .map(([route]) => `/${route.split("/")[1]}`),
    ),
  ].join("|")}`,
  "i",
);

/**
 * The row of a path, compared as the most tolerant router would read it: any case, more or fewer slashes,
 * percent-encoded letters.
 */
export function limitOf(path: string): RequestLimit {
  // most paths are written like their row and need no pattern
  if (Object.hasOwn(requestLimits, path)) return requestLimits[path] as RequestLimit;
  const plain = plainPath(path);
  return rows.find(({ route }) => route.test(plain))?.limit ?? { unlimited: "no row at all" };
}

function plainPath(path: string): string {
  let read = path;
  try {
    read = decodeURIComponent(path);
  } catch {
    // a broken percent code: no router reads it either
  }
  // the router finds a screen's data below any of its spellings: the ending goes before the empty steps
  const steps = read
    .toLowerCase()
    .replace(/(?:\/_)?\.data$/, "")
    .split("/");
  return `/${steps.filter((step) => step !== "" && step !== ".").join("/")}`;
}
