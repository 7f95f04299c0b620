import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import type { CodedTicket } from "./ticket-facts.ts";
import { ticketPdf } from "./ticket-pdf.server.ts";
import { qrPng } from "./ticket-qr.server.ts";
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

export type PdfRenderer = {
  print(order: PrintOrder): Promise<Printed>;
  close(): void;
};

/** Prints in this process. */
export async function printHere({ qrs, tickets, club, logo }: PrintOrder): Promise<Printed> {
  const pngs: Uint8Array[] = [];
  for (const qr of qrs) pngs.push(await qrPng(qr));
  return { pngs, pdf: await ticketPdf(tickets, club, logo) };
}

type Answer = { readonly no: number; readonly printed?: Printed };

/**
 * Prints in a process of its own with a lower priority. A PDF is some thirty milliseconds of work; with twenty paid
 * orders a second, visitors of the site must not wait for that. The first order starts the process, and it ends with
 * us. If it fails, this process prints.
 */
export function openPdfRenderer(program: string): PdfRenderer {
  let worker: ChildProcess | undefined;
  let orders = 0;
  const waiting = new Map<number, (answer: Printed | undefined) => void>();

  function start(): ChildProcess {
    const child = fork(program, [], {
      serialization: "advanced",
      execArgv: ["--disable-warning=ExperimentalWarning"],
      env: { PATH: process.env.PATH },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const lost = () => {
      if (worker === child) worker = undefined;
      for (const [no, answer] of waiting) {
        waiting.delete(no);
        answer(undefined);
      }
    };
    child.on("message", ({ no, printed }: Answer) => {
      waiting.get(no)?.(printed);
      waiting.delete(no);
      if (waiting.size === 0) releaseChild(child);
    });
    child.on("error", lost).on("exit", lost);
    if (child.pid !== undefined)
      try {
        setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {
        // It has ended already: `exit` handles that.
      }
    return child;
  }

  return {
    async print(order) {
      worker ??= start();
      const to = worker;
      orders += 1;
      const no = orders;
      to.ref();
      to.channel?.ref();
      const printed = await new Promise<Printed | undefined>((answer) => {
        waiting.set(no, answer);
        to.send({ no, order }, (error) => {
          if (error && waiting.delete(no)) answer(undefined);
        });
      });
      return printed ?? printHere(order);
    },
    close() {
      worker?.kill();
      worker = undefined;
    },
  };
}

/** Without an order, the child process must not keep this process running. */
function releaseChild(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
