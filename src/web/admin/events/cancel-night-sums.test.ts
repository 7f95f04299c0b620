/** A night on which somebody has come in: each place of its cancelling says what the choice about used tickets does. */
import { expect, it } from "vitest";
import { queriesOf } from "#test/support/queries.ts";
import { sellLines } from "#test/support/sold-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { publicTexts } from "#web/public/public-texts.ts";
import { shownTicketTexts } from "#web/request/shown-ticket-texts.ts";
import { templateTitle } from "../email/email-texts.ts";
import { cancelNightTexts, nightCostTexts } from "./night-changes-texts.ts";

const { season, site: services, provider, ask, fresh } = await openSourceSite();
const db = queriesOf(season.client);
const admin = await season.person("admin");
const askers = { password: admin, dialog: await fresh(await season.person("admin")) };
const night = await season.night();
const entry = await season.ticketType({ events: [night], title: "Intrare", price: 10_000 });
const parking = await season.ticketType({ events: [night], title: "Parcare", entries: 0, price: 3_000 });
const [unused, used] = [await season.person(), await season.person()];
const { orderId } = await sellLines(
  { ...services, provider },
  {
    sessionHash: unused.sessionHash,
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
    sessionHash: used.sessionHash,
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
  async (choice, sum, step) => {
    const text = await cancelling(choice, askers[step]);
    expect(sumOnPage(text)).toBe(sum);
    expect(text.slice(text.indexOf("<dialog"))).toContain(`dai înapoi ${sum} LEI`);
    const isKept = choice === "kept";
    const [, , , keptLine = ""] = cancelNightTexts.letterLines("", "", true);
    expect(text.includes(keptLine)).toBe(isKept);
    expect(text.includes(nightCostTexts.ofUnused(nightCostTexts.whole))).toBe(isKept);
    expect(text).toContain(nightCostTexts.allUsed);
    expect(text).toContain(cancelNightTexts.usedNote(1));
  },
);

// a sale needs no phone here
await db`ALTER TABLE gate_log DROP CONSTRAINT gate_log_device_id_gate_devices_id_fk, DROP CONSTRAINT gate_log_share`;
const sellAtDoor = (means: string, bani: number) =>
  db`INSERT INTO gate_log (device_id, seq, digest, event_id, signed_text, signature, is_quarantined, kind, mode, entries, type_id, quantity, bani, means, is_counted)
     VALUES (gen_random_uuid(), 1, repeat('a', 64), ${night}, '{}', 's', false, 'sale', 'offline', 2, ${entry}, 2, ${bani}, ${means}, true)`;
const pageOf = async (path: string, as?: { readonly token: string }) =>
  (await ask(path, { as })).text.replaceAll("<!-- -->", "");

it("the money of the doors is named before and after, apart from what goes back by itself; without any, nothing is said of it (one kind: money left out)", async () => {
  const path = `/admin/events/${night}/cancel`;
  expect(await pageOf(path, admin)).not.toContain("La ușă");
  await sellAtDoor("protocol", 0);
  expect(await pageOf(path, admin)).not.toContain("La ușă");
  await sellAtDoor("cash", 20_000);
  await sellAtDoor("terminal", 5_000);
  const said =
    "La ușă s-au plătit 200,00 LEI în numerar și 50,00 LEI la terminal, pentru 4 bilete. Banii aceștia nu sunt în suma de mai sus";
  expect(await pageOf(path, admin)).toContain(said);
  const form = { reason: "Furtună.", usedTickets: "kept" } as const;
  const actor = { userId: admin.userId, role: "admin" } as const;
  expect(await cancelNight(services, { actor, id: night, form, isProven: true })).toMatchObject({ ok: true });
  expect(await pageOf(path, admin)).toContain(said);
});

it("the night's page and each ticket say whose money goes back (one kind: money promised that is kept)", async () => {
  expect(await pageOf(`/events/${night}`)).toContain(
    publicTexts.cancelledBanner({ keepsUsed: true, isSoldAtDoor: true }),
  );
  const [kept, back] = (["kept", "cancelled"] as const).map((why) => shownTicketTexts.noEntry(why, 1));
  const [ofUnused, ofUsed] = [await pageOf("/profile", unused), await pageOf("/profile", used)];
  expect([ofUsed.split(kept ?? "").length, ofUsed.split(back ?? "").length]).toEqual([2, 2]);
  expect(ofUnused).toContain(back);
  const other = await season.night();
  const form = { reason: "Furtună.", usedTickets: "refunded" } as const;
  const actor = { userId: admin.userId, role: "admin" } as const;
  await cancelNight(services, { actor, id: other, form, isProven: true });
  expect(await pageOf(`/events/${other}`)).toContain(
    publicTexts.cancelledBanner({ keepsUsed: false, isSoldAtDoor: false }),
  );
});

it.each([
  ["move", "night_moved_share"],
  ["cancel", "night_cancelled"],
])(
  "the %s page says that an edited letter goes out, not its own words (one kind: a letter shown that does not leave)",
  async (act, name) => {
    const night = await season.night();
    const page = async () => (await ask(`/admin/events/${night}/${act}`, { as: admin })).text;
    const said = nightCostTexts.letterEdited([templateTitle(name)]);
    expect(await page()).not.toContain(said);
    await season.db`UPDATE email_templates SET is_built_in = false WHERE name = ${name}`;
    expect(await page()).toContain(said);
    await season.db`UPDATE email_templates SET is_built_in = true WHERE name = ${name}`;
  },
);
