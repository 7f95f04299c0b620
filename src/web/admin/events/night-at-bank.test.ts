/** A night with an order that is disputed: what is told before is what is done, and what the bank decides is told after. */
import { expect, it } from "vitest";
import { inDays } from "#test/support/days.ts";
import { queriesOf } from "#test/support/queries.ts";
import { sellOrder } from "#test/support/sold-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import { workOffMoves } from "#ticketing/orders/moved-nights/work-off-moves.server.ts";
import { needsSecondProof } from "#ticketing/orders/night-tickets-queries.server.ts";
import { settleDisputes } from "#ticketing/orders/payment/settle-disputes.server.ts";
import { returnMoney } from "#ticketing/orders/refunds/return-money.server.ts";

const { season, site: services, provider, ask, fresh } = await openSourceSite();
const db = queriesOf(season.client);
const site = { ...services, provider };
const password = await season.person("admin");
const dialog = await fresh(await season.person("admin"));

const plain = (html: string) => html.replaceAll("<!-- -->", "");
const page = async (path: string, as = password, form?: Record<string, string>) =>
  plain((await ask(path, { as, ...(form ? { form } : {}) })).text);
const inBani = (lei: string | undefined) => Number(lei?.replace(".", "").replace(",", ""));

/** Two orders of a night, of 110 and of two times 110; the second is disputed. */
async function contested(price = 11_000) {
  const night = await season.night({ time: "22:00" });
  const type = await season.ticketType({ events: [night], price });
  const sold = async (quantity: number) =>
    sellOrder(site, {
      sessionHash: (await season.person()).sessionHash,
      ticketTypeId: type,
      quantity,
    });
  await sold(1);
  const { paymentId } = await sold(2);
  const decide = async (status: "needs_response" | "won" | "lost") => {
    await provider.dispute(paymentId, status);
    await settleDisputes(site, paymentId);
  };
  await decide("needs_response");
  return { night, decide };
}

const moveForm = {
  date: inDays(20),
  time: "21:00",
  doors: "",
  ends: "",
  location: "Dig",
  address: "",
  directions: "",
  reason: "Vine furtuna.",
};

it.each([
  ["cancel", "De dat înapoi", ", banii se dau înapoi și ei", { reason: "Furtună.", used: "refunded" }],
  [
    "move",
    "Cel mult de dat înapoi",
    " până se deschid ușile, cumpărătorul alege și el; dacă o câștigă mai târziu, nu mai poate alege: lămurești tu banii cu el",
    moveForm,
  ],
] as const)(
  "before a %s, the sum, the tickets and the emails leave out what waits at a bank, which is named with its sum (one kind: a sum told that is not the sum done)",
  async (act, label, ifWon, form) => {
    const { night } = await contested();
    const path = `/admin/events/${night}/${act}`;
    const asked = await page(path);
    const sum = new RegExp(`<dt>${label}</dt><dd>([^<]*) LEI</dd>`).exec(asked)?.[1];
    expect([sum, asked]).toEqual(["110,00", expect.stringContaining("<dd>în 1 comandă</dd>")]);
    expect(asked).toContain("1 scrisoare, câte una de comandă");
    expect(asked).toContain(
      `1 comandă contestată la bancă, 220,00 LEI, nu e în cifrele de mai sus: așteaptă hotărârea băncii, și scrisorile ei la fel. Dacă o câștigă clubul${ifWon}.`,
    );
    const last = await page(path, dialog, form);
    expect(last.slice(last.indexOf("<dialog"))).toContain("110,00 LEI");
    expect((await ask(path, { as: dialog, form: { ...form, confirmed: "1" } })).status).toBe(303);
    await (act === "cancel" ? workOffCancellations(site) : workOffMoves(site));
    await returnMoney(site);
    const [done] = await (act === "cancel"
      ? db`SELECT sum(amount)::int AS n FROM cancelled_orders WHERE event_id = ${night}`
      : db`SELECT sum((variables->>'amount')::int)::int AS n FROM letters WHERE kind = 'night_moved' AND variables->>'move' = (SELECT id::text FROM moves WHERE event_id = ${night})`);
    expect(done?.n).toBe(inBani(sum));
  },
);

it.each(["cancel", "move"] as const)(
  "after a %s, a dispute that is lost is told with its sum where the order waited",
  async (act) => {
    const { night, decide } = await contested();
    const path = `/admin/events/${night}/${act}`;
    const form = act === "cancel" ? { reason: "Furtună.", used: "refunded" } : moveForm;
    await ask(path, { as: dialog, form: { ...form, confirmed: "1" } });
    await (act === "cancel" ? workOffCancellations(site) : workOffMoves(site));
    expect(await page(path)).not.toContain("Contestație pierdută");
    await decide("lost");
    expect(await page(path)).toContain(
      "Contestație pierdută: 1 comandă, 220,00 LEI. Banca i-a dat banii înapoi cumpărătorului.",
    );
  },
);

it("a buyer whose dispute is won after the doors of the moved night has no choice: the office is told to settle the money, and no order waits for ever (one kind: a sentence promises what the rule does not do)", async () => {
  const { night, decide } = await contested();
  const path = `/admin/events/${night}/move`;
  await ask(path, { as: dialog, form: { ...moveForm, confirmed: "1" } });
  await workOffMoves(site);
  const waits = "1 comandă așteaptă";
  const unasked = "O comandă era contestată la bancă când s-au deschis ușile";
  const before = await page(path);
  expect([before.includes(waits), before.includes(unasked)]).toEqual([true, false]);
  await db`UPDATE events SET date = ${inDays(-2)} WHERE id = ${night}`;
  await db`UPDATE disputes SET opened_at = opened_at - interval '5 days'`;
  await db`UPDATE moved_orders SET at = at - interval '5 days'`;
  for (const state of ["still open", "won"] as const) {
    if (state === "won") await decide("won");
    await workOffMoves(site);
    const after = await page(path);
    expect([state, after.includes(waits), after.includes(unasked)]).toEqual([state, false, true]);
  }
  expect((await page(path)).split("/admin/purchases?open=")).toHaveLength(2);
});

it.each([
  ["cancel", { reason: "Furtună.", used: "refunded" }, "Se plătesc chiar acum"],
  ["move", moveForm, "1 comandă așteaptă"],
] as const)(
  "after a %s, the order that waits for a bank is named with its number and a link",
  async (act, form, waits) => {
    const { night, decide } = await contested();
    const path = `/admin/events/${night}/${act}`;
    await ask(path, { as: dialog, form: { ...form, confirmed: "1" } });
    await (act === "cancel" ? workOffCancellations(site) : workOffMoves(site));
    const [{ id, number }] = (await db`SELECT id, number FROM orders WHERE state = 'disputed' AND id IN
      (SELECT order_id FROM ticket_purchases WHERE event_id = ${night})`) as [{ id: string; number: number }];
    const link = `<li><a href="/admin/purchases?open=${id}" data-discover="true">Comanda ${number}</a></li>`;
    const names = async () => {
      const text = await page(path);
      return [text.includes(waits), text.split(link).length - 1];
    };
    expect(await names()).toEqual([true, 1]);
    await decide("won");
    await (act === "cancel" ? workOffCancellations(site) : workOffMoves(site));
    expect(await names()).toEqual([false, 0]);
  },
);

it("from the doors of a moved night to its end, an order at a bank stands in one list: no choice comes any more", async () => {
  const { night } = await contested();
  const path = `/admin/events/${night}/move`;
  await ask(path, { as: dialog, form: { ...moveForm, confirmed: "1" } });
  await workOffMoves(site);
  // the doors opened at the midnight that began today, and the night ends after today
  await db`UPDATE events SET date = ${inDays(0)}, doors = '00:00', time = '23:59', ends = '23:58' WHERE id = ${night}`;
  await db`UPDATE disputes SET opened_at = opened_at - interval '5 days'`;
  const after = await page(path);
  expect(after).toContain("O comandă era contestată la bancă când s-au deschis ușile");
  expect(after).not.toContain("comandă așteaptă");
  expect(after.split("/admin/purchases?open=")).toHaveLength(2);
});

it.each([
  ["cancel", { reason: "Furtună.", used: "refunded" }],
  ["move", moveForm],
] as const)(
  "before a %s, the page says whose email waits for a bank, and it goes once the club won (one kind: a page that says everybody is told)",
  async (act, form) => {
    const { night, decide } = await contested();
    const path = `/admin/events/${night}/${act}`;
    const asked = await page(path);
    expect(asked).not.toContain("ajunge la toți");
    for (const said of ["și scrisorile ei la fel", "le scriem numai dacă clubul câștigă contestația"])
      expect(asked).toContain(said);
    await ask(path, { as: dialog, form: { ...form, confirmed: "1" } });
    const told = async () => {
      await (act === "cancel" ? workOffCancellations(site) : workOffMoves(site));
      const [{ n }] =
        (await db`SELECT count(*)::int AS n FROM letters WHERE kind IN ('night_cancelled', 'night_moved')
         AND order_id IN (SELECT order_id FROM ticket_purchases WHERE event_id = ${night})`) as [
          { n: number },
        ];
      return n;
    };
    expect(await told()).toBe(1);
    await decide("won");
    expect(await told()).toBe(2);
  },
);

it("the delete dialog names the switch only while the form has it (one kind: a way out that the screen does not have)", async () => {
  const { night } = await contested();
  const [form, dialogOf] = [`/admin/events/${night}`, `/admin/events/${night}/delete`];
  const shown = async () => {
    const asked = await page(dialogOf);
    return [
      (await page(form)).includes('form="night-available"'),
      asked.includes("cu comutatorul de lângă formular"),
      asked.includes("biletele ei nu mai intră la poartă"),
    ];
  };
  expect(await shown()).toEqual([true, true, false]);
  const reason = { reason: "Furtună.", used: "refunded", confirmed: "1" };
  expect((await ask(`/admin/events/${night}/cancel`, { as: dialog, form: reason })).status).toBe(303);
  expect(await shown()).toEqual([false, false, true]);
});

it("the second proof counts what waits at a bank: it goes back without another question once the dispute is won", async () => {
  const { night } = await contested(200_000);
  const isAsked = () =>
    services.database.withDuty("settle", (sql) => needsSecondProof(sql, night, "refunded"));
  expect(await isAsked()).toBe(true);
  await db`UPDATE ticket_purchases SET total_price = 100 WHERE suspended = 'dispute' AND event_id = ${night}`;
  expect(await isAsked()).toBe(false);
});
