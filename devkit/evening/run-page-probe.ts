/**
 * `node run-page-probe.ts '{"origin":...,"paths":[...],"perSecond":40}'`: somebody who looks at pages at a fixed pace,
 * whether answers come or not, and times each from the moment it was due. Prints a line when it begins and one with
 * what it saw on SIGTERM. With a `cookiesFile`, a JSON list, each look is somebody else's.
 */
import { readFileSync } from "node:fs";
import http from "node:http";

export type ProbeReport = {
  /** Milliseconds, and at which second of the probe the page was due. */
  readonly latencies: number[];
  readonly dueAt: number[];
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  readonly unanswered: number;
};

const { origin, paths, perSecond, cookiesFile } = JSON.parse(process.argv[2] ?? "{}") as {
  origin: string;
  paths: string[];
  perSecond: number;
  cookiesFile?: string;
};
const cookies: string[] = cookiesFile ? JSON.parse(readFileSync(cookiesFile, "utf8")) : [];
// each look is another person's, with a connection of their own
const agent = new http.Agent({ keepAlive: false });
const [latencies, dueAt]: [number[], number[]] = [[], []];
let [sent, unanswered] = [0, 0];
const begun = performance.now();
const begunAt = Date.now();

function look(due: number, path: string, cookie: string | undefined): void {
  const request = http.get(
    `${origin}${path}`,
    { agent, headers: { "x-forwarded-for": "192.0.2.7", ...(cookie ? { cookie } : {}) } },
    (response) => {
      response.resume();
      response.on("end", () => {
        if (response.statusCode !== 200) unanswered += 1;
        else {
          latencies.push(performance.now() - due);
          dueAt.push((due - begun) / 1000);
        }
      });
    },
  );
  request.on("error", () => {
    unanswered += 1;
  });
}

let timer: NodeJS.Timeout;

/** Looks at whatever is due, and again when the next is: a fixed tick would be counted as the site's time. */
function lookOn(): void {
  const dueTime = () => begun + (sent * 1000) / perSecond;
  for (; dueTime() <= performance.now(); sent += 1)
    look(dueTime(), paths[sent % paths.length] ?? "/", cookies[sent % cookies.length]);
  timer = setTimeout(lookOn, Math.max(0, dueTime() - performance.now()));
}

lookOn();
process.stdout.write("{}\n");
process.once("SIGTERM", () => {
  clearTimeout(timer);
  process.stdout.write(
    `${JSON.stringify({ latencies, dueAt, begunAt, unanswered } satisfies ProbeReport)}\n`,
    () => process.exit(0),
  );
});
process.once("disconnect", () => process.exit(0));
