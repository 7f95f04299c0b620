import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export type ChildScript<Report> = {
  /** What it printed first, as JSON. */
  readonly report: Report;
  /** Asks it to end; resolves with the last line it printed. */
  end(): Promise<string>;
};

/** For what stands for another machine: it notes when it was asked, not when a machine that others keep busy let it look. */
export const otherMachine = { niceness: -10 };

let mayBeInRealTime: boolean | undefined;

/**
 * The command as one that gets the processor the moment it wants it. Whatever the niceness, Linux first lets who is
 * computing finish a slice, and looks again at the next tick: 3 to 8 ms at 250 ticks a second. Where real time is not
 * ours to give, before others as far as `nice` may.
 */
export function inRealTime(command: readonly string[]): string[] {
  mayBeInRealTime ??= spawnSync("chrt", ["--rr", "1", "true"]).status === 0;
  const prefix = mayBeInRealTime ? ["chrt", "--rr", "1"] : ["nice", "-n", String(otherMachine.niceness)];
  return [...prefix, ...command];
}

/**
 * A script of ours as a process of its own, so that what it measures or carries has a core's time of its own. The
 * channel tells it when we are gone, however that came about: it ends then. With a `niceness` of 19 it gets the processor
 * when nobody else wants it; one below 0, which only an administrator of the machine may give, lets it pass others.
 * `isInRealTime`: for a clock, which must not be late itself.
 */
export async function startScript<Report>(
  file: string,
  options: object,
  {
    niceness = 0,
    isInRealTime = false,
  }: { readonly niceness?: number; readonly isInRealTime?: boolean } = {},
): Promise<ChildScript<Report>> {
  const command = [process.execPath, file, JSON.stringify(options)];
  // by `nice`, so that it holds for all its threads and not the first alone
  const [program = "", ...args] = isInRealTime
    ? inRealTime(command)
    : niceness === 0
      ? command
      : ["nice", "-n", String(niceness), ...command];
  const child: ChildProcess = spawn(program, args, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const withUs = () => child.kill("SIGKILL");
  process.once("exit", withUs);
  const lines = createInterface(child.stdout as NodeJS.ReadableStream);
  const ended = once(child, "exit");
  let last = "";
  lines.on("line", (line) => {
    last = line;
  });
  await Promise.race([
    once(lines, "line"),
    ended.then(() => {
      throw new Error(`${file} ended before it was ready`);
    }),
  ]);
  return {
    report: JSON.parse(last) as Report,
    async end() {
      child.kill("SIGTERM");
      await ended;
      process.off("exit", withUs);
      return last;
    },
  };
}
