import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CodedTicket } from "./ticket-facts.ts";
import type { Club } from "./ticket-wording.ts";

/** The tickets of a confirmation: these codes as pictures, and all tickets as a PDF. */
export type PrintOrder = {
  readonly qrs: readonly string[];
  readonly tickets: readonly CodedTicket[];
  readonly club: Club;
  /** The club's own logo as a PNG. */
  readonly logo?: Uint8Array | undefined;
};
export type Printed = { readonly pngs: readonly Uint8Array[]; readonly pdf: Uint8Array };
/** These tickets were not printed, and why: it took too long, its process ended, it failed. */
type NotPrinted = { readonly reason: "not_printed"; readonly problem: string };

export type PdfRenderer = ReturnType<typeof openPdfRenderer>;

/** Milliseconds. A page is some thirty of work, a process's first a thousand; its low priority makes that more. */
const longestPrint = 30_000;

/**
 * Prints an order after another, in a process of its own with a lower priority: with twenty paid orders a second, visitors
 * of the site must not wait for that. The first order starts the process, and it ends with us. Of an order that takes too
 * long, or at which the process is lost, only this one is refused: the next gets a new process. This process never prints.
 */
export function openPdfRenderer(program: string) {
  let worker: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function printOne(order: PrintOrder): Promise<Outcome<Printed, NotPrinted>> {
    if (!worker?.connected) worker = start(program);
    const child = worker;
    child.ref();
    child.channel?.ref();
    const settled = new AbortController();
    const { signal } = settled;
    const failed = (problem: string) => () => Promise.reject(new Error(problem));
    try {
      const [printed] = (await Promise.race([
        once(child, "message", { signal }),
        once(child, "exit", { signal }).then(failed("its process ended")),
        once(AbortSignal.timeout(longestPrint), "abort", { signal }).then(failed("it took too long")),
        new Promise((_, reject) => child.send(order, (error) => error && reject(error))),
      ])) as [Printed | { readonly problem: string }];
      return "problem" in printed ? refused({ reason: "not_printed", ...printed }) : done(printed);
    } catch (error) {
      child.kill("SIGKILL");
      worker = undefined;
      return refused({ reason: "not_printed", problem: String(error) });
    } finally {
      settled.abort();
      // without an order, the process must not keep this one running
      child.unref();
      child.channel?.unref();
    }
  }

  return {
    print(order: PrintOrder) {
      const mine = last.then(() => printOne(order));
      last = mine.catch(() => {});
      return mine;
    },
    close() {
      worker?.kill();
      worker = undefined;
    },
  };
}

function start(program: string): ChildProcess {
  const child = fork(program, [], {
    serialization: "advanced",
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // a program that does not start: its order hears so
  child.on("error", () => {});
  if (child.pid !== undefined)
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended already: `exit` handles that.
    }
  return child;
}
