import { PDFiumLibrary } from "@hyzyla/pdfium";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { WallTime } from "#kernel/time.ts";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { ticketPdf } from "./ticket-pdf.server.ts";

// A file of its own, because the first ticket of a process is tested.
let pdfium: PDFiumLibrary;
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init();
});
afterAll(() => pdfium.destroy());

const club = { name: "Fosfor", trader: "Fosfor SRL", address: "Plaja", email: "salut@exemplu.ro" };

/** The text of a printed ticket as copying, search and screen readers get it. */
async function wordsOf(holderName: string, enterUntil: WallTime | null = null): Promise<string> {
  const code = { qr: "EST1:PROBA", group: "ABCD-EFGH" };
  const ticket = { ...sampleTicket({ holderName, enterUntil, eventTitle: "Toate stelele pe plaja" }), code };
  const document = await pdfium.loadDocument(await ticketPdf([ticket], club));
  const words = [...document.pages()].map((page) => page.getText()).join("\n");
  document.destroy();
  return words.replace(/\s+/g, " ");
}

it("a name with ș, ț or another mark does not remove letters from the text of later tickets", async () => {
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

it("a ticket that is good until an hour of the night says so on paper, and no other does", async () => {
  expect(await wordsOf("Ana", "22:45")).toContain("intrare până la 22:45, cu un act de identitate");
  expect(await wordsOf("Ana")).not.toContain("până la");
});

it("a ticket says on paper when doors open and from which age, and its place leads to a map", async () => {
  const code = { qr: "EST1:PROBA", group: "ABCD-EFGH" };
  const facts = { eventDoors: "21:00", minimumAge: 18, address: "Digul de nord, 2" } as const;
  const print = async (more: Partial<typeof facts>, address = "") =>
    ticketPdf([{ ...sampleTicket(more), code }], { ...club, address });
  const textOf = async (pdf: Buffer) => {
    const document = await pdfium.loadDocument(pdf);
    const words = [...document.pages()].map((page) => page.getText()).join(" ");
    document.destroy();
    return words.replace(/\s+/g, " ");
  };
  const known = await print(facts);
  expect(await textOf(known)).toMatch(/ora 22:00 Ușile 21:00 · 18\+.*Cum ajungi/);
  expect(known.toString("latin1")).toMatch(/google\.com\/maps\/search\/\?api=1&query=[^)]*Digul%20de%20nord/);
  const unknown = await print({});
  expect(await textOf(unknown)).not.toMatch(/Ușile|18\+|Cum ajungi/);
  expect(unknown.toString("latin1")).not.toContain("google.com");
});
