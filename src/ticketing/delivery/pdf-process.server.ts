/** A process that prints tickets, one order after another (`openPdfRenderer`). */
import { type PrintOrder, printHere } from "./pdf-renderer.server.ts";

let last: Promise<unknown> = Promise.resolve();
process.on("message", ({ no, order }: { no: number; order: PrintOrder }) => {
  last = last.then(async () => {
    const printed = await printHere(order).catch(() => undefined);
    process.send?.({ no, printed });
  });
});
process.once("disconnect", () => process.exit(0));
