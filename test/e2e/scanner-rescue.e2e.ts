import type { Page } from "@playwright/test";
import { openBenchDoor } from "#devkit/lab/bench/bench-door.ts";
import { boundPhone, show, storedOn, withCamera, word } from "#test/support/scanner-steps.ts";
import { expect, test } from "#test/support/watched-test.ts";

test("50: a phone without network shows its rows as codes, another reads and sends them, and nobody is counted twice", async () => {
  test.slow();
  const door = await openBenchDoor(4);
  try {
    const [first, second] = door.takeCodes(2) as [string, string];
    await withCamera(door.origin, async (newContext, film) => {
      const one = await newContext();
      const lost = await boundPhone(one, await door.invite(), "Radu M.");
      await one.setOffline(true);
      for (const [code, said] of [
        [first, "ADMIS"],
        [second, "ADMIS"],
        [first, "REFUZAT"],
      ] as const) {
        await show(lost, film, [code]);
        await expect(word(lost)).toHaveText(said);
      }
      await show(lost, film, []);
      await lost.getByRole("button", { name: "Altele" }).click();
      await lost.getByRole("button", { name: "Trimite prin alt telefon" }).click();
      await expect(lost.getByRole("heading", { name: "Mai sunt 3 netrimise" })).toBeVisible();
      const codes = await shownCodes(lost);
      expect(codes.length).toBeGreaterThan(1);

      await withCamera(door.origin, async (newReader, readersFilm) => {
        const reader = await boundPhone(await newReader(), await door.invite(), "Mara D.");
        await show(reader, readersFilm, codes);
        await expect(reader.getByText(/^Citit: 3 scanări de la alt telefon/)).toBeVisible();
        await expect.poll(() => door.entered()).toBe(2);
      });
      await expect(lost.getByText("Fără internet · 3 netrimise")).toBeVisible();

      await one.setOffline(false);
      await expect(lost.getByRole("heading", { name: "Totul e trimis" })).toBeVisible();
      await expect.poll(() => storedOn(lost)).not.toMatch(/"isSent":false/);
      const { rows } = await door.owner.query(
        "SELECT count(*)::int AS n, count(*) FILTER (WHERE is_quarantined)::int AS twice FROM gate_log",
      );
      expect(rows[0]).toEqual({ n: 3, twice: 0 });
      expect(await door.entered()).toBe(2);
    });
  } finally {
    await door.close();
  }
});

/** Pictures of the codes that the phone shows one after another. */
async function shownCodes(phone: Page): Promise<Buffer[]> {
  const pictures = new Map<string, string>();
  const code = phone.getByRole("img", { name: /^Codul \d+ din \d+/ });
  await expect
    .poll(async () => {
      const [label, picture] = await code.evaluate((svg) => {
        svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
        return [svg.getAttribute("aria-label") ?? "", svg.outerHTML] as const;
      });
      pictures.set(label, picture);
      return pictures.size - Number(/din (\d+)/.exec(label)?.[1]);
    })
    .toBe(0);
  return [...pictures.values()].map((picture) => Buffer.from(picture));
}
