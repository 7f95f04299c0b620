import { type BenchDoor, openBenchDoor } from "#devkit/lab/bench/bench-door.ts";
import { keepStorageClosed, severStorage, timesOpened, watchStorage } from "#test/support/break-storage.ts";
import { holdBefore } from "#test/support/drawn-camera.ts";
import {
  beginShift,
  boundPhone,
  drawnPhone,
  everythingSent,
  nextTicket,
  show,
  storedOn,
  withCamera,
  word,
} from "#test/support/scanner-steps.ts";
import { expect, test } from "#test/support/watched-test.ts";

let door: BenchDoor;
test.beforeAll(async () => {
  door = await openBenchDoor(6);
});
test.afterAll(() => door.close());

test("50: a phone whose storage is full shows no green, and what the server counted meanwhile is given back", async () => {
  const [first, second] = door.takeCodes(2) as [string, string];
  const before = await door.entered();
  await withCamera(door.origin, async (newContext, film) => {
    const context = await newContext();
    const phone = await boundPhone(context, await door.invite(), "Radu M.");
    const devtools = await context.newCDPSession(phone);
    const { origin } = door;
    await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
    // the browser believes for some seconds that there is room
    await expect(async () => {
      await phone.reload();
      await expect(phone.getByText("Telefonul nu poate scrie")).toBeVisible({ timeout: 3000 });
    }).toPass({ timeout: 60_000 });
    await show(phone, film, [first]);
    await expect(word(phone)).toHaveText("VERIFICĂ");
    await expect(phone.getByRole("alert")).toContainText("Nu s-a scris pe telefon");
    await expect(phone.getByText("ADMIS")).toHaveCount(0);
    expect(await storedOn(phone)).not.toContain('"seq":');

    // the number that the server knows by the first code goes to nobody else
    await devtools.send("Storage.overrideQuotaForOrigin", { origin });
    await show(phone, film, [second]);
    await expect(word(phone)).toHaveText("ADMIS");
    await expect.poll(() => storedOn(phone)).not.toMatch(/"isSent":false/);
    expect(await door.entered()).toBe(before + 1);
    await show(phone, film, [first]);
    await expect(word(phone)).toHaveText("ADMIS");
    await expect.poll(() => door.entered()).toBe(before + 2);
  });
});

test("50: a phone whose storage was closed opens it once more, and while it cannot, says so and lets nobody in", async ({
  browser,
}) => {
  test.slow();
  const [first, second] = door.takeCodes(2) as [string, string];
  const before = await door.entered();
  const context = await drawnPhone(browser);
  await watchStorage(context);
  const phone = await boundPhone(context, await door.invite(), "Radu M.");
  await beginShift(phone);
  await test.step("closed once: one reconnection, and green", async () => {
    await holdBefore(phone, first);
    await expect(word(phone)).toHaveText("ADMIS");
    await nextTicket(phone);
    await everythingSent(phone);
    const opened = await timesOpened(phone);
    await severStorage(phone);
    await holdBefore(phone, second);
    await expect(word(phone)).toHaveText("ADMIS");
    await expect.poll(() => door.entered()).toBe(before + 2);
    expect(await timesOpened(phone)).toBe(opened + 1);
    await nextTicket(phone);
  });

  await test.step("closed for good: no green, and a page that says why", async () => {
    await keepStorageClosed(phone, true);
    await severStorage(phone);
    await holdBefore(phone, first);
    const alert = phone.getByRole("alert").filter({ hasText: "Nu s-a scris pe telefon" });
    await expect(alert).toBeVisible();
    await phone.reload();
    await expect(phone.getByRole("heading", { name: "Telefonul nu poate scrie" })).toBeVisible();
    await keepStorageClosed(phone, false);
    await phone.getByRole("button", { name: "Încearcă iar" }).click();
    await beginShift(phone);
    await holdBefore(phone, first);
    await expect(word(phone)).toHaveText("REFUZAT");
    expect(await door.entered()).toBe(before + 2);
  });
  await context.close();
});

test.describe("what the phone keeps", () => {
  for (const answer of ["refused", "missing", "never"] as const)
    test(`is asked to stay when the phone is bound and when its shift begins; that it may go is said, and is no error: ${answer}`, async ({
      browser,
    }) => {
      const context = await drawnPhone(browser);
      await context.addInitScript((how) => {
        const asked = { times: 0 };
        Object.assign(window, { asked });
        const persist = () => {
          asked.times += 1;
          return how === "never" ? new Promise(() => {}) : Promise.resolve(false);
        };
        Object.defineProperty(navigator, "storage", { value: how === "missing" ? undefined : { persist } });
      }, answer);
      const times = () =>
        phone.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times);
      const phone = await boundPhone(context, await door.invite(), "Radu M.");
      await expect(phone.getByText("Telefonul poate șterge ce a scris")).toHaveCount(
        answer === "never" ? 0 : 1,
      );
      await expect(phone.getByText("de rezolvat")).toHaveCount(0);
      const before = await times();
      expect(before).toBe(answer === "missing" ? 0 : 1);
      await beginShift(phone);
      await expect.poll(times).toBe(answer === "missing" ? 0 : 2);
      await context.close();
    });
});
