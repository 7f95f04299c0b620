import type { BrowserContext, Page } from "@playwright/test";
import { addGate, invitation, openBoard, soldTickets } from "#test/support/door-steps.ts";
import { holdBefore } from "#test/support/drawn-camera.ts";
import {
  beginShift,
  bindPhone,
  drawnPhone,
  everythingSent,
  nextTicket,
  storedOn,
  takeAway,
  word,
} from "#test/support/scanner-steps.ts";
import { newAdministrator } from "#test/support/visitor.ts";
import { expect, test } from "#test/support/watched-test.ts";

test("50: a phone is bound by a code, scans with its camera, goes on without network, and sends what it wrote", {
  tag: "@first",
}, async ({ page, browser, newPerson, complaints }) => {
  test.slow();
  for (const status of [403, 409]) complaints.expectStatus(status);
  await newAdministrator(page);
  const { night, tickets } = await soldTickets(await newPerson(), "Noapte la poartă", 3);
  const codes = tickets.map(({ qr }) => qr);
  expect(new Set(codes).size).toBe(3);
  await openBoard(page, night);
  await addGate(page, "Poarta A");
  const link = await invitation(page, "Poarta A");
  expect(link).toMatch(/\/poarta\/inrolare#[\w-]{43}$/);

  const context = await drawnPhone(browser);
  const phone = await context.newPage();
  await bindPhone(phone, link, "Radu M.");
  expect(new URL(phone.url()).pathname).toBe("/poarta/");
  await expect(phone.getByText("Gata și fără internet")).toBeVisible();
  await expect(phone.getByText(/^Bilete: 3 · /)).toBeVisible();
  await beginShift(phone);
  await scanAtTheDoor(phone, context, {
    codes: codes as [string, string, string],
    label: tickets[0]?.label ?? "",
  });
  await context.close();

  await page.getByRole("link", { name: "Gata" }).last().click();
  await page.getByRole("link", { name: "Panou", exact: true }).click();
  const inside = page.getByRole("main").locator("section").first();
  await expect(inside).toContainText(/Înăuntru\s*2\s*din 40/);
  await expect(page.getByRole("listitem").filter({ hasText: "Radu M." }).first()).toContainText(
    "0 netrimise",
  );
  const unknown = page.locator("section").filter({ hasText: "Coduri necunoscute (2)" });
  await expect(unknown.getByRole("listitem")).toHaveText([
    /cod străin\s*Poarta A, Radu M\./,
    /cod fals\s*Poarta A, Radu M\./,
  ]);
});

async function scanAtTheDoor(
  phone: Page,
  context: BrowserContext,
  { codes: [first, second, third], label }: { codes: [string, string, string]; label: string },
): Promise<void> {
  const refused = async (code: string, why: string) => {
    await holdBefore(phone, code);
    await expect(word(phone)).toHaveText("REFUZAT");
    await expect(phone.getByRole("alert")).toContainText(why);
  };

  await test.step("with network: in once, and refused when the code comes again", async () => {
    await expect(phone.getByText("Online")).toBeVisible();
    await holdBefore(phone, first);
    await expect(word(phone)).toHaveText("ADMIS");
    await expect(phone.getByRole("alert")).toContainText(`bilet …${label.slice(-4)}`);
    // the green screen leaves by itself, and the code is still there
    await expect(phone.getByText("Același bilet, deja citit.")).toBeVisible();
    await takeAway(phone);
    await refused(first, "Bilet deja folosit");
    await expect(phone.getByRole("alert")).toContainText("Poarta A");
    await nextTicket(phone);
  });

  await test.step("without network: green is written first, and survives a page that is opened again in the shift", async () => {
    await context.setOffline(true);
    await expect(phone.getByText("Fără internet")).toBeVisible();
    await holdBefore(phone, second);
    await expect(word(phone)).toHaveText("ADMIS");
    await phone.reload();
    await beginShift(phone);
    await expect(phone.getByRole("heading", { name: "Pregătire" })).toHaveCount(0);
    await expect(phone.getByRole("button", { name: "Ultimele" })).toBeVisible();
    await refused(second, "Bilet deja folosit");
    await nextTicket(phone);
    await expect(phone.getByText(/^Fără internet · \d+ netrimis[ăe]$/)).toBeVisible();
    await refused(`${third.slice(0, -4)}AAAA`, "Cod necunoscut");
    await nextTicket(phone);
  });

  await test.step("while the server is silent the person sees that the code was read and that the phone asks", async () => {
    await context.setOffline(false);
    await everythingSent(phone);
    await context.route("**/gate/api/scan", () => {});
    await phone.evaluate(() => {
      window.isHurried = true;
    });
    // it is there for two seconds: the page itself looks
    const isAsking = phone.waitForFunction(() => {
      const words = document.body.textContent;
      return words.includes("întreb serverul…") && words.includes("Fără răspuns în 2 secunde, hotărăște");
    });
    await refused(second, "Bilet deja folosit");
    await isAsking;
    await nextTicket(phone);
    await phone.evaluate(() => {
      window.isHurried = false;
    });
    await context.unroute("**/gate/api/scan");
    await context.setOffline(true);
  });

  await test.step("a code that is no ticket says what to ask for", async () => {
    await refused("WIFI:S:Terasa;T:WPA;P:nisip;;", "Nu e un bilet de la noi");
    await expect(phone.getByText(/Cere biletul din e-mail sau din Profil/)).toBeVisible();
    await nextTicket(phone);
  });

  await test.step("an entry is taken back with a reason", async () => {
    await holdBefore(phone, third);
    await expect(word(phone)).toHaveText("ADMIS");
    await nextTicket(phone);
    await phone.getByRole("button", { name: "Ultimele" }).click();
    await phone
      .getByRole("button", {
        name: /^ADMIS Bilet Intrare la poartă, 1 intrare ora \d\d:\d\d:\d\d, Poarta A$/,
      })
      .first()
      .click();
    await phone.getByRole("button", { name: "Nu a intrat" }).click();
    await expect(phone.getByText("ANULAT: Nu a intrat")).toBeVisible();
    await phone.getByRole("button", { name: "Scanează" }).click();
  });

  await test.step("with network again everything is sent, and no name is on the phone", async () => {
    await context.setOffline(false);
    await everythingSent(phone);
    const stored = await storedOn(phone);
    expect(stored).not.toMatch(/Vizitator|@|FSC1:/);
    expect(stored).toContain('"isSent":true');
  });
}
