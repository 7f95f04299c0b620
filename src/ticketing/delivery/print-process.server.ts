/** A program of its own that prints tickets for letters, one order after the other (`openTicketPress`). */
import { type PrintOrder, printHere } from "./ticket-press.server.ts";

let last: Promise<unknown> = Promise.resolve();
process.on("message", ({ no, order }: { no: number; order: PrintOrder }) => {
  last = last.then(async () => {
    const printed = await printHere(order).catch(() => undefined);
    process.send?.({ no, printed });
  });
});
process.once("disconnect", () => process.exit(0));
