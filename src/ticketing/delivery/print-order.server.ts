import type { Printed, PrintOrder } from "./pdf-renderer.server.ts";
import { ticketPdf } from "./ticket-pdf.server.ts";
import { qrPng } from "./ticket-qr.server.ts";

/** Draws one order's pictures and PDF. Only the printing process calls it (`openPdfRenderer`). */
export async function printOrder({ qrs, tickets, club, logo }: PrintOrder): Promise<Printed> {
  const pngs: Uint8Array[] = [];
  for (const qr of qrs) pngs.push(await qrPng(qr));
  return { pngs, pdf: await ticketPdf(tickets, club, logo) };
}
