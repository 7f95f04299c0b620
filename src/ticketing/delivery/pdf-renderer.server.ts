import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { CodedTicket } from "./ticket-facts.ts";
import type { Club } from "./ticket-wording.ts";

/** An order to print: codes to draw as pictures, and tickets for a PDF. */
export type PrintOrder = {
  readonly qrs: readonly string[];
  readonly tickets: readonly CodedTicket[];
  readonly club: Club;
  readonly logo?: Uint8Array | undefined;
};
export type Printed = { readonly pngs: readonly Uint8Array[]; readonly pdf: Uint8Array };
/** The tickets were not printed, and why: it took too long, the process ended, or it failed. */
type NotPrinted = { readonly reason: "not_printed"; readonly problem: string };

export type PdfRenderer = ReturnType<typeof openPdfRenderer>;

/** Milliseconds. A page takes about thirty, the first of a process a thousand; the low priority makes it longer. */
const longestPrint = 30_000;

/**
 * Prints one order after another in a separate process with a lower priority, so that visitors do not wait when
 * twenty orders a second are paid. The first order starts the process; it ends with this one. If an order takes too
 * long or the process dies, only that order is refused, and the next gets a new process. This process never prints
 * itself.
 */
export function openPdfRenderer(program: string) {
  let worker: ChildProcess | undefined;
  let lastPrinting: Promise<unknown> = Promise.resolve();

  async function printOne(order: PrintOrder): Promise<Outcome<Printed, NotPrinted>> {
    if (!worker?.connected) worker = start(program);
    const child = worker;
    child.ref();
    child.channel?.ref();
    const raceEnd = new AbortController();
    const { signal } = raceEnd;
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
      raceEnd.abort();
      // an idle printing process must not keep this one running
      child.unref();
      child.channel?.unref();
    }
  }

  return {
    print(order: PrintOrder) {
      const printing = lastPrinting.then(() => printOne(order));
      lastPrinting = printing.catch(() => {});
      return printing;
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
  // a program that does not start: `printOne` refuses its order
  child.on("error", () => {});
  if (child.pid !== undefined)
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // It has ended already, which `exit` handles.
    }
  return child;
}
