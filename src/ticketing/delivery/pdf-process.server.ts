/** The process that prints tickets, one order at a time (`openPdfRenderer`). */
import type { PrintOrder } from "./pdf-renderer.server.ts";
import { printOrder } from "./print-order.server.ts";

process.on("message", async (order: PrintOrder) => {
  process.send?.(await printOrder(order).catch((error: unknown) => ({ problem: String(error) })));
});
process.once("disconnect", () => process.exit(0));
