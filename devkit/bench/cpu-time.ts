import { readdirSync, readFileSync } from "node:fs";
import type { BenchSite } from "./bench-site.ts";

export type CpuTimes = { readonly site: number; readonly database: number; readonly load: number };

/** Milliseconds of processor time that each part of a measurement has used so far: where a figure's time goes. */
export function cpuTimes(bench: BenchSite): CpuTimes {
  const stats = readdirSync("/proc").flatMap((pid) => (/^\d+$/.test(pid) ? [statOf(pid)] : []));
  const database = bench.server.pid;
  const sum = (chosen: readonly (Stat | undefined)[]) => chosen.reduce((ms, stat) => ms + (stat?.ms ?? 0), 0);
  return {
    site: sum(stats.filter((stat) => stat?.pid === bench.pid)),
    database: sum(stats.filter((stat) => stat?.pid === database || stat?.parent === database)),
    load: sum(stats.filter((stat) => stat?.pid === process.pid)),
  };
}

/** What was used between two readings, for each of so many things done, in microseconds. */
export function cpuPerItem(from: CpuTimes, to: CpuTimes, items: number): Record<string, number> {
  const each = (part: keyof CpuTimes) => Math.round(((to[part] - from[part]) * 1000) / items);
  return { cpuSite: each("site"), cpuDatabase: each("database"), cpuLoad: each("load") };
}

type Stat = { readonly pid: number; readonly parent: number; readonly ms: number };

function statOf(pid: string): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // after the name in brackets: the parent comes 2nd, user and system time 12th and 13th, in hundredths of a second
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      ms: (Number(fields[11]) + Number(fields[12])) * 10,
    };
  } catch {
    // it has ended meanwhile
    return undefined;
  }
}
