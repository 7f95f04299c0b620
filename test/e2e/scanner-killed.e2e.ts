import { readdirSync, readFileSync } from "node:fs";
import type { BrowserContext, Page } from "@playwright/test";
import { openBenchDoor } from "#devkit/lab/bench/bench-door.ts";
import { writeFilm } from "#test/support/camera-film.ts";
import { beginShift, boundPhone, storedOn, withPhoneOnDisk } from "#test/support/scanner-steps.ts";
import { expect, test } from "#test/support/watched-test.ts";

const isLong = process.env.TEST_SCALE === "long";

/** When the browser's process is killed; the page goes no further from there. */
const moments = ["after green", "between log and green", "between question and log"] as const;
const kills = isLong ? 100 : 2;

test(`50: a phone that is killed after green, before it and before its log, ${kills} times each, loses nothing that was shown green`, async () => {
  test.setTimeout(isLong ? 3_600_000 : 240_000);
  const codesNeeded = kills * moments.length;
  const door = await openBenchDoor(codesNeeded + 1);
  try {
    await withPhoneOnDisk(door.origin, async (start, film) => {
      let context = await start();
      const pageOf = (of: BrowserContext) => of.pages()[0] ?? of.newPage();
      await (await pageOf(context)).close();
      await boundPhone(context, await door.invite(), "Radu M.");
      await context.close();
      const written: string[] = [];
      const asked: string[] = [];
      const codes = door.takeCodes(codesNeeded);
      for (const [n, code] of codes.entries()) {
        const moment = moments[n % moments.length] ?? "after green";
        await writeFilm(film, [code]);
        context = await start();
        const phone = await pageOf(context);
        // every other one without network; a question needs it
        const isOffline = moment === "after green" || (moment === "between log and green" && n % 2 === 0);
        const killed = dieThere(context, moment);
        await killed.ready;
        await context.setOffline(isOffline);
        await phone.goto("/poarta/");
        // the page may die before the test has seen the shift begin
        await Promise.race([killed.done, beginShift(phone).then(() => killed.done)]);
        if (moment === "between question and log") asked.push(code);
        else written.push(code);
      }

      await writeFilm(film, []);
      context = await start();
      const phone = await pageOf(context);
      await context.setOffline(true);
      await phone.goto("/poarta/");
      await beginShift(phone);
      expect(await admitted(phone)).toBe(written.length);
      await context.setOffline(false);
      await expect.poll(() => storedOn(phone), { timeout: 60_000 }).not.toMatch(/"isSent":false/);
      // the last question may have no row yet: its number is given back with the next scan
      await writeFilm(film, door.takeCodes(1));
      await phone.reload();
      await beginShift(phone);
      const countRows = async () => {
        const { rows } = await door.owner.query(
          "SELECT count(*) FILTER (WHERE kind = 'admit' AND is_counted)::int AS admits, count(*) FILTER (WHERE is_quarantined)::int AS twice FROM gate_log",
        );
        return rows[0];
      };
      await expect.poll(countRows, { timeout: 60_000 }).toEqual({ admits: written.length + 1, twice: 0 });
      expect(await door.entered()).toBe(written.length + 1);
      expect(asked.length).toBe(kills);
      await context.close();
    });
  } finally {
    await door.close();
  }
});

/** Kills the browser when the page comes to this moment of its next scan, and keeps the page from going on. */
function dieThere(context: BrowserContext, moment: (typeof moments)[number]) {
  let died = () => {};
  const done = new Promise<void>((resolve) => {
    died = resolve;
  });
  const arm = async () => {
    await context.exposeBinding("dieNow", async () => {
      await kill(context);
      died();
    });
    await context.addInitScript((when) => {
      const stop = () => {
        (window as unknown as { dieNow(): void }).dieNow();
        const end = performance.now() + 20_000;
        while (performance.now() < end);
      };
      if (when === "after green")
        return new MutationObserver(() => {
          if (document.querySelector("[role=alert] :is(h1, h2)")?.textContent === "ADMIS") stop();
        }).observe(document, { childList: true, subtree: true, characterData: true });
      const add = IDBObjectStore.prototype.add;
      IDBObjectStore.prototype.add = function (...row) {
        if (this.name !== "log") return add.apply(this, row);
        if (when === "between question and log") stop();
        this.transaction.addEventListener("complete", stop);
        return add.apply(this, row);
      };
    }, moment);
  };
  return { ready: arm(), done };
}

/** SIGKILL to the whole browser, of which the context is one: to its group, since the program may be a script that started it. */
async function kill(context: BrowserContext): Promise<void> {
  const gone = new Promise((resolve) => context.once("close", resolve));
  process.kill(-browserOf(context), "SIGKILL");
  await gone;
}

const profiles = new WeakMap<BrowserContext, number>();

/** The newest browser process that this process has started. */
function browserOf(context: BrowserContext): number {
  const known = profiles.get(context);
  if (known) return known;
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number);
  const pid = children.findLast(
    (child) =>
      readdirSync("/proc").includes(String(child)) &&
      /chromium|chrome/.test(readFileSync(`/proc/${child}/cmdline`, "utf8")) &&
      readFileSync(`/proc/${child}/cmdline`, "utf8").includes("estival-phone-"),
  );
  if (!pid) throw new Error("no browser runs");
  profiles.set(context, pid);
  return pid;
}

/** Entries in the phone's log. */
async function admitted(phone: Page): Promise<number> {
  return (await storedOn(phone)).match(/"kind":"admit","mode":"(?:online|offline)","key"/g)?.length ?? 0;
}
