import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export type ChildScript<Report> = {
  /** What it printed first, as JSON. */
  readonly report: Report;
  /** Asks it to end; resolves with the last line it printed. */
  end(): Promise<string>;
};

/** Another machine, by the command that runs a program there. */
type Elsewhere = { command(program: string, ...args: string[]): string[] };

/** For what stands for another machine: it notes when it was asked, not when a machine that others keep busy let it look. */
export const otherMachine = { niceness: -10 };

/**
 * A script of ours as a process of its own, so that what it measures or carries has a core's time of its own. The
 * channel tells it when we are gone, however that came about: it ends then. With a `niceness` of 19 it gets the processor
 * when nobody else wants it; one below 0, which only an administrator of the machine may give, lets it pass others.
 * With `on` it runs on that machine.
 */
export async function startScript<Report>(
  file: string,
  options: object,
  { niceness = 0, on }: { readonly niceness?: number; readonly on?: Elsewhere | undefined } = {},
): Promise<ChildScript<Report>> {
  const script = [process.execPath, file, JSON.stringify(options)] as const;
  const command = on ? on.command(...script) : script;
  // by `nice`, so that it holds for all its threads and not the first alone
  const [program = "", ...args] = niceness === 0 ? command : ["nice", "-n", String(niceness), ...command];
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
