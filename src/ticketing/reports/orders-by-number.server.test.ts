/** An order is found by what people say of it. */
import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStage } from "#test/support/stage.ts";
import { findCustomer } from "./customer-queries.server.ts";
import { findOrderOverview } from "./order-overview-queries.server.ts";
import { listPurchases } from "./purchase-list-queries.server.ts";
import { everyPurchase, purchaseSorts } from "./purchase-search.ts";
import { searchEverything } from "./search-queries.server.ts";

const { season, site } = await openStage();
const { db } = season;
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;
const accountant = { userId: (await season.person("accountant")).userId, role: "accountant" } as const;
const night = await season.night({ title: "Noaptea Numerelor" });
const type = await season.ticketType({ events: [night] });

async function bought(quantity = 1) {
  const { userId } = await season.person();
  const order = await paidOrder(season.client, { userId, ticketTypeId: type, events: [night], quantity });
  const [{ number }] = (await db`SELECT number::int AS number FROM orders WHERE id = ${order.orderId}`) as [
    { number: number },
  ];
  return { ...order, userId, number };
}

const ana = await bought();
const others = [await bought(), await bought(), await bought()];
await db`UPDATE profiles SET phone = '+40722000111' WHERE id = ${ana.userId}`;
await db`INSERT INTO payments (payment_intent_id, session_id, order_id, amount, currency) VALUES ('pi_numere_595', 'cs_numere', ${ana.orderId}, 11000, 'ron')`;
for (const [at, { purchaseIds }] of others.entries())
  await db`UPDATE ticket_purchases SET ticket_code = ${`FSC-000${at}-${String(ana.number).padStart(6, "0")}`} WHERE id = ${purchaseIds[0]}`;

const listed = async (
  text: string,
  asked: Partial<Parameters<typeof listPurchases>[1]> = {},
  actor: { userId: Uuid; role: "admin" | "accountant" } = admin,
) =>
  site.database.readAs(actor, (sql) =>
    listPurchases(sql, {
      sort: "date",
      direction: "desc",
      from: null,
      size: 50,
      ...asked,
      search: { ...everyPurchase, text },
    }),
  );
const idsOf = ({ rows }: Awaited<ReturnType<typeof listed>>) => rows.map(({ id }) => id);

describe("the list of purchases", () => {
  it.each(["#%", "comanda %"])("finds the order alone by %j", async (form) => {
    expect(idsOf(await listed(form.replace("%", String(ana.number))))).toEqual(ana.purchaseIds);
  });

  it("shows of each ticket the number of its order", async () => {
    const { rows } = await listed(`#${ana.number}`);
    expect(rows.map(({ number }) => number)).toEqual([ana.number]);
  });

  it.each(["pi_numere_595", "0722 000 111", "+40722000111", "722000111"])("finds it by %j", async (text) => {
    expect(idsOf(await listed(text))).toEqual(ana.purchaseIds);
  });

  it("finds nobody by a phone for a person who may not read phones", async () => {
    expect(idsOf(await listed("0722 000 111", {}, accountant))).toEqual([]);
    expect(idsOf(await listed("pi_numere_595", {}, accountant))).toEqual(ana.purchaseIds);
  });

  it("has the phone on the order and on the customer's page, for those who may read phones", async () => {
    const phones = (actor: typeof admin | typeof accountant) =>
      site.database.readAs(actor, async (sql) => [
        (await findOrderOverview(sql, ana.orderId))?.buyer.phone,
        (await findCustomer(sql, ana.userId, 1))?.phone,
      ]);
    expect(await phones(admin)).toEqual(["+40722000111", "+40722000111"]);
    expect(await phones(accountant)).toEqual([null, null]);
  });

  it.each(
    purchaseSorts.flatMap((sort) => (["asc", "desc"] as const).map((direction) => ({ sort, direction }))),
  )(
    "has the order before codes with its digits by chance, page by page, forth and back: by $sort, $direction",
    async (sorted) => {
      const text = String(ana.number);
      const all = idsOf(await listed(text, sorted));
      expect(all[0]).toBe(ana.purchaseIds[0]);
      expect(all.toSorted()).toEqual([ana, ...others].flatMap(({ purchaseIds }) => purchaseIds).toSorted());
      const paged: string[] = [];
      let from: { id: string; go: "on" | "back" } | null = null;
      for (let n = 0; n < all.length; n += 1) {
        const page: Awaited<ReturnType<typeof listed>> = await listed(text, { ...sorted, from, size: 1 });
        paged.push(...idsOf(page));
        from = page.next ? { id: page.next, go: "on" } : null;
      }
      expect(paged).toEqual(all);
      const before = await listed(text, { ...sorted, from: { id: all[1] ?? "", go: "back" }, size: 1 });
      expect(idsOf(before)).toEqual(ana.purchaseIds);
    },
  );
});

it("the search of the top bar has the order first, and opens it", async () => {
  for (const text of [String(ana.number), `#${ana.number}`, "pi_numere_595", "0722000111"]) {
    const [first] = await site.database.readAs(admin, (sql) => searchEverything(sql, text));
    expect(first).toMatchObject({ kind: "order", id: ana.orderId, title: String(ana.number) });
  }
});
