import type { Page } from "@playwright/test";
import { type PageStates, widerThanWindow, wrongInStates, wrongWith } from "#test/support/axe.ts";
import { listRoutes } from "#test/support/route-list.ts";
import { rowsOfSite } from "#test/support/site-database.ts";
import { newAdministrator } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test.use({ reducedMotion: "reduce" } as object);

/** Where a screen's address has an id: the statement that finds one. */
const ids: Record<string, string> = {
  events: "SELECT id FROM events WHERE title = 'Luna Plină'",
  artists: "SELECT id FROM artists WHERE name = 'Pelin'",
  tickets: `SELECT t.id FROM tickets t JOIN event_tickets l ON l.ticket_id = t.id JOIN events e ON e.id = l.event_id
            JOIN price_phases p ON p.ticket_type_id = t.id WHERE e.title = 'Luna Plină'`,
  abonamente: "SELECT id FROM tickets WHERE type = 'Couple Ticket'",
  codes: "SELECT id FROM vouchers WHERE code = 'VARA10'",
  templates: "SELECT id FROM email_templates",
  customers: "SELECT user_id AS id FROM orders WHERE state = 'paid'",
  legal: "SELECT 'privacy' AS id",
};

/** The addresses of all screens of the back-office, and of some with nothing or much in them. */
const screens = [
  ...listRoutes().flatMap(({ path, file }) =>
    path.startsWith("/admin") && file.endsWith(".tsx") ? [path] : [],
  ),
  "/admin/events?q=nimic-din-toate",
  "/admin/events/0198b6f0-0000-4000-8000-000000000001",
  "/admin/purchases?q=nimic-din-toate",
  "/admin/purchases?payment=refunded",
  "/admin/purchases?act=invite",
  "/admin/reports?q=nimic-din-toate",
  "/admin/search?q=luna",
  "/admin/settlement?from=2020-01-01&to=2098-12-31",
];

const parts = 9;
for (let part = 1; part <= parts; part += 1)
  test(`axe finds nothing on the screens of the back-office, and none is wider than a phone or a laptop, with script or without: part ${part} of ${parts}`, async ({
    page,
    newPerson,
    complaints,
  }) => {
    for (const status of [404, 409]) complaints.expectStatus(status);
    await newAdministrator(page);
    const storageState = await page.context().storageState();
    const still = await newPerson({ javaScriptEnabled: false, storageState });
    const wrong: string[] = [];
    for (const screen of screens.filter((_, at) => at % parts === part - 1)) {
      const address = await addressOf(screen);
      await page.goto(address);
      wrong.push(...(await wrongWith(page, screen)));
      await still.goto(address);
      for (const line of await widerThanWindow(still)) wrong.push(`${screen} without script: ${line}`);
    }
    expect(wrong).toEqual([]);
  });

async function addressOf(screen: string): Promise<string> {
  const [, list = ""] = /([a-z]+)\/:\w+/.exec(screen) ?? [];
  if (list === "") return screen;
  const [found] = await rowsOfSite<{ id: string }>(ids[list] ?? "");
  if (!found) throw new Error(`the season has nothing for ${screen}`);
  return screen.replace(/:\w+/, found.id);
}

const save = (page: Page, what: string) => page.getByRole("button", { name: `Salvează ${what}` }).click();

/** What becomes of a screen by pressing something on it. */
const states: PageStates = {
  "the bell": async (page) => {
    await page.goto("/admin/events");
    await page.locator(".office-bell > summary").click();
    await expect(
      page.getByRole("region", { name: "Notificări" }).getByRole("listitem").first(),
    ).toBeVisible();
  },
  "the menu": async (page) => {
    await page.goto("/admin/events");
    await page.locator(".office-menu > summary").click();
    await expect(page.locator(".office-menu")).toHaveAttribute("open", "");
  },
  "a night with mistakes": async (page) => {
    await page.goto("/admin/events/new");
    await save(page, "evenimentul");
    await expect(page.getByText("Acest câmp este obligatoriu").first()).toBeVisible();
  },
  "two versions of an artist": async (page) => {
    const path = await addressOf("/admin/artists/:id");
    await page.goto(path);
    const other = await page.context().newPage();
    await other.goto(path);
    await other.getByLabel("Pe scurt").fill(`Afro, ${crypto.randomUUID()}`);
    await save(other, "artistul");
    await expect(other.getByText("Artist updated successfully")).toBeVisible();
    await other.close();
    await page.getByLabel("Biografie").fill(`Cântă ${crypto.randomUUID()}.`);
    await save(page, "artistul");
    await expect(page.getByRole("button", { name: "Salvează alegerile" })).toBeVisible();
  },
  "chosen rows": async (page) => {
    await page.goto("/admin/events");
    await page
      .getByRole("checkbox", { name: /^Alege / })
      .first()
      .check();
    await expect(page.getByRole("button", { name: "Fă disponibile" })).toBeVisible();
  },
  "charts as tables": async (page) => {
    await page.goto("/admin/reports?period=all");
    for (const button of await page.getByRole("button", { name: "Tabel" }).all()) await button.click();
    await expect(page.getByRole("table").nth(1)).toBeVisible();
  },
  "a purchase": async (page) => {
    await page.goto("/admin/purchases?payment=paid&status=available&sort=quantity&dir=desc");
    await page.getByRole("rowheader").first().getByRole("link").click();
    await expect(page.getByText("Istoric")).toBeVisible();
  },
  "the question of a refund": async (page) => {
    await states["a purchase"]?.(page);
    await page.getByRole("link", { name: "Rambursează", exact: true }).click();
    await expect(page.getByLabel("Motiv")).toBeVisible();
  },
  "the password again": async (page) => {
    await states["the question of a refund"]?.(page);
    await page.getByLabel("Motiv").selectOption("Cerere a clientului");
    await page.getByRole("button", { name: /^Rambursează/ }).click();
    await expect(page.getByRole("dialog", { name: "Confirmă că ești tu" })).toBeVisible();
  },
  "mail settings with a mistake": async (page) => {
    await page.goto("/admin/email");
    await page.getByLabel("Nume expeditor").fill("");
    await save(page, "setările");
    await expect(page.getByText("Acest câmp este obligatoriu")).toBeVisible();
  },
  "texts with a mistake": async (page) => {
    await page.goto("/admin/content");
    await page
      .getByRole("textbox", { name: /^Titlu/ })
      .first()
      .fill("");
    await save(page, "conținutul");
    await expect(page.getByText("Acest câmp este obligatoriu.")).toBeVisible();
  },
  "a code with mistakes": async (page) => {
    await page.goto("/admin/codes/new");
    await save(page, "codul");
    await expect(page.getByRole("textbox", { name: /^Nume/ })).toHaveAttribute("aria-invalid", "true");
  },
  "a message before it leaves": async (page) => {
    await page.goto(await addressOf("/admin/events/:id/messages"));
    await page.getByLabel("Subiect").fill("Porțile");
    await page.getByRole("textbox", { name: "Mesaj" }).fill("Deschidem devreme.");
    await page.getByRole("button", { name: "Vezi cum arată" }).click();
    await expect(page.getByRole("dialog").getByRole("heading", { name: /^Trimiți mesajul/ })).toBeVisible();
  },
};

test("axe finds nothing on the screens of the back-office in the states that only a press leads to", async ({
  page,
  complaints,
}) => {
  for (const status of [403, 409, 422]) complaints.expectStatus(status);
  // what was typed is left behind
  page.on("dialog", (dialog) => dialog.accept());
  await newAdministrator(page);
  expect(await wrongInStates(page, states)).toEqual([]);
});
