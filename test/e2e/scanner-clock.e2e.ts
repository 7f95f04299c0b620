import { type BenchDoor, openBenchDoor } from "#devkit/lab/bench/bench-door.ts";
import { bindPhone, show, storedOn, withCamera, word } from "#test/support/scanner-steps.ts";
import { expect, test } from "#test/support/watched-test.ts";

const day = 24 * 60 * 60_000;

let door: BenchDoor;
test.beforeAll(async () => {
  door = await openBenchDoor(4);
});
test.afterAll(() => door.close());

for (const [how, ahead] of [
  ["ahead", day],
  ["behind", -day],
] as const)
  test(`50: a phone whose clock is a day ${how} says so, decides right without network and after a reload, and its rows count, at the right hour and marked (F48)`, async () => {
    test.slow();
    const [first, second] = door.takeCodes(2) as [string, string];
    const before = await door.entered();
    await withCamera(door.origin, async (newContext, film) => {
      const context = await newContext();
      await context.addInitScript((off) => {
        const Real = Date;
        const Wrong = class extends Real {
          constructor(...given: []) {
            if (given.length === 0) super(Real.now() + off);
            else super(...given);
          }
          static override now = () => Real.now() + off;
        };
        window.Date = Wrong as DateConstructor;
      }, ahead);
      const phone = await context.newPage();
      await bindPhone(phone, await door.invite(), "Radu M.");
      const note = phone.getByRole("listitem").filter({ hasText: /^Ceasul e greșit cu/ });
      await expect(note.getByRole("img", { name: "de rezolvat" })).toBeVisible();
      await expect(phone.getByText("Mai e un lucru de rezolvat")).toBeVisible();

      await show(phone, film, [first]);
      await expect(word(phone)).toHaveText("ADMIS");
      await context.setOffline(true);
      await expect(phone.getByText(/^Fără internet/)).toBeVisible();
      await show(phone, film, [second]);
      await expect(word(phone)).toHaveText("ADMIS");
      await show(phone, film, [first]);
      await expect(word(phone)).toHaveText("REFUZAT");
      await expect(phone.getByRole("alert")).toContainText("Bilet deja folosit");

      await context.setOffline(false);
      await expect.poll(() => storedOn(phone)).not.toMatch(/"isSent":false/);
    });
    expect(await door.entered()).toBe(before + 2);
    const { rows } = await door.owner.query(
      "SELECT kind, finding, round(extract(epoch FROM said_at - device_at) / 86400)::int AS days FROM gate_log WHERE abs(extract(epoch FROM said_at - received_at - make_interval(secs => $1))) < 3600 AND abs(extract(epoch FROM device_at - received_at)) < 3600 ORDER BY seq",
      [ahead / 1000],
    );
    expect(rows.map(({ kind, finding, days }) => [kind, finding, days])).toEqual([
      ["admit", null, ahead / day],
      ["admit", null, ahead / day],
      ["refuse", null, ahead / day],
    ]);
  });
