/** What a ticket for several nights says once one of them was cancelled, wherever it can be bought: asked of the site's source. */
import { expect, it } from "vitest";
import { formatShortDate } from "#kernel/time.ts";
import { orderStages } from "#test/support/order-stages.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { choiceAddress, offerAnchor } from "#web/request/choice-address.ts";
import { cancelNightTexts } from "../admin/events/night-changes-texts.ts";

const { season, site, provider, ask, fresh } = await openSourceSite();
const { db } = season;
const stages = orderStages(season, { ...site, provider });

const titles = ["Răsărit", "Zi", "Apus"] as const;
const nights = await Promise.all(titles.map((title, at) => season.night({ title, inDays: at + 3 })));
const [first = "", second = "", last = ""] = nights;
const words = (html: string) =>
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "").replaceAll("<!-- -->", "").replace(/(<[^>]*>|\s)+/g, " ");

async function named(id: string) {
  const [night] = await db`SELECT title, date::text AS date FROM events WHERE id = ${id}`;
  return `${night.title} (${formatShortDate(night.date)})`;
}

it("its card, its row, the way to the payment and the order say which nights it is for, and which is not counted", async () => {
  const early = await season.ticketType({
    events: nights,
    family: "early_bird",
    title: "Early Bird",
    entries: 2,
  });
  const pass = await season.ticketType({ events: nights, family: "season_pass", title: "Abonament" });
  await db`UPDATE tickets SET offer_rank = 1 WHERE id = ${early}`;
  await season.ticketType({ events: nights, title: "Intrare" });
  const buyer = await season.person();
  const open = (by: typeof buyer, form: Record<string, string>) =>
    ask("/season-pass", { as: by, form: { quantity: "1", ...form } });
  const before = await open(buyer, { ticket_id: pass, price: "11000" });
  const left = await stages.held({ events: nights, family: "early_bird" });
  const notCounted = `${await named(last)} s-a anulat și nu se numără.`;
  const ofTwo = `Pentru 2 nopți: ${await named(first)} și ${await named(second)}.`;
  const places = async (as = buyer) => ({
    card: words((await ask("/tickets", { as })).text),
    passes: words((await ask("/season-pass", { as })).text),
    row: words((await ask(`/events/${first}`)).text),
    login: words((await ask(`/login?next=${encodeURIComponent(`/season-pass#${offerAnchor(pass)}`)}`)).text),
    chosen: words(
      (
        await ask(
          `/login?next=${encodeURIComponent(choiceAddress(first, [{ ticketTypeId: early, quantity: 1 }]))}`,
        )
      ).text,
    ),
  });
  const whole = await places();
  expect(Object.values(whole).filter((text) => text.includes("nu se numără"))).toEqual([]);
  expect(whole.row).toContain("Pentru 3 nopți:");

  await db`UPDATE events SET cancelled_at = now() WHERE id = ${last}`;
  // the night's page is kept until the site hears of the change
  const row = async () => words((await ask(`/events/${first}`)).text);
  await expect.poll(row).toContain(notCounted);
  const now = await places(await season.person());
  for (const [place, text] of Object.entries(now))
    expect([place, text.includes(notCounted)]).toEqual([place, true]);
  for (const place of ["card", "passes", "row"] as const)
    expect([place, now[place]]).toEqual([place, expect.stringContaining(ofTwo)]);
  // both early birds; the type that is bought for one night says nothing of the others
  expect(now.row.match(/Pentru 2 nopți/g)).toHaveLength(2);

  // what is held since before the cancellation, and what is held now
  const later = await season.person();
  const after = await open(later, { ticket_id: pass, price: "11000" });
  expect([before.status, after.status]).toEqual([303, 303]);
  const orderOf = async ({ userId }: { userId: string }) =>
    (await db`SELECT id FROM orders WHERE user_id = ${userId}`)[0].id;
  for (const who of [buyer, later, left]) {
    const order = words((await ask(`/checkout/${await orderOf(who)}`, { as: who })).text);
    expect(order).toContain(`${ofTwo} ${notCounted}`);
  }
});

it("the office reads on the cancelled night's page which types go on selling at their price, with the way to each", async () => {
  const [one, other] = [await season.night(), await season.night()];
  const couple = await season.ticketType({
    events: [one, other],
    family: "season_pass",
    title: "Cuplu",
    price: 28_000,
  });
  const hidden = await season.ticketType({ events: [one, other], family: "season_pass", isVisible: false });
  const alone = await season.ticketType({ events: [one], family: "season_pass", title: "Numai aceasta" });
  const admin = await season.person("admin");
  await db`UPDATE events SET cancelled_at = now() WHERE id = ${one}`;
  await db`INSERT INTO cancellations (event_id, reason, used_tickets, actor_id) VALUES (${one}, 'Furtună', 'refunded', ${admin.userId})`;
  const page = async () => (await ask(`/admin/events/${one}/cancel`, { as: await fresh(admin) })).text;
  const shown = await page();
  expect(words(shown)).toContain(cancelNightTexts.stillSold);
  expect(shown).toMatch(new RegExp(`href="/admin/tickets/${couple}"[^>]*>Cuplu, 280,00 LEI<`));
  for (const type of [hidden, alone]) expect(shown).not.toContain(`/admin/tickets/${type}`);
  await db`UPDATE tickets SET sale_ends_at = now() WHERE id = ${couple}`;
  expect(await page()).not.toContain(cancelNightTexts.stillSold);
});
