/** Every figure of the dashboard and the report, compared with a plain query. */
import { expect, it } from "vitest";
import { bani } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { addDays, addMonths } from "#kernel/time.ts";
import { csvRows } from "#test/support/csv-rows.ts";
import { inDays, onOneDay } from "#test/support/days.ts";
import { queriesOf } from "#test/support/queries.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { sumsOf } from "#ticketing/reports/night-settlement.ts";
import { listPurchases } from "#ticketing/reports/purchase-list-queries.server.ts";
import { everyPurchase } from "#ticketing/reports/purchase-search.ts";
import { readSettlement } from "#ticketing/reports/read-settlement.server.ts";
import { purchaseTexts } from "./purchases/purchase-texts.ts";

// the figures of today and of this month are read by the site and by the tables
await onOneDay(3);
const today = inDays(0);
const { season, site, origin } = await openSourceSite({}, { withSeason: true });
const { client: owner, person } = season;
const db = queriesOf(owner);
const admin = await person("admin");
const { token } = admin;
const thisMonth = `${today.slice(0, 7)}-01`;

async function page(path: string, as = token): Promise<string> {
  const answer = await fetch(origin + path, { headers: { cookie: `session=${as}` } });
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll("<!-- -->", "");
}

const whole = (n: number) => new Intl.NumberFormat("ro-RO", { useGrouping: "always" }).format(Math.round(n));
const lei = (bani: number) => whole(bani / 100);

type Sold = { purchases: number; quantity: number; revenue: number };
async function sold(from: string, to: string): Promise<Sold> {
  const rows =
    await db`SELECT count(*)::float8 AS purchases, coalesce(sum(quantity), 0)::float8 AS quantity, coalesce(sum(total_price), 0)::float8 AS revenue
     FROM ticket_purchases WHERE status = 'paid' AND NOT is_test AND (purchase_date AT TIME ZONE 'Europe/Bucharest')::date BETWEEN ${from} AND ${to}`;
  return rows[0];
}
async function number(question: string, ...values: unknown[]): Promise<number> {
  const { rows } = await owner.query<unknown[]>({ text: question, values, rowMode: "array" });
  return Number(rows[0]?.[0]);
}
const membersBetween = (from: string, to: string) =>
  number(
    "SELECT count(*) FROM profiles WHERE (created_at AT TIME ZONE 'Europe/Bucharest')::date BETWEEN $1 AND $2",
    from,
    to,
  );
const ever = ["2000-01-01", today] as const;

/** As the screens write a change: with its sign, and a dash where there is nothing to compare with. */
function change(now: number, before: number): string {
  if (before === 0) return now === 0 ? "0%" : "–";
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)}%`;
}

/** The content of a card: its figure, its change and its note. */
function card(text: string, title: string): (string | undefined)[] {
  const inside = text.slice(text.indexOf(`<h2>${title}</h2>`));
  const end = inside.slice(0, inside.indexOf("</section>"));
  return [
    /<b class="figures">(?:<a[^>]*>)?([^<]*)</.exec(end)?.[1],
    /class="growth[^>]*>(?:<svg[\s\S]*?<\/svg>)?([^<]*)</.exec(end)?.[1],
    /(?:kpi__note"><span>[^<]*<\/span> <span class="figures"|stat-tile__note figures")>([^<]*)</.exec(
      end,
    )?.[1],
  ];
}

it("the tiles of the dashboard equal the tables, against the month before (B2-06, B2-07, B2-08, B2-09, B2-10)", async () => {
  const text = await page("/admin");
  const before = [addMonths(thisMonth, -1), addDays(thisMonth, -1)] as const;
  const now = [thisMonth, today] as const;
  const [all, month, last] = [await sold(...ever), await sold(...now), await sold(...before)];
  const compared = Math.min(Number(today.slice(8)) - 1, Number(before[1].slice(8)));
  const first = (day: string) => [day, addDays(day, compared - 1)] as const;
  const growth = async (count: (from: string, to: string) => Promise<number>) =>
    compared === 0 ? "–" : change(await count(...first(thisMonth)), await count(...first(before[0])));
  const names = [now, before].map(([first]) =>
    new Intl.DateTimeFormat("ro-RO", { month: "long", timeZone: "UTC" }).format(new Date(`${first}T12:00Z`)),
  );
  const note = (one: string, other: string) => `${names[0]} ${one}, ${names[1]} ${other}`;
  expect(all.quantity).toBeGreaterThan(0);
  expect(card(text, "Bilete vândute")).toEqual([
    whole(all.quantity),
    await growth(async (...days) => (await sold(...days)).quantity),
    note(whole(month.quantity), whole(last.quantity)),
  ]);
  expect(card(text, "Venit total")).toEqual([
    `${lei(all.revenue)} LEI`,
    await growth(async (...days) => (await sold(...days)).revenue),
    note(lei(month.revenue), lei(last.revenue)),
  ]);
  const [joined, joinedBefore] = [await membersBetween(...now), await membersBetween(...before)];
  expect(card(text, "Total membri")).toEqual([
    whole(await number("SELECT count(*) FROM profiles")),
    await growth(membersBetween),
    note(whole(joined), whole(joinedBefore)),
  ]);
  const [events, grown] = card(text, "Evenimente");
  expect([events, grown]).toEqual([whole(await number("SELECT count(*) FROM events")), undefined]);
});

it("the nights of the dashboard are the five sold last, with the figures of the tables (B2-12, B2-13, B2-14, B2-21, B2-23)", async () => {
  const text = await page("/admin");
  const body = text.slice(text.indexOf("<tbody"), text.indexOf("</tbody>"));
  const shown = [...body.matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) => [
    /column-event"><span[^>]*>(?:<img[^>]*>|<i[^>]*><\/i>)<a[^>]*>([^<]*)</.exec(row)?.[1],
    /column-sold"[^>]*>([^<]*)</.exec(row)?.[1],
    /(\d+%)<\/span><\/td>/.exec(row)?.[1],
    /column-revenue"[^>]*><a[^>]*>([^<]*)</.exec(row)?.[1],
  ]);
  const rows =
    await db`SELECT e.title, c.capacity, sum(p.quantity)::int AS sold, sum(p.total_price)::float8 AS revenue
     FROM ticket_purchases p JOIN events e ON e.id = p.event_id JOIN stock_counters c ON c.id = e.id WHERE p.status = 'paid' AND NOT p.is_test
     GROUP BY e.id, c.capacity ORDER BY max(p.purchase_date) DESC, e.id LIMIT 5`;
  expect(shown).toEqual(
    rows.map(({ title, capacity, sold: n, revenue }) => [
      title,
      `${n} / ${capacity}`,
      `${Math.round((n / capacity) * 100)}%`,
      `${lei(revenue)} LEI`,
    ]),
  );
});

it("each figure of the dashboard leads to the purchases that it counts, no more and no fewer", async () => {
  const text = await page("/admin");
  const links = [...text.matchAll(/href="(\/admin\/purchases\?only=counted[^"]*)"[^>]*>([^<]*)</g)].map(
    ([, to = "", shown = ""]) => ({ to: to.replaceAll("&amp;", "&"), shown }),
  );
  // two of today, two of all, the night of today, the five nights sold last
  expect(links.length).toBeGreaterThanOrEqual(9);
  for (const { to } of links) {
    const query = new URL(to, origin).searchParams;
    const answer = await fetch(`${origin}${to.replace("purchases?", "purchases.csv?")}`, {
      headers: {
        cookie: `session=${token}`,
        "sec-fetch-site": "same-origin",
        referer: `${origin}/admin`,
      },
    });
    const [head = [], ...listed] = csvRows(await answer.text());
    const sumOf = (column: string) =>
      listed.reduce((sum, row) => sum + Number(row[head.indexOf(column)]?.replace(",", ".")), 0);
    const [event, since] = [query.get("event"), query.get("since")];
    const rows =
      await db`SELECT coalesce(sum(quantity), 0)::float8 AS quantity, coalesce(sum(total_price), 0)::float8 / 100 AS revenue FROM ticket_purchases
       WHERE status = 'paid' AND NOT is_test AND (${event}::uuid IS NULL OR event_id = ${event}) AND (${since}::date IS NULL OR (purchase_date AT TIME ZONE 'Europe/Bucharest')::date >= ${since})`;
    expect([to, sumOf("Cantitate"), sumOf("Preț total")]).toEqual([to, rows[0].quantity, rows[0].revenue]);
    // the head of the list says the same number of tickets, which are fewer rows
    const [lines, tickets] = [counted(listed.length, "row"), counted(rows[0].quantity, "ticket")];
    const said = rows[0].quantity === listed.length ? lines : `${lines} cu ${tickets}`;
    expect(await page(to)).toContain(`>${said}, prețuri în LEI<`);
  }
});

/** The rows of a table, each as the text of its cells. */
function cellsOf(text: string, from: string): string[][] {
  const start = text.indexOf("<tbody", text.indexOf(from));
  const body = text.slice(start, text.indexOf("</tbody>", start));
  return [...body.matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = ""]) =>
      cell.replaceAll(/<[^>]*>/g, "").trim(),
    ),
  );
}

/** The last purchases that count, from the tables: price in bani, time in Bucharest. */
const lastPurchases = async (most: number) =>
  await db`SELECT b.full_name AS name, e.title, t.type, p.quantity, p.total_price::float8 AS price, p.ticket_code AS code,
            to_char(p.purchase_date AT TIME ZONE 'Europe/Bucharest', 'DD.MM.YYYY HH24:MI') AS at
     FROM ticket_purchases p JOIN profiles b ON b.id = p.user_id JOIN events e ON e.id = p.event_id JOIN tickets t ON t.id = p.ticket_type_id
     WHERE p.status = 'paid' AND NOT p.is_test ORDER BY p.purchase_date DESC, p.id DESC LIMIT ${most}`;

it("the purchases of the dashboard are the last ten, with their day and hour in Bucharest (B2-17, B2-18, B2-20, B2-26)", async () => {
  const exact = new Intl.NumberFormat("ro-RO", { minimumFractionDigits: 2, useGrouping: "always" });
  expect(cellsOf(await page("/admin"), "Achiziții Recente de Bilete")).toEqual(
    (await lastPurchases(10)).map(({ name, title, type, quantity, price, at }) => [
      name,
      title,
      type,
      quantity === 0 ? "–" : String(quantity),
      exact.format(price / 100),
      at,
    ]),
  );
});

it("the purchases of the report are those of its period, the latest first, and no others (B8-12, B8-13)", async () => {
  const rows = cellsOf(await page("/admin/reports?period=7"), "Achiziții în perioadă");
  const last = await lastPurchases(12);
  const inPeriod = (await sold(addDays(today, -6), today)).purchases;
  expect(rows.map((cells) => [cells[0], cells[1], cells[4], cells[5]])).toEqual(
    last.slice(0, Math.min(12, inPeriod)).map(({ name, title, price, at }) => [name, title, lei(price), at]),
  );
  const before =
    await db`SELECT ticket_code AS code FROM ticket_purchases WHERE status = 'paid' AND NOT is_test AND (purchase_date AT TIME ZONE 'Europe/Bucharest')::date < ${addDays(today, -6)} ORDER BY purchase_date DESC LIMIT 1`;
  const found = (period: string) => page(`/admin/reports?period=${period}&q=${before[0].code}`);
  expect(cellsOf(await found("all"), "Achiziții în perioadă")).not.toEqual([]);
  expect(await found("7")).toContain("Nicio achiziție găsită");
});

it.each([7, 30, 90, 365])(
  "the four figures of %i days, and of as many before them, equal the tables (B8-02, B8-03, B8-04, B8-05, B8-06)",
  async (days) => {
    const text = await page(`/admin/reports?period=${days}`);
    const from = addDays(today, 1 - days);
    const [start, end] = [addDays(from, -days), addDays(from, -1)];
    const [now, past] = [await sold(from, today), await sold(start, end)];
    const nights = (first: string, last: string) =>
      number("SELECT count(*) FROM events WHERE date BETWEEN $1 AND $2", first, last);
    const average = ({ revenue, quantity }: Sold) => (quantity === 0 ? 0 : Math.round(revenue / quantity));
    const [held, heldBefore] = [await nights(from, today), await nights(start, end)];
    expect(card(text, "Venit total")).toEqual([
      `${lei(now.revenue)} LEI`,
      change(now.revenue, past.revenue),
      lei(past.revenue),
    ]);
    expect(card(text, "Bilete vândute")).toEqual([
      whole(now.quantity),
      change(now.quantity, past.quantity),
      whole(past.quantity),
    ]);
    expect(card(text, "Total evenimente")).toEqual([
      whole(held),
      change(held, heldBefore),
      whole(heldBefore),
    ]);
    expect(card(text, "Preț mediu bilet")).toEqual([
      `${lei(average(now))} LEI`,
      change(average(now), average(past)),
      lei(average(past)),
    ]);
    // nobody has filtered the list below, so it ends with the sum of the period
    expect(/Total în perioadă<\/th><td[^>]*>[\d.]+<\/td><td[^>]*>([\d.]+)</.exec(text)?.[1]).toBe(
      lei(now.revenue),
    );
    expect(text).not.toContain("Resetează filtrele");
  },
);

it("six months, the best nights and the shares of the types equal the tables (B8-07, B8-08, B8-10, B8-11)", async () => {
  const text = await page("/admin/reports?period=all");
  const tables = [...text.matchAll(/<table class="month-table"[\s\S]*?<\/table>/g)].map(([table]) =>
    [...table.matchAll(/<td class="figures">([^<]*)</g)].map(([, figure]) => figure),
  );
  const months = [-5, -4, -3, -2, -1, 0].map((distance) => addMonths(thisMonth, distance));
  const revenue: string[] = [];
  const members: string[] = [];
  for (const first of months) {
    const last = addDays(addMonths(first, 1), -1);
    revenue.push(lei((await sold(first, last)).revenue));
    members.push(whole(await membersBetween(first, last)));
  }
  expect(tables).toEqual([revenue, members]);

  const list = text.slice(text.indexOf('class="top-list"'), text.indexOf("</ol>"));
  const best = await owner.query(
    `SELECT e.title, sum(p.total_price)::float8 AS revenue FROM ticket_purchases p JOIN events e ON e.id = p.event_id WHERE p.status = 'paid' AND NOT p.is_test
     GROUP BY e.id HAVING sum(p.total_price) > 0 ORDER BY 2 DESC, e.id LIMIT 5`,
  );
  expect(
    [...list.matchAll(/<b>([^<]*)<\/b>[\s\S]*?<b class="figures">([^<]*)</g)].map(([, title, sum]) => [
      title,
      sum,
    ]),
  ).toEqual(best.rows.map((row) => [row.title, lei(row.revenue)]));

  const types =
    await db`SELECT t.type, sum(p.quantity)::float8 AS n FROM ticket_purchases p JOIN tickets t ON t.id = p.ticket_type_id WHERE p.status = 'paid' AND NOT p.is_test
     GROUP BY t.type ORDER BY 2 DESC, 1`;
  const all = types.reduce((sum, { n }) => sum + n, 0);
  const shares = text.slice(text.indexOf('class="type-shares"'));
  const shown = [
    ...shares
      .slice(0, shares.indexOf("</ul>"))
      .matchAll(
        /<span>([^<]*)<\/span><span class="figures muted">([^<]*)<\/span><b class="figures">([^<]*)</g,
      ),
  ].map(([, ...words]) => words);
  expect(shown).toEqual(types.map(({ type, n }) => [type, whole(n), `${Math.round((n / all) * 100)}%`]));
  const rings = text.slice(text.indexOf('class="rings"'), text.indexOf('class="type-shares"'));
  expect([...rings.matchAll(/>(\d+%)<\/text>/g)].map(([, percent]) => percent)).toEqual(
    shown.slice(0, 4).map(([, , percent]) => percent),
  );
});

it("what the list says was paid and went back is what the settlement says, to the ban", async () => {
  const search = { ...everyPurchase, only: "everything" } as const;
  const about = { search, sort: "date", direction: "desc", from: null, size: 5_000 } as const;
  const { rows } = await site.database.readAs(admin, (sql) => listPurchases(sql, about));
  const read = await readSettlement(site, { actor: admin, chosen: { from: "2000-01-01", to: "2099-12-31" } });
  if (!read.ok) throw new Error(read.refusal.reason);
  const sums = sumsOf(read.value.rows, read.value.nights);
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((n, row) => n + of(row), 0);
  expect(sums.returned).toBeGreaterThan(0);
  expect(sum(({ paid }) => paid)).toBe(sums.gross - sums.discounts);
  expect(sum(({ paid, kept }) => paid - kept)).toBe(sums.returned);
  const back =
    rows.find(({ paid, kept }) => kept > 0 && kept < paid) ?? rows.find(({ paid, kept }) => kept < paid);
  expect(await page(`/admin/purchases?q=${back?.code}`)).toContain(
    purchaseTexts.leftOf(back ?? { paid: 0, kept: 0 }),
  );
});

it("the box office reads why it gives no money back, and who does, until it may", async () => {
  const { token: till } = await person("box_office");
  const [order] =
    await db`SELECT o.id FROM orders o JOIN ticket_purchases p ON p.order_id = o.id JOIN events e ON e.id = p.event_id
    WHERE o.state = 'paid' AND o.total > 0 AND e.date > ${today} LIMIT 1`;
  const drawer = () => page(`/admin/purchases?open=${order.id}`, till);
  const why = (limit: number) => purchaseTexts.refundLimit({ limit: bani(limit), left: bani(limit) });
  expect(await drawer()).toContain(why(0));
  expect(await drawer()).not.toContain("act=refund");
  await db`INSERT INTO team_settings (refund_limit) VALUES (5000000) ON CONFLICT (one_row) DO UPDATE SET refund_limit = 5000000`;
  const text = await drawer();
  expect([text.includes(why(0)), text.includes("act=refund")]).toEqual([false, true]);
  expect(await page(`/admin/purchases?open=${order.id}&act=refund`, till)).toContain(why(5_000_000));
});

it("the dashboard and the list of nights say the same places of a night that is sold out, and with the sold ones they are all", async () => {
  const [last] = await db`SELECT e.id, e.title FROM ticket_purchases p JOIN events e ON e.id = p.event_id
    WHERE p.status = 'paid' AND NOT p.is_test AND p.total_price > 0 AND e.date > ${today}
      AND EXISTS (SELECT FROM stock_counters c WHERE c.id = e.id AND c.capacity - c.held - c.sold > 20) ORDER BY p.purchase_date DESC LIMIT 1`;
  const said = async (path: string) => {
    const row = (await page(path)).split("<tr").find((part) => part.includes(`>${last.title}</a>`)) ?? "";
    return [/meter--full/.test(row), />Nevândute: ([^<]*)</.exec(row)?.[1]];
  };
  const list = `/admin/events?q=${encodeURIComponent(last.title)}`;
  for (const path of ["/admin", list]) expect(await said(path)).toEqual([false, undefined]);
  // its types are sold out, and its places are not
  await db`UPDATE stock_counters SET capacity = held + sold WHERE id IN (SELECT ticket_id FROM event_tickets WHERE event_id = ${last.id})`;
  const [{ left, held }] =
    await db`SELECT capacity - held - sold AS left, held FROM stock_counters WHERE id = ${last.id}`;
  expect(left).toBeGreaterThan(0);
  const words = [...(held > 0 ? [`reținute ${held}`] : []), `fără bilete de o noapte ${left}`].join(", ");
  for (const path of ["/admin", list]) expect(await said(path)).toEqual([true, words]);
});
