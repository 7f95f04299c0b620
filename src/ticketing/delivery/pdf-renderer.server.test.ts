import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { openPdfRenderer, type PrintOrder, printHere } from "./pdf-renderer.server.ts";

const club: PrintOrder["club"] = { name: "Fosfor Summer Club", trader: "", address: "", email: "" };
const order = (n: number): PrintOrder => {
  const label = `FSC-1234-00000${n}`;
  const code = { qr: `FSC1:${label}`, group: "K7QX9M2P" };
  return { qrs: [code.qr], tickets: [{ ...sampleTicket({ label, paidAt: null }), code }], club };
};
const folder = mkdtempSync(join(tmpdir(), "estival-renderer-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = join(import.meta.dirname, "pdf-process.server.ts");

describe("the PDF renderer", () => {
  it("prints in another process the same bytes as here, and each order its own (A18-23)", async () => {
    const renderer = openPdfRenderer(program);
    try {
      const orders = [1, 2, 3].map(order);
      const printed = await Promise.all(orders.map((one) => renderer.print(one)));
      for (const [n, one] of orders.entries()) {
        const here = await printHere(one);
        expect(Buffer.from(printed[n]?.pdf ?? []).equals(here.pdf)).toBe(true);
        expect(Buffer.from(printed[n]?.pngs[0] ?? []).equals(here.pngs[0] ?? Buffer.alloc(0))).toBe(true);
      }
    } finally {
      renderer.close();
    }
  });

  it.each([
    ["dies at once", "process.exit(1)"],
    ["answers that it could not", "process.on('message', ({ no }) => process.send({ no }))"],
    ["dies with an order in hand", "process.on('message', () => process.exit(3))"],
  ])("prints here what a process that %s leaves undone (I19)", async (_, code) => {
    const broken = join(folder, `renderer-${_.length}.mjs`);
    writeFileSync(broken, code);
    const renderer = openPdfRenderer(broken);
    try {
      const printed = await Promise.all([renderer.print(order(1)), renderer.print(order(2))]);
      expect(printed.map(({ pdf }) => Buffer.from(pdf.subarray(0, 5)).toString())).toEqual([
        "%PDF-",
        "%PDF-",
      ]);
    } finally {
      renderer.close();
    }
  });

  it("ends with its parent process, and does not keep the parent running", () => {
    const script = `import { openPdfRenderer } from ${JSON.stringify(join(import.meta.dirname, "pdf-renderer.server.ts"))};
      const printed = await openPdfRenderer(${JSON.stringify(program)}).print(${JSON.stringify({ ...order(1), qrs: ["FSC1:1"] })});
      console.log(printed.pngs[0].length > 100);`;
    const options = { timeout: 40_000, encoding: "utf8" } as const;
    expect(execFileSync(process.execPath, ["--input-type=module", "-e", script], options)).toBe("true\n");
  });
});
