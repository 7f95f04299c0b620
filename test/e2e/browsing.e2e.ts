import type { Locator, Page } from "@playwright/test";
import { newCustomer } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

const isCurrent = (dot: Locator) => expect(dot).toHaveAttribute("aria-current", "true");
const dots = (page: Page, group: string) => page.getByRole("group", { name: group }).getByRole("button");

test("A3-01 A3-09 A3-10 A3-11 A3-12: home opens with a full screen, and its nights turn one by one in a ring", async ({
  page,
}) => {
  await page.goto("/");
  const hero = await page.getByRole("region", { name: "Fosfor Summer Club" }).boundingBox();
  const { height } = page.viewportSize() ?? { height: 0 };
  expect((hero?.y ?? 0) + (hero?.height ?? 0)).toBeGreaterThanOrEqual(height - 1);

  await page.getByRole("button", { name: "Oprește derularea automată" }).click();
  const nights = dots(page, "Alege evenimentul");
  await expect(nights).toHaveCount(6);
  await isCurrent(nights.first());
  await page.getByRole("button", { name: "Evenimentul anterior" }).click();
  await isCurrent(nights.last());
  await page.getByRole("button", { name: "Evenimentul următor" }).click();
  await isCurrent(nights.first());
  await nights.nth(2).click();
  await isCurrent(nights.nth(2));
  // only the visible slide is focusable
  const slides = page.getByRole("list", { name: "Evenimente viitoare" }).locator("> li");
  await expect(slides).toHaveCount(6);
  await expect(slides.and(page.locator(":not([inert])"))).toHaveCount(1);
});

test("A3-13 A18-11: the nights turn by themselves every five seconds, and stop under a pointer", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/");
  const nights = dots(page, "Alege evenimentul");
  await expect(nights).toHaveCount(6);
  // a minute passes at once, and then the clock is stopped: the night that follows stays for five seconds
  await page.clock.pauseAt(Date.now() + 60_000);
  const current = page.getByRole("group", { name: "Alege evenimentul" }).locator("[aria-current]");
  const number = async () => Number(/\d+$/.exec((await current.getAttribute("aria-label")) ?? "")?.[0]);
  const first = await number();
  await page.clock.runFor(4_900);
  expect(await number()).toBe(first);
  await page.clock.runFor(200);
  await isCurrent(nights.nth(first % 6));
  await page.getByRole("button", { name: "Evenimentul următor" }).hover();
  await page.clock.runFor(30_000);
  await isCurrent(nights.nth(first % 6));
});

test("A3-13: with reduced motion nothing moves", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await page.goto("/");
  await isCurrent(dots(page, "Alege evenimentul").first());
  await page.clock.runFor(30_000);
  await isCurrent(dots(page, "Alege evenimentul").first());
});

test("A3-29 A3-30: the artists turn in a ring too", async ({ page }) => {
  await page.goto("/");
  const groups = dots(page, "Grupuri de artiști");
  await expect(groups).toHaveCount(3);
  await page.getByRole("button", { name: "Artiștii anteriori" }).click();
  await isCurrent(groups.last());
  await page.getByRole("button", { name: "Artiștii următori" }).click();
  await isCurrent(groups.first());
});

test("A2-11 A18-13: the header is opaque after scrolling more than 20 px", async ({ page }) => {
  await page.goto("/events");
  const header = page.getByRole("banner");
  const scroll = (y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);
  await scroll(21);
  await expect(header).toHaveClass(/site-head--opaque/);
  await scroll(20);
  await expect(header).not.toHaveClass(/site-head--opaque/);
});

test("A2-12: the menu of a phone closes on navigation", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const menu = page.locator("details.site-menu");
  await page.getByText("Meniu", { exact: true }).click();
  await expect(menu).toHaveAttribute("open", "");
  await page.getByRole("navigation", { name: "Meniu" }).getByRole("link", { name: "Evenimente" }).click();
  await expect(page).toHaveURL("/events");
  await expect(menu).not.toHaveAttribute("open", "");
  await page.getByText("Meniu", { exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(menu).not.toHaveAttribute("open", "");
});

test("A1-25 A1-26 A1-35 A2-10: the flag of a demo shows three links, gives no right, and goes with logging out", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const header = page.getByRole("banner");
  const secret = ["Bilete Speciale", "Admin"].map((name) => header.getByRole("link", { name, exact: true }));
  await page.goto("/");
  for (const link of secret) await expect(link).toHaveCount(0);
  await page.evaluate(() => sessionStorage.setItem("secretAdminAccess", "yes"));
  await page.reload();
  for (const link of secret) await expect(link).toHaveCount(0);
  await page.evaluate(() => sessionStorage.setItem("secretAdminAccess", "true"));
  await page.reload();
  for (const link of secret) await expect(link).toBeVisible();
  await header.getByRole("link", { name: "Bilete Speciale" }).click();
  await expect(page.getByRole("heading", { name: "Bilete Speciale EARLY BIRD", level: 1 })).toBeVisible();
  await header.getByRole("button", { name: "Deconectare" }).click();
  for (const link of secret) await expect(link).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.getItem("secretAdminAccess"))).toBeNull();
  await newCustomer(page);
  await page.goto("/");
  for (const link of secret) await expect(link).toHaveCount(0);
});

test("A4-02 A4-03 A4-04 A4-05 A4-11: nights are searched and filtered, and every choice is an address", async ({
  page,
}) => {
  await page.goto("/events");
  await expect(page.getByRole("radio", { name: "Viitoare" })).toBeChecked();
  await expect(page.getByRole("link", { name: "Vinil și Valuri" })).toHaveCount(0);
  await page.getByRole("radio", { name: "Toate datele" }).check();
  await expect(page).toHaveURL(/period=all/);
  const cards = page.getByRole("main").getByRole("listitem").getByRole("link");
  await expect(cards).toHaveCount(12);
  await page.getByRole("link", { name: "Mai multe nopți" }).click();
  await expect(page).toHaveURL("/events?period=all&page=2");
  await expect(page.getByText(/^Pagina 2: \d+ evenimente$/)).toBeVisible();
  await page.goBack();
  await page.getByRole("searchbox").fill("perseidelor");
  await expect(cards).toHaveCount(1);
  await expect(page).toHaveURL(/[?&]q=perseidelor/);
  await page.getByRole("searchbox").fill("furtună de vară");
  await expect(page.getByRole("heading", { name: "Nicio noapte disponibilă acum." })).toBeVisible();
  await expect(page.getByText("Arată cel indisponibil (1)")).toBeVisible();
  await page.getByRole("link", { name: "Arată-le" }).click();
  await expect(cards).toHaveCount(1);
  await expect(page.getByText("Momentan Indisponibil")).toBeVisible();
  await page.getByRole("link", { name: "Șterge filtrele" }).first().click();
  await expect(page).toHaveURL("/events");
  await expect(page.getByRole("radio", { name: "Viitoare" })).toBeChecked();
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await page.getByRole("radio", { name: "Săptămâna aceasta" }).check();
  await expect(page).toHaveURL(/period=week/);
  await page.goBack();
  await expect(page.getByRole("radio", { name: "Viitoare" })).toBeChecked();
  for (const [name, count] of [
    ["Fosforului", 1],
    ["Perseidelor", 0],
  ] as const) {
    await page.goto(`/events?period=week&q=${name}`);
    await expect(cards).toHaveCount(count);
  }
});

test("A5-11 A5-16: a night is shared with the phone's own share sheet", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", {
      value: async (what: object) => Object.assign(window, { shared: what }),
    });
  });
  await page.goto("/events?q=Fosforului");
  await page.getByRole("link", { name: "Noaptea Fosforului" }).click();
  await page.getByRole("button", { name: "Distribuie" }).click();
  await expect
    .poll(() => page.evaluate("window.shared"))
    .toEqual({ title: "Noaptea Fosforului", url: page.url() });
  await expect(page.getByText("Link copiat in clipboard!")).toHaveCount(0);
});

test("A5-17: without a share sheet the address is copied to the clipboard", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.goto("/events?q=Fosforului");
  await page.getByRole("link", { name: "Noaptea Fosforului" }).click();
  await page.getByRole("button", { name: "Distribuie" }).click();
  await says(page, "Link copiat in clipboard!");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test("the night that one looks at stays when the window changes its size", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Oprește derularea automată" }).click();
  const nights = dots(page, "Alege evenimentul");
  await nights.nth(2).click();
  const slide = page.getByRole("list", { name: "Evenimente viitoare" }).locator("> li").nth(2);
  const offset = () =>
    slide.evaluate((item) => {
      const row = item.parentElement as HTMLElement;
      return Math.abs(item.getBoundingClientRect().left - row.getBoundingClientRect().left);
    });
  await expect.poll(offset).toBeLessThan(2);
  for (const width of [1280, 700, 390, 844, 320]) {
    // settled, and while it moves
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(offset, { message: `at ${width}` }).toBeLessThan(2);
    await isCurrent(nights.nth(2));
    await nights.first().click();
    await nights.nth(2).click();
    await page.setViewportSize({ width: width + 300, height: 844 });
    await expect.poll(offset, { message: `while it moves at ${width}` }).toBeLessThan(2);
    await isCurrent(nights.nth(2));
  }
});

test("what a card says of its sale leaves its date to be read, however narrow it is", async ({ page }) => {
  await page.goto("/events?period=all&unavailable=1");
  const posters = page.locator(".event-card .poster:has(.badge)");
  await expect(posters).not.toHaveCount(0);
  for (const width of [1280, 830, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const gaps = await posters.evaluateAll((all) =>
      all.map((poster) => {
        const boxOf = (part: string) => poster.querySelector(part)?.getBoundingClientRect();
        return (boxOf(".badge")?.top ?? 0) - (boxOf(".lettering__date b, .poster-date")?.bottom ?? 0);
      }),
    );
    expect(Math.min(...gaps), `at ${width}`).toBeGreaterThan(0);
  }
});
