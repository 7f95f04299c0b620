/** A night on which somebody has come in: each place of its cancelling says what the choice about used tickets does. */
import { expect, it } from "vitest";
import { queriesOf } from "#test/support/queries.ts";
import { sellLines } from "#test/support/sold-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { cancelNightTexts, nightCostTexts } from "./night-changes-texts.ts";

const { season, site: services, provider, ask, fresh } = await openSourceSite();
const db = queriesOf(season.client);
const admin = await season.person("admin");
const askers = { password: admin, dialog: await fresh(await season.person("admin")) };
const night = await season.night();
const entry = await season.ticketType({ events: [night], title: "Intrare", price: 10_000 });
const parking = await season.ticketType({ events: [night], title: "Parcare", entries: 0, price: 3_000 });
const { orderId } = await sellLines(
  { ...services, provider },
  {
    sessionHash: (await season.person()).sessionHash,
    eventId: night,
    lines: [
      { ticketTypeId: entry, quantity: 3 },
      { ticketTypeId: parking, quantity: 1 },
    ],
  },
);
await db`UPDATE tickets SET code_per = 'person' WHERE id = ${entry}`;
const { orderId: second } = await sellLines(
  { ...services, provider },
  {
    sessionHash: (await season.person()).sessionHash,
    eventId: night,
    lines: [{ ticketTypeId: entry, quantity: 2 }],
  },
);
await db`UPDATE ticket_purchases SET entries_remaining = entries_remaining - 1 WHERE order_id = ${second} AND seat_no = 1`;
await db`UPDATE ticket_purchases SET entries_remaining = 0 WHERE order_id = ${orderId} AND places = 0`;

const cancelling = async (used: string, as: { readonly token: string }) =>
  (await ask(`/admin/events/${night}/cancel`, { as, form: { reason: "Furtună.", used } })).text.replaceAll(
    "<!-- -->",
    "",
  );
const sumOnPage = (text: string) =>
  new RegExp(`<dt>${cancelNightTexts.amount}</dt><dd>([^<]*) LEI</dd><dd>`).exec(text)?.[1];

it.each([
  ["refunded", "500,00", "password"],
  ["refunded", "500,00", "dialog"],
  ["kept", "400,00", "password"],
  ["kept", "400,00", "dialog"],
] as const)(
  "used tickets %s, %s LEI: the page, the last step (%s) and the letter's preview say the same (one kind: a sum told that is not the sum done)",
  async (used, sum, step) => {
    const text = await cancelling(used, askers[step]);
    expect(sumOnPage(text)).toBe(sum);
    expect(text.slice(text.indexOf("<dialog"))).toContain(`dai înapoi ${sum} LEI`);
    const isKept = used === "kept";
    const [, , , keptLine = ""] = cancelNightTexts.letterLines("", "", true);
    expect(text.includes(keptLine)).toBe(isKept);
    expect(text.includes(nightCostTexts.ofUnused(nightCostTexts.whole))).toBe(isKept);
    expect(text).toContain(nightCostTexts.allUsed);
    expect(text).toContain(cancelNightTexts.usedNote(1));
  },
);
