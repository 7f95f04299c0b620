import { PDFiumLibrary } from "@hyzyla/pdfium";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { ticketPdf } from "./ticket-pdf.server.ts";

// a file of its own: the first ticket of a process is what this is about
let pdfium: PDFiumLibrary;
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init();
});
afterAll(() => pdfium.destroy());

const club = { name: "Fosfor", trader: "Fosfor SRL", address: "Plaja", email: "salut@exemplu.ro" };

/** What copies, searches and screen readers get of a printed ticket. */
async function wordsOf(holderName: string): Promise<string> {
  const code = { qr: "EST1:PROBA", group: "ABCD-EFGH" };
  const ticket = { ...sampleTicket({ holderName, eventTitle: "Toate stelele pe plaja" }), code };
  const document = await pdfium.loadDocument(await ticketPdf([ticket], club));
  const words = [...document.pages()].map((page) => page.getText()).join("\n");
  document.destroy();
  return words.replace(/\s+/g, " ");
}

it("no name with ș, ț or another mark takes letters out of the text of the tickets that are printed after it", async () => {
  expect(await wordsOf("Ștefania Țânțăreanu-Măzăroșu, Șt. Ț. șțăâî ȘȚĂÂÎ éàüöñ")).toContain(
    "Ștefania Țânțăreanu-Măzăroșu",
  );
  const next = await wordsOf("Ana Stan, Tatiana Sas +40 722");
  for (const said of [
    "Ana Stan, Tatiana Sas +40 722",
    "Toate stelele pe plaja",
    "21:07",
    "un act de identitate",
    "Comanda 10482",
  ])
    expect(next).toContain(said);
});
