import { done } from "#kernel/outcome.ts";
import type { PdfRenderer } from "#ticketing/delivery/pdf-renderer.server.ts";
import { printOrder } from "#ticketing/delivery/print-order.server.ts";

/** Prints in the process of a test, which starts no other. */
export const printsHere: Pick<PdfRenderer, "print"> = {
  print: async (order) => done(await printOrder(order)),
};
