import { type Locator, type Page, expect as soon } from "@playwright/test";
import { newId, type Uuid } from "#kernel/id.ts";
import { type Day, formatDayAndMonth } from "#kernel/time.ts";
import { addGate, invitation, openBoard, ticketsOn } from "#test/support/door-steps.ts";
import { holdBefore } from "#test/support/drawn-camera.ts";
import { ownNight } from "#test/support/own-night.ts";
import { buy, payAndSee } from "#test/support/purchase-steps.ts";
import { qrInPicture } from "#test/support/read-qr.ts";
import { beginShift, bindPhone, drawnPhone, nextTicket, word } from "#test/support/scanner-steps.ts";
import { asOwner } from "#test/support/site-database.ts";
import { freshName, newAdministrator, newCustomer, numberOf } from "#test/support/visitor.ts";
import { expect, says, test } from "#test/support/watched-test.ts";

test("96: a night that began the evening before is sold, shown, stopped and let in to until its end, and over everywhere from then on", async ({
  page,
  browser,
  newPerson,
  complaints,
}) => {
  test.slow();
  for (const status of [403, 409]) complaints.expectStatus(status);
  const type = "Intrare după miezul nopții";
  const night = await ownNight("Noapte după miezul nopții", { [type]: 60 }, "running");
  const later = await ownNight("Noapte de peste o săptămână", {}, { inDays: 9 });
  const pass = await passOf([night.id, later.id]);
  await newAdministrator(page);

  const buyer = await newPerson();
  await newCustomer(buyer);
  await buy(buyer, night.path, { [type]: 1 });
  const [ticket] = await ticketsOn(buyer, 1);

  const holder = await newPerson();
  await newCustomer(holder);
  await holder.goto("/season-pass");
  await holder.getByRole("button", { name: `Achiziționează acum: ${pass}` }).click();
  await payAndSee(holder);
  const code = await codeOfPass(holder, night.day);

  await test.step("the office says that it is tonight, stops its sale and starts it again", async () => {
    await page.goto("/admin");
    await expect(page.getByRole("region", { name: "Porțile din această seară" })).toContainText(night.title);
    const sale = page.getByRole("switch", { name: `Oprește vânzarea: ${night.title}` });
    await page.goto("/admin/status/stops");
    await sale.click();
    await page.getByLabel("Motiv").selectOption("Vreme");
    await page.getByRole("dialog").getByRole("button", { name: "Oprește vânzarea" }).click();
    await says(page, "Oprit.");
    await seen(buyer, night.path, buyer.getByRole("heading", { name: "Oprită acum" }));
    await sale.click();
    await says(page, "Repornit.");
    await seen(buyer, night.path, numberOf(buyer, type));
  });

  await test.step("both are let in", async () => {
    await openBoard(page, night.title);
    await addGate(page, "Poarta A");
    const link = await invitation(page, "Poarta A");
    const context = await drawnPhone(browser);
    const phone = await context.newPage();
    await bindPhone(phone, link, "Radu M.");
    await beginShift(phone);
    for (const qr of [ticket?.qr ?? "", code]) {
      await holdBefore(phone, qr);
      await expect(word(phone)).toHaveText("ADMIS");
      await nextTicket(phone);
    }
    await context.close();
  });

  await test.step("at its end it is over on its page, in the office and in the profile", async () => {
    await asOwner((owner) =>
      owner.query(
        "UPDATE events SET ends = ((now() AT TIME ZONE 'Europe/Bucharest') - interval '1 minute')::time WHERE id = $1",
        [night.id],
      ),
    );
    await seen(buyer, night.path, buyer.getByRole("heading", { name: "A fost frumos." }));
    await page.goto(`/admin/events?q=${encodeURIComponent(night.title)}`);
    await expect(page.getByRole("main")).toContainText("Încheiat");
    await codeOfPass(holder, later.day);
  });
});

/** The code that the profile shows of a pass, which is that of the night on this day. */
async function codeOfPass(holder: Page, day: Day): Promise<string> {
  await holder.goto("/profile");
  const card = holder.getByRole("article", { name: /^Bilet SEASON-/ });
  await expect(card).toContainText(formatDayAndMonth(day));
  const source = await card
    .getByRole("img", { name: /SEASON-/ })
    .first()
    .getAttribute("src");
  const [qr = ""] = await qrInPicture(await (await holder.request.get(source ?? "")).body());
  expect(qr).not.toBe("");
  return qr;
}

/** A page is at most one second old. */
async function seen(person: Page, path: string, place: Locator): Promise<void> {
  await soon(async () => {
    await person.goto(path);
    await soon(place.first()).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
}

async function passOf(nights: readonly Uuid[]): Promise<string> {
  const [id, title] = [newId(), freshName("Abonament de noapte")];
  await asOwner((owner) =>
    owner.query(
      `WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES ($1, 'units', 9)),
            type AS (INSERT INTO tickets (id, type, price, family, is_season_pass, code_per, stripe_price_id, price_agreed_at)
                     VALUES ($1, $2, 30000, 'season_pass', true, 'person', 'price_' || $1::uuid, now()))
       INSERT INTO event_tickets (event_id, ticket_id) SELECT night, $1 FROM unnest($3::uuid[]) night`,
      [id, title, nights],
    ),
  );
  return title;
}
