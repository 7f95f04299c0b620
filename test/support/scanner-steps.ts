import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "@playwright/test";
import { callTimeouts } from "#web/gate/scanner/phone-calls.ts";
import { outOfView } from "#web/gate/scanner/seen-codes.ts";
import playwright from "../../playwright.config.ts";
import { filmArguments, writeFilm } from "./camera-film.ts";
import { drawCamera, seesNothing } from "./drawn-camera.ts";
import { expect } from "./watched-test.ts";

declare global {
  interface Window {
    /** Whether a drawn phone gives up on the server as soon as a real one. */
    isHurried?: boolean;
  }
}

/** The word that fills a scanner's screen. */
export const word = (phone: Page) => phone.getByRole("alert").getByRole("heading");

/**
 * Opens the page again, whose camera then plays a film of these codes, each in view and out of view for so many seconds. The pages
 * of a browser share one camera: while another has it open, this one goes on with the film of before.
 */
export async function show(
  phone: Page,
  film: string,
  codes: Parameters<typeof writeFilm>[1],
  seconds = 1,
): Promise<void> {
  await writeFilm(film, codes, seconds);
  await phone.reload();
  await beginShift(phone);
}

/** Begins the shift, or goes on with it where the page was opened again: a browser may want a press before it sounds. */
export async function beginShift(phone: Page): Promise<void> {
  const press = phone.getByRole("button", { name: /^(Începe tura|Continuă)$/ });
  await expect(async () => {
    if (await press.isVisible()) await press.click({ timeout: 1000 });
    await expect(phone.locator("video")).toBeAttached({ timeout: 1000 });
  }).toPass();
}

const asPhone = (baseURL: string | undefined): BrowserContextOptions => ({
  viewport: { width: 390, height: 844 },
  permissions: ["camera"],
  locale: "ro-RO",
  ...(baseURL ? { baseURL } : {}),
});

function launchWith(film: string) {
  const { launchOptions } = playwright.use ?? {};
  return { ...launchOptions, args: [...(launchOptions?.args ?? []), ...filmArguments(film)] };
}

/**
 * A phone whose camera the test draws, whose clock it can move, and which waits for the server's answer however busy the
 * machine is, unless the test sets `isHurried`.
 */
export async function drawnPhone(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext(asPhone(undefined));
  await context.clock.install();
  await drawCamera(context);
  await context.addInitScript((hurry) => {
    const patient = 20_000;
    const waitOf = (ms: number | undefined) => (ms === hurry && !window.isHurried ? patient : ms);
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, waitOf(ms) ?? ms);
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((work: () => void, ms?: number) => later(work, waitOf(ms))) as typeof setTimeout;
  }, callTimeouts.scan);
  return context;
}

/** Takes the code out of the drawn camera's view for so long that the same one is read again. */
export async function takeAway(phone: Page): Promise<void> {
  await seesNothing(phone);
  await phone.evaluate((more) => {
    window.skipped = (window.skipped ?? 0) + more;
  }, outOfView);
}

/** The keys of a scanner's code that a page may take for presses. */
const pressingKeys: Readonly<Record<string, { text?: string; windowsVirtualKeyCode: number }>> = {
  " ": { windowsVirtualKeyCode: 32 },
  Enter: { text: "\r", windowsVirtualKeyCode: 13 },
};

/** A scanner that is a keyboard types the code and Enter, with two milliseconds a key however busy the machine is. */
export async function scannerTypes(page: Page, code: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const begun = Date.now();
  for (const [at, key] of [...code, "Enter"].entries()) {
    const about = { key, timestamp: (begun + at * 2) / 1000, ...pressingKeys[key] };
    await devtools.send("Input.dispatchKeyEvent", { type: "keyDown", text: key, ...about });
    await devtools.send("Input.dispatchKeyEvent", { ...about, type: "keyUp" });
  }
  await devtools.detach();
}

/** Back to the camera, by the button or because the answer's time is over; the same code counts as shown again. */
export async function nextTicket(phone: Page): Promise<void> {
  await takeAway(phone);
  const button = phone.getByRole("button", { name: /biletul următor|^Următorul$/ });
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 500 });
    await expect(phone.getByRole("button", { name: "Ultimele" })).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Everything that the phone has written was sent. */
export async function everythingSent(phone: Page): Promise<void> {
  await expect(phone.getByText("Online")).toBeVisible();
  await expect.poll(() => storedOn(phone)).not.toMatch(/"isSent":false/);
}

export async function openTool(phone: Page, name: RegExp): Promise<void> {
  await phone.getByRole("button", { name: "Altele" }).click();
  await phone.getByRole("button", { name }).click();
}

/** Phones whose cameras all play the film at this path. */
export async function withCamera(
  baseURL: string | undefined,
  work: (newContext: () => Promise<BrowserContext>, film: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "estival-film-"));
  const film = join(folder, "camera.mjpeg");
  await writeFilm(film, []);
  const browser = await chromium.launch(launchWith(film));
  try {
    await work(() => browser.newContext(asPhone(baseURL)), film);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
}

/** A phone that keeps what it has written when its browser's process is killed. */
export async function withPhoneOnDisk(
  baseURL: string,
  work: (start: () => Promise<BrowserContext>, film: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "estival-phone-"));
  const film = join(folder, "camera.mjpeg");
  await writeFilm(film, []);
  const opened: BrowserContext[] = [];
  const start = async () => {
    const context = await chromium.launchPersistentContext(join(folder, "profile"), {
      ...asPhone(baseURL),
      ...launchWith(film),
    });
    opened.push(context);
    return context;
  };
  try {
    await work(start, film);
  } finally {
    for (const context of opened) await context.close().catch(() => undefined);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Binds a phone, and leaves it where it is to be made ready. */
export async function bindPhone(phone: Page, link: string, name: string): Promise<void> {
  await phone.goto(link);
  await phone.getByLabel("Cine scanează").fill(name);
  await phone.getByRole("button", { name: "Leagă telefonul" }).click();
  await expect(phone.getByRole("heading", { name: /^Telefonul este legat de / })).toBeVisible();
  await phone.getByRole("button", { name: "Pregătește telefonul" }).click();
  await phone.getByRole("button", { name: "Probează sunetul" }).click();
}

/** Binds a phone and gets it ready. */
export async function boundPhone(context: BrowserContext, link: string, name: string): Promise<Page> {
  const phone = await context.newPage();
  await bindPhone(phone, link, name);
  await expect(phone.getByText("Gata și fără internet")).toBeVisible();
  return phone;
}

/** Everything that the scanner keeps in the browser, as text; also its bytes. */
export function storedOn(phone: Page): Promise<string> {
  return phone.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open("estival-gate");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const stores = [...database.objectStoreNames];
          const reading = database.transaction(stores);
          const found = stores.map((name) => reading.objectStore(name).getAll());
          reading.oncomplete = () => {
            database.close();
            const bytesAsText = (_: string, value: unknown) =>
              value instanceof ArrayBuffer || ArrayBuffer.isView(value)
                ? new TextDecoder().decode(value)
                : value;
            resolve(
              JSON.stringify(
                found.map(({ result }) => result),
                bytesAsText,
              ),
            );
          };
        };
      }),
  );
}
