import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStage } from "#test/support/stage.ts";
import { exportPurchases } from "./export-purchases.server.ts";
import { countPurchases, listPurchaseChoices, listPurchases } from "./purchase-list-queries.server.ts";
import { everyPurchase, type PurchaseSearch, purchaseSearchOf, purchaseSorts } from "./purchase-search.ts";

const { season, site } = await openStage();
const admin = { userId: (await season.person("admin")).userId, role: "admin" } as const;

const perseids = await season.night({ title: "Noaptea Perseidelor" });
const vinyl = await season.night({ title: 'Vinil, "Valuri" și =SUM(A1)' });
const general = await season.ticketType({ events: [perseids], title: "Intrare generală" });
const couple = await season.ticketType({
  events: [vinyl],
  title: "Couple Ticket",
  entries: 2,
  price: 28_050,
});
const pass = await season.ticketType({
  events: [perseids, vinyl],
  title: "Abonament",
  family: "season_pass",
});
const people = await season.people(9);
const names = [
  "Șerban Țiriac",
  "Ana Pop",
  '=HYPERLINK("x")',
  "+40 722",
  "-1",
  "@SUM",
  "＝1+1",
  "Ana_Maria",
  "Ana%Dan",
];
const made: string[] = [];
for (const [at, person] of people.entries()) {
  await season.db`UPDATE profiles SET full_name = ${names[at]} WHERE id = ${person.userId}`;
  const isPass = at === 8;
  const ticketTypeId = isPass ? pass : at % 2 === 0 ? general : couple;
  const events = isPass ? [perseids, vinyl] : [at % 2 === 0 ? perseids : vinyl];
  const { orderId, purchaseIds } = await paidOrder(season.client, {
    userId: person.userId,
    ticketTypeId,
    events,
    quantity: (at % 3) + 1,
    entries: ticketTypeId === couple ? 2 : 1,
    price: ticketTypeId === couple ? 28_050 : 11_000,
    family: isPass ? "season_pass" : "ordinary",
  });
  made.push(...purchaseIds);
  // Two at the same instant, so that ties are tested.
  await season.db`UPDATE ticket_purchases SET purchase_date = ('2027-03-27 22:30:00+00'::timestamptz + make_interval(hours => ${Math.floor(at / 2)})) WHERE order_id = ${orderId}`;
}
await season.db`UPDATE ticket_purchases SET entries_remaining = 0 WHERE id = ${made[1]}`;
await season.db`UPDATE orders SET state = 'partially_refunded' WHERE id = (SELECT order_id FROM ticket_purchases WHERE id = ${made[0]})`;

const asAdmin = <T>(work: Parameters<typeof site.database.withActor<T>>[1]) =>
  site.database.withActor(admin, work);
const find = async (search: Partial<PurchaseSearch>) =>
  (
    await asAdmin((sql) =>
      listPurchases(sql, {
        search: { ...everyPurchase, ...search },
        sort: "date",
        direction: "desc",
        from: null,
        size: 50,
      }),
    )
  ).rows;

describe("the list of purchases", () => {
  it.each(
    purchaseSorts.flatMap(
      (sort) =>
        [
          [sort, "asc"],
          [sort, "desc"],
        ] as const,
    ),
  )(
    "sorted by %s %s shows each purchase once, page by page, there and back (B7-01, B7-14)",
    async (sort, direction) => {
      const all = { search: everyPurchase, sort, direction, size: 3 } as const;
      const seen: string[][] = [];
      let page = await asAdmin((sql) => listPurchases(sql, { ...all, from: null }));
      expect(page.previous).toBeNull();
      for (;;) {
        seen.push(page.rows.map(({ id }) => id));
        const { next } = page;
        if (next === null) break;
        page = await asAdmin((sql) => listPurchases(sql, { ...all, from: { id: next, go: "on" } }));
      }
      expect(seen.flat()).toHaveLength(10);
      expect(new Set(seen.flat()).size).toBe(10);
      const whole = await asAdmin((sql) => listPurchases(sql, { ...all, from: null, size: 50 }));
      expect(seen.flat()).toEqual(whole.rows.map(({ id }) => id));
      for (let at = seen.length - 2; at >= 0; at--) {
        const { previous } = page;
        if (previous === null) throw new Error("there is a page before");
        page = await asAdmin((sql) => listPurchases(sql, { ...all, from: { id: previous, go: "back" } }));
        expect(page.rows.map(({ id }) => id)).toEqual(seen[at]);
      }
      expect(page.previous).toBeNull();
    },
  );

  it("sorts names as Romanian does", async () => {
    const { rows } = await asAdmin((sql) =>
      listPurchases(sql, {
        search: everyPurchase,
        sort: "user",
        direction: "asc",
        from: null,
        size: 50,
      }),
    );
    expect(rows.at(-1)?.userName).toBe("Șerban Țiriac");
  });

  it.each([
    ["the name", { text: "șerban" }, 1],
    ["the name, without its marks and in any order of its words", { text: "tiriac SERBAN" }, 1],
    ["the address", { text: `${people[1]?.userId}@EXEMPLU` }, 1],
    ["the night", { text: "perseid" }, 5],
    ["the ticket", { text: "couple" }, 4],
    ["the code", { text: "SEASON-" }, 2],
    ["the wildcard %", { text: "a%d" }, 2],
    ["the wildcard _", { text: "a_m" }, 1],
    ["nothing", { text: "nimic din toate" }, 0],
  ] as const)("searches in %s (B7-02)", async (_what, search, found) => {
    expect(await find(search)).toHaveLength(found);
    expect(await asAdmin((sql) => countPurchases(sql, { ...everyPurchase, ...search }, 100))).toMatchObject({
      rows: found,
    });
  });

  it.each([
    ["a night", { eventId: vinyl as string }, 5],
    ["what is used up", { status: "used" }, 1],
    ["what is left to use", { status: "available" }, 9],
    ["one type by its name", { type: { name: "Couple Ticket" } }, 4],
    ["all special types", { type: "special" }, 6],
    ["what was refunded in part", { payment: "partial" }, 1],
    ["what was paid", { payment: "paid" }, 9],
    ["what was refunded", { payment: "refunded" }, 0],
    ["what came since a day", { since: "2027-03-28" }, 10],
    ["what came since the next day", { since: "2027-03-29" }, 0],
  ] as const)("filters by %s (B7-03, B7-04, B7-05, B7-10, B8-25)", async (_what, search, found) => {
    expect(await find(search)).toHaveLength(found);
    expect(await asAdmin((sql) => countPurchases(sql, { ...everyPurchase, ...search }, 100))).toMatchObject({
      rows: found,
    });
  });

  it("shows the name and address of every buyer (B2-25, B7-13)", async () => {
    const rows =
      await season.db`SELECT p.id, u.full_name, u.email FROM ticket_purchases p JOIN profiles u ON u.id = p.user_id`;
    const told = new Map((await find({})).map((row) => [row.id, [row.userName, row.email]]));
    expect(told.size).toBe(rows.length);
    for (const { id, full_name, email } of rows) expect(told.get(id)).toEqual([full_name, email]);
  });

  it("offers the nights and the sold types (B7-05)", async () => {
    const choices = await asAdmin(listPurchaseChoices);
    expect(choices.types).toEqual(["Abonament", "Couple Ticket", "Intrare generală"]);
    expect(choices.events.map(({ id }) => id).sort()).toEqual([perseids, vinyl].sort());
  });

  it("reads the query of an address and ignores invalid parts", () => {
    expect(
      purchaseSearchOf(
        new URLSearchParams(`q= ana &event=${vinyl}&status=used&type=*special&payment=review`),
      ),
    ).toEqual({
      text: "ana",
      eventId: vinyl,
      status: "used",
      type: "special",
      payment: "review",
    });
    expect(purchaseSearchOf(new URLSearchParams("q=%00&event=1' OR 1=1&status=x&payment=y"))).toEqual({
      text: "",
      eventId: null,
      status: "all",
      type: null,
      payment: "all",
    });
  });

  it.each([
    ["Season Pass", true],
    ["Abonament de vară", true],
    ["Couple Ticket", true],
    ["GROUP of 6", true],
    ["All nights", true],
    ["Ballroom", false],
    ["Intrare generală", false],
  ])("counts %s as special: %s (B8-20)", async (name, special) => {
    await season.db`UPDATE tickets SET type = ${name} WHERE id = ${general}`;
    const [row] = await find({ type: { name } });
    expect(row?.isSpecial).toBe(special);
    const found = await find({ type: "special" });
    expect(found.some(({ typeName }) => typeName === name)).toBe(special);
  });
});

describe("the export", () => {
  async function csv(
    search: Partial<PurchaseSearch>,
    columns: "report" | "purchases" = "purchases",
  ): Promise<string> {
    const out = await exportPurchases(site, {
      actor: admin,
      as: "csv",
      search: { ...everyPurchase, ...search },
      columns,
    });
    if (!out.ok) throw new Error(out.refusal.reason);
    return text(out.value);
  }

  it("has the specified columns first, every field quoted, dates as specified and decimals with a dot (B7-15, B8-18)", async () => {
    const [head, line] = (await csv({ text: "Ana Pop" })).split("\n");
    expect(head).toBe(
      "Utilizator,Email,Eveniment,Tip bilet,Cantitate,Preț total,Data,Cod bilet,Intrări rămase,Status,Comandă,Telefon,Deținător,Cod reducere,Reducere,Plătit,Rambursat,Fel de plată,Luat de bancă,De dat înapoi",
    );
    expect(line).toMatch(
      /^"Ana Pop","[0-9a-f-]+@exemplu.ro","Vinil, ""Valuri"" și =SUM\(A1\)","Couple Ticket","2","561\.00","28\.03\.2027 00:30","FSC-\d{4}-\d{6}","0","Folosit","\d+","","Ana Pop","","0\.00","561\.00","0\.00","Card","0\.00","0\.00"$/,
    );
    expect((await csv({}, "report")).split("\n")[0]).toBe(
      "Utilizator,Email,Eveniment,Tip bilet,Cantitate,Preț total,Data",
    );
  });

  it("shows the right time after the clock change of March (B8-18)", async () => {
    expect(await csv({ text: "+40 722" })).toContain('"28.03.2027 01:30"');
    expect(await csv({ text: "＝1+1" })).toContain('"28.03.2027 04:30"');
  });

  it("neutralises cells that a spreadsheet would evaluate (I35)", async () => {
    const lines = (await csv({})).trimEnd().split("\n").slice(1);
    expect(lines).toHaveLength(10);
    const cells = lines.flatMap((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell ?? ""),
    );
    expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([]);
    for (const name of ["'=HYPERLINK(", "'+40 722", "'-1", "'@SUM", "'＝1+1"])
      expect(cells.some((cell) => cell.startsWith(name))).toBe(true);
  });

  it("filters as the list does, for any search text (B7-07, B8-17)", async () => {
    expect((await csv({ eventId: vinyl })).trimEnd().split("\n")).toHaveLength(6);
    for (const nasty of ["'; DROP TABLE orders; --", "\\", "\\'", "$1", "E'\\''"])
      expect((await csv({ text: nasty })).trimEnd().split("\n")).toHaveLength(1);
    expect((await csv({ type: { name: "x'y\\" } })).trimEnd().split("\n")).toHaveLength(1);
  });

  it("is made at most twice at once; a closed connection makes room", async () => {
    const open = () =>
      exportPurchases(site, { actor: admin, as: "csv", search: everyPurchase, columns: "report" });
    const [one, two] = [await open(), await open()];
    if (!one.ok || !two.ok) throw new Error("two may run");
    expect(await open()).toMatchObject({ refusal: { reason: "busy" } });
    one.value.destroy();
    two.value.resume();
    await expect.poll(async () => (await open()).ok).toBe(true);
  });
});
