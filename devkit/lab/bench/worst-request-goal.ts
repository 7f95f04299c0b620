import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { limits } from "#ticketing/limits.ts";
import { openBenchSite } from "./bench-site.ts";
import {
  type BenchRun,
  type GoalResult,
  median,
  medians,
  milliseconds,
  ms,
  percentile,
  type Round,
} from "./goal.ts";

type Worst = { readonly path: string; readonly type: string; readonly body: string };

const tree = "[".repeat(limits.jsonDepth) + "]".repeat(limits.jsonDepth);
const part = (at: number) => `--b\r\nContent-Disposition: form-data; name="field${at}"\r\n\r\nx\r\n`;

/** The dearest that a stranger may send: each has as many pieces as a limit allows. */
const worst: Readonly<Record<string, Worst>> = {
  "deep JSON": { path: "/auth/v1/token", type: "application/json", body: tree },
  "wide JSON": {
    path: "/auth/v1/token",
    type: "application/json",
    body: `[${"1,".repeat(limits.jsonTokens / 2 - 2)}1]`,
  },
  fields: {
    path: "/login",
    type: "application/x-www-form-urlencoded",
    body: Array.from({ length: limits.formFields }, (_, at) => `field${at}=x`).join("&"),
  },
  parts: {
    path: "/login",
    type: "multipart/form-data; boundary=b",
    body: `${Array.from({ length: limits.formFields }, (_, at) => part(at)).join("")}--b--\r\n`,
  },
  "a long name": {
    path: "/login",
    type: "application/x-www-form-urlencoded",
    body: `email=${encodeURIComponent(`a${"\u0301".repeat(30)}`.repeat(170))}`,
  },
};

const connections = 150;
let networks = 0;

/** P11: what the dearest request of a stranger takes, and `/healthz` beside 150 connections that send nothing else. */
export async function measureWorstRequests({ rounds, seconds }: BenchRun): Promise<GoalResult[]> {
  const site = await openBenchSite();
  const agent = new Agent({ keepAlive: true, maxSockets: connections + 1 });
  const send = ({ path, type, body }: Worst) =>
    new Promise<void>((answered, failed) => {
      const asked = request(site.origin + path, {
        agent,
        method: "POST",
        // each from a network of its own: no limit of a network refuses it before it is read
        headers: {
          "content-type": type,
          "x-forwarded-for": `2001:db8:${(++networks >> 16).toString(16)}:${(networks & 0xffff).toString(16)}::1`,
        },
      });
      asked.on("error", failed);
      asked.on("response", (response) => response.resume().on("end", answered));
      asked.end(body);
    });
  try {
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const alone: Record<string, number> = {};
      for (const [kind, one] of Object.entries(worst)) {
        const times: number[] = [];
        for (let n = 0; n < 20; n++) times.push(await milliseconds(() => send(one)));
        alone[kind] = median(times);
      }
      const [dearest = ""] = Object.keys(alone).sort((one, other) => (alone[other] ?? 0) - (alone[one] ?? 0));
      let isOver = false;
      let sent = 0;
      const sending = Array.from({ length: connections }, async () => {
        for (; !isOver; sent += 1) await send(worst[dearest] as Worst);
      });
      const health: number[] = [];
      const until = performance.now() + seconds * 1000;
      while (performance.now() < until) {
        health.push(await milliseconds(async () => (await fetch(`${site.origin}/healthz`)).arrayBuffer()));
        await pause(20);
      }
      isOver = true;
      await Promise.all(sending);
      measured.push({ ...alone, health: percentile(health, 0.95), rate: sent / seconds });
    }
    const { of } = medians(measured);
    const slowest = Math.max(...Object.keys(worst).map(of));
    const each = Object.keys(worst).map((kind) => `${kind} ${ms(of(kind))}`);
    return [
      {
        goal: "P11",
        what: `the dearest request of a stranger (${each.join(", ")})`,
        figure: ms(slowest),
        ratio: "-",
        wanted: "<= 10 ms",
        met: slowest <= 10,
        rounds: measured,
      },
      {
        goal: "P11",
        what: `/healthz beside ${connections} connections that send it, ${Math.round(of("rate"))} a second`,
        figure: `p95 ${ms(of("health"))}`,
        ratio: "-",
        wanted: "<= 500 ms",
        met: of("health") <= 500,
        rounds: [],
      },
    ];
  } finally {
    agent.destroy();
    await site.close();
  }
}
