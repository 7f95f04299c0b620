import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { openPdfRenderer, type PdfRenderer, type PrintOrder } from "./pdf-renderer.server.ts";
import { printOrder } from "./print-order.server.ts";

const club: PrintOrder["club"] = { name: "Fosfor Summer Club", trader: "", address: "", email: "" };
const order = (n: number): PrintOrder => {
  const label = `FSC-1234-00000${n}`;
  const code = { qr: `FSC1:${label}`, group: "K7QX9M2P" };
  return { qrs: [code.qr], tickets: [{ ...sampleTicket({ label, paidAt: null }), code }], club };
};
const folder = mkdtempSync(join(tmpdir(), "estival-renderer-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = join(import.meta.dirname, "pdf-process.server.ts");

/** A print that took too long is asked for again, as the email's next try does: how long it takes is not the test's. */
async function printedInTime(renderer: PdfRenderer, one: PrintOrder): ReturnType<PdfRenderer["print"]> {
  const printed = await renderer.print(one);
  const isLate = !printed.ok && printed.refusal.problem === "it took too long";
  return isLate ? printedInTime(renderer, one) : printed;
}

describe("the PDF renderer", () => {
  it("prints in another process the same bytes as here, and each order its own (A18-23)", async () => {
    const renderer = openPdfRenderer(program);
    try {
      const orders = [1, 2, 3].map(order);
      const printed = await Promise.all(orders.map((one) => printedInTime(renderer, one)));
      for (const [n, one] of orders.entries()) {
        const here = await printOrder(one);
        const there = printed[n];
        if (!there?.ok) throw new Error(there?.refusal.problem);
        expect(Buffer.from(there.value.pdf).equals(here.pdf)).toBe(true);
        expect(Buffer.from(there.value.pngs[0] ?? []).equals(here.pngs[0] ?? Buffer.alloc(0))).toBe(true);
      }
    } finally {
      renderer.close();
    }
  });

  /** A program of which "{begun}" is a file that it makes when it has the first order in hand; it prints its process's id. */
  const openWith = (name: string, atFirst: string) => {
    const begun = join(folder, `${name}.begun`);
    const file = join(folder, `${name}.mjs`);
    writeFileSync(
      file,
      `import { writeFileSync } from "node:fs";
      process.on("message", ({ qrs }) => {
        if (qrs[0].endsWith("1")) { writeFileSync(${JSON.stringify(begun)}, String(process.pid)); ${atFirst} }
        else process.send({ pngs: [], pdf: Buffer.from(String(process.pid)) });
      });`,
    );
    const hasBegun = () =>
      vi.waitUntil(() => existsSync(begun) && readFileSync(begun, "utf8"), { timeout: 60_000 });
    return { renderer: openPdfRenderer(file), hasBegun };
  };
  const printerOf = (printed: Awaited<ReturnType<PdfRenderer["print"]>>) =>
    printed.ok ? Number(Buffer.from(printed.value.pdf).toString()) : printed.refusal.problem;

  it.each([
    ["could not print it", 'process.send({ problem: "no" });', "no"],
    ["died with it in hand", "process.exit(3);", "its process ended"],
  ])(
    "refuses an order whose process %s, and prints the next one in another process (I19)",
    async (name, code, problem) => {
      const { renderer } = openWith(name, code);
      try {
        const [first, second] = await Promise.all([renderer.print(order(1)), renderer.print(order(2))]);
        expect(printerOf(first)).toContain(problem);
        expect(printerOf(second)).toEqual(expect.any(Number));
        expect(printerOf(second)).not.toBe(process.pid);
      } finally {
        renderer.close();
      }
    },
  );

  it("refuses the order at which its process is killed, which moves no printing here: a new process prints the next", async () => {
    const { renderer, hasBegun } = openWith("killed", "");
    try {
      const [first, second] = [renderer.print(order(1)), renderer.print(order(2))];
      const killed = Number(await hasBegun());
      process.kill(killed, "SIGKILL");
      expect(printerOf(await first)).toContain("its process ended");
      expect([process.pid, killed]).not.toContain(printerOf(await second));
      expect(printerOf(await second)).toBe(printerOf(await renderer.print(order(3))));
    } finally {
      renderer.close();
    }
  });

  it("refuses a print that never ends, and prints what waited behind it", async () => {
    const tooLong = new AbortController();
    const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(tooLong.signal);
    const { renderer, hasBegun } = openWith("endless", "");
    try {
      const [first, second] = [renderer.print(order(1)), renderer.print(order(2))];
      const stuck = Number(await hasBegun());
      tooLong.abort();
      expect(printerOf(await first)).toContain("it took too long");
      expect([process.pid, stuck]).not.toContain(printerOf(await second));
      expect(limit).toHaveBeenCalledTimes(2);
    } finally {
      limit.mockRestore();
      renderer.close();
    }
  });

  it("refuses where no process starts", async () => {
    const broken = join(folder, "broken.mjs");
    writeFileSync(broken, "process.exit(1)");
    const renderer = openPdfRenderer(broken);
    const printed = await Promise.all([renderer.print(order(1)), renderer.print(order(2))]);
    expect(printed.map(({ ok }) => ok)).toEqual([false, false]);
  });

  it("ends with its parent process, and does not keep the parent running", () => {
    const script = `import { openPdfRenderer } from ${JSON.stringify(join(import.meta.dirname, "pdf-renderer.server.ts"))};
      const printed = await openPdfRenderer(${JSON.stringify(program)}).print(${JSON.stringify({ ...order(1), qrs: ["FSC1:1"] })});
      console.log(printed.value.pngs[0].length > 100);`;
    const options = { timeout: 40_000, encoding: "utf8" } as const;
    expect(execFileSync(process.execPath, ["--input-type=module", "-e", script], options)).toBe("true\n");
  });
});
