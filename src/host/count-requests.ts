import { createMinuteLimit, createNetworkLimit, type MinuteLimit } from "#kernel/minute-limit.ts";
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

type RequestCounter = {
  /** Counts a request for its session, then its networks. Returns seconds to wait, or 0 to let it pass. */
  waitFor(request: CountedRequest): number;
  /** Whether this request counts in a budget that few requests of a network share. */
  isScarce(request: Pick<CountedRequest, "method" | "path">): boolean;
  /** Counts a scarce request whose body is slow to come, as one that costs nothing. Seconds to wait, or 0. */
  waitForFree(address: string): number;
  /** Takes a scarce request that cost nothing out of its networks' budgets, and counts it among the free ones. */
  giveBack(request: Pick<CountedRequest, "path" | "address">): void;
};

/** So wide already that ten times as many would be a flood. */
const wideOnes = new Set<MinuteLimitName>(["changesPerAddressAndMinute", "freePerAddressAndMinute"]);

export function createRequestCounter(siteOrigin: string): RequestCounter {
  const limiters = new Map<string, MinuteLimit>();
  const limiterOf = (subject: "network" | "session", name: MinuteLimitName) => {
    const clock = () => performance.now();
    const create = () =>
      subject === "session"
        ? createMinuteLimit(limits[name], clock)
        : createNetworkLimit(
            limits[name],
            clock,
            wideOnes.has(name) ? limits.dearBudgetsOfWiderNetwork : undefined,
          );
    const limiter = limiters.get(`${subject} ${name}`) ?? create();
    limiters.set(`${subject} ${name}`, limiter);
    return limiter;
  };
  // other reads are not counted: finding their row would cost more than the answer
  const limitFor = ({ method, path }: Pick<CountedRequest, "method" | "path">) =>
    isReading(method) && !isCountedRead(path) ? undefined : limitOf(path);
  const waitForFree = (address: string) => limiterOf("network", "freePerAddressAndMinute").waitFor(address);
  return {
    waitForFree,
    waitFor(request) {
      const { path, address, headers } = request;
      const limit = limitFor(request);
      if (!limit || "unlimited" in limit) return 0;
      const token = typeof limit.session === "string" ? sessionToken(path, headers, siteOrigin) : null;
      if (typeof limit.session === "string" && token !== null) {
        // the last 64 characters identify the session of any token, and bound the key's length
        const wait = limiterOf("session", limit.session).waitFor(token.slice(-64));
        if (wait > 0) return wait;
      }
      return limiterOf("network", limit.address).waitFor(address);
    },
    isScarce(request) {
      const limit = limitFor(request);
      return limit !== undefined && "address" in limit && limit.address !== "changesPerAddressAndMinute";
    },
    giveBack({ path, address }) {
      const limit = limitOf(path);
      if ("unlimited" in limit || waitForFree(address) > 0) return;
      limiterOf("network", limit.address).giveBack(address);
    },
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

export const isReading = (method: string) => method === "GET" || method === "HEAD" || method === "OPTIONS";

function isCountedRead(path: string): boolean {
  return countedReads.test(path) && "countsReads" in limitOf(path);
}

/** The limit for a path, in any spelling. */
export function limitOf(path: string): RequestLimit {
  // most paths are spelled as in the table and need no pattern
  if (Object.hasOwn(requestLimits, path)) return requestLimits[path] as RequestLimit;
  const plain = plainPath(path);
  return rows.find(({ route }) => route.test(plain))?.limit ?? { unlimited: "no row at all" };
}

/**
 * A path as the most tolerant router reads it: any case, any slashes, percent-encoded letters; without the ending of a
 * screen's data. Whatever is decided by a path's spelling is decided by this one.
 */
export function plainPath(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // a broken percent code: no router can read it either
  }
  // the router serves a screen's data under all its spellings, so the ending is removed before empty segments are
  const segments = decoded
    .toLowerCase()
    .replace(/(?:\/_)?\.data$/, "")
    .split("/");
  return `/${segments.filter((segment) => segment !== "" && segment !== ".").join("/")}`;
}
