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

/**
 * For a script that plays another machine, such as the provider's: it gets the processor before the others, so that the
 * times that it notes do not contain our own load.
 */
export const otherMachine = { niceness: -10 };

/**
 * Starts a script of ours as a process of its own, so that its work and this process's do not slow each other down.
 * When this process ends, even killed, the channel between them closes, and the script ends too. With a `niceness` of
 * 19 it gets the processor only when no other process wants it; below 0, which needs root, it goes before the others.
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
  const killChild = () => child.kill("SIGKILL");
  process.once("exit", killChild);
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
      process.off("exit", killChild);
      return last;
    },
  };
}
