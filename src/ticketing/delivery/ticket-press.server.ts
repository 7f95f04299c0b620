import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import type { CodedTicket } from "./ticket-facts.ts";
import { ticketPdf } from "./ticket-pdf.server.ts";
import { qrPng } from "./ticket-qr.server.ts";
import type { Club } from "./ticket-wording.ts";

/** What a confirmation brings: the code of one ticket as a picture, and all of them as a PDF. */
export type PrintOrder = {
  readonly qr: string;
  readonly tickets: readonly CodedTicket[];
  readonly club: Club;
};
export type Printed = { readonly png: Uint8Array; readonly pdf: Uint8Array };

export type TicketPress = {
  print(order: PrintOrder): Promise<Printed>;
  close(): void;
};

/** Printed where it is asked for. */
export async function printHere({ qr, tickets, club }: PrintOrder): Promise<Printed> {
  return { png: await qrPng(qr), pdf: await ticketPdf(tickets, club) };
}

type Answer = { readonly no: number; readonly printed?: Printed };

/**
 * Prints in a process of its own, behind everything else that wants the processor: a PDF is some thirty milliseconds of
 * work, and with twenty orders paid a second nobody who browses should feel them. It is started by the first order and
 * ends with us. Whatever it cannot do is done here.
 */
export function openTicketPress(program: string): TicketPress {
  let press: ChildProcess | undefined;
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
      if (press === child) press = undefined;
      for (const [no, answer] of waiting) {
        waiting.delete(no);
        answer(undefined);
      }
    };
    child.on("message", ({ no, printed }: Answer) => {
      waiting.get(no)?.(printed);
      waiting.delete(no);
      if (waiting.size === 0) letGo(child);
    });
    child.on("error", lost).on("exit", lost);
    if (child.pid !== undefined)
      try {
        setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
      } catch {
        // ended already: `exit` tells
      }
    return child;
  }

  return {
    async print(order) {
      press ??= start();
      const to = press;
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
      press?.kill();
      press = undefined;
    },
  };
}

/** Without an order it holds nobody up who wants to end. */
function letGo(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
