import { createMinuteLimit, type MinuteLimit } from "#kernel/minute-limit.ts";
import { addressBucket } from "#kernel/network-address.ts";
import { limits } from "#ticketing/limits.ts";
import { readSessionCookie } from "#web/request/cookies.server.ts";
import { type MinuteLimitName, type RequestLimit, requestLimits } from "./request-limits.ts";
import { patternOf } from "./route-pattern.ts";

type CountedRequest = {
  readonly method: string;
  readonly path: string;
  readonly address: string;
  readonly headers: Headers;
};

/**
 * Counts a request for its address and session, whatever its method. Returns seconds to wait, or 0 to let it pass.
 */
export function createRequestCounter(siteOrigin: string): (request: CountedRequest) => number {
  const limiters = new Map<MinuteLimitName, MinuteLimit>();
  const waitFor = (name: MinuteLimitName, key: string) => {
    let limiter = limiters.get(name);
    if (!limiter) {
      limiter = createMinuteLimit(limits[name], () => performance.now());
      limiters.set(name, limiter);
    }
    return limiter.waitFor(key);
  };
  return ({ method, path, address, headers }) => {
    const isRead = isReading(method);
    // other reads are not counted: finding their row would cost more than the answer
    if (isRead && !isCountedRead(path)) return 0;
    const limit = limitOf(path);
    if ("unlimited" in limit) return 0;
    const wait = waitFor(limit.address, addressBucket(address));
    if (wait > 0) return wait;
    if (typeof limit.session !== "string") return 0;
    const token = sessionToken(path, headers, siteOrigin);
    // the last 64 characters identify the session of any token, and bound the key's length
    return token === null ? 0 : waitFor(limit.session, token.slice(-64));
  };
}

/** The session token that this path reads: calls read the bearer if there is one, screens the cookie only. */
function sessionToken(path: string, headers: Headers, siteOrigin: string): string | null {
  const bearer = /^\/(?:auth\/v1|functions)\//i.test(path)
    ? /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(headers.get("authorization") ?? "")?.[1]
    : undefined;
  return bearer ?? readSessionCookie(headers.get("cookie"), siteOrigin);
}

const rows = Object.entries(requestLimits).map(([route, limit]) => ({ route: patternOf(route), limit }));

/** Finds paths whose reads may count, by their first segment. Any path with a percent code is checked too. */
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
 * Whether a page of another site loads a counted address as a picture, a frame or a script. This would use up the
 * requests and the tries of codes that its visitors' network has.
 */
export function isEmbeddedElsewhere(
  { headers, url, method }: Pick<Request, "url" | "headers" | "method">,
  path: string,
): boolean {
  const dest = headers.get("sec-fetch-dest") ?? "document";
  if (headers.get("sec-fetch-site") !== "cross-site" || dest === "document") return false;
  if (isReading(method)) return isCountedRead(path) || new URL(url).searchParams.has("code");
  return !("unlimited" in limitOf(path));
}

const isReading = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";

function isCountedRead(path: string): boolean {
  return countedReads.test(path) && "countsReads" in limitOf(path);
}

/**
 * The limit for a path. The path is compared as the most tolerant router would read it: any case, more or fewer
 * slashes, percent-encoded letters.
 */
export function limitOf(path: string): RequestLimit {
  // most paths are spelled as in the table and need no pattern
  if (Object.hasOwn(requestLimits, path)) return requestLimits[path] as RequestLimit;
  const plain = plainPath(path);
  return rows.find(({ route }) => route.test(plain))?.limit ?? { unlimited: "no row at all" };
}

function plainPath(path: string): string {
  let read = path;
  try {
    read = decodeURIComponent(path);
  } catch {
    // a broken percent code: no router can read it either
  }
  // the router serves a screen's data under all its spellings, so the ending is removed before empty segments are
  const segments = read
    .toLowerCase()
    .replace(/(?:\/_)?\.data$/, "")
    .split("/");
  return `/${segments.filter((segment) => segment !== "" && segment !== ".").join("/")}`;
}
