import { RouterContextProvider } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { openStage } from "#test/support/stage.ts";
import {
  pageFactsContext,
  siteContext,
  viewerContext,
  visitorContext,
} from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { type Visitor, viewerOf } from "#web/request/visitor.server.ts";
import { action, loader } from "./event-route.tsx";
import type { PressAnswer, SalePanel } from "./ticket-panel-view.ts";

const { season, site: services } = await openStage();

type Person = Awaited<ReturnType<typeof season.person>>;

/** A customer on a night's page, with the code that the browser carries, if any. */
function visit(night: Uuid, person: Person, code?: string) {
  const context = () => {
    const made = new RouterContextProvider();
    made.set(siteContext, services as unknown as SiteServices);
    const visitor: Visitor = {
      kind: "person",
      fullName: "Ana",
      email: "ana@exemplu.ro",
      expiresAt: new Date(),
      isReconfirmed: false,
      needsFactor: false,
      hasOpenOrder: true,
      ...person,
    };
    made.set(visitorContext, visitor);
    made.set(viewerContext, viewerOf(visitor));
    made.set(pageFactsContext, { failure: undefined, nonce: "nonce" });
    return made;
  };
  const request = (body?: FormData) =>
    new Request(`http://127.0.0.1:3000/events/${night}`, {
      headers: code ? { cookie: `code=${code}` } : {},
      ...(body ? { method: "POST", body } : {}),
    });
  const args = (body?: FormData) => ({ context: context(), request: request(body), params: { id: night } });
  let led: string | null = null;
  return {
    /** The address that the last press led to. */
    led: () => led,
    /** What the page shows, whatever kind its panel is. */
    async read() {
      const { data } = await loader(args() as unknown as Parameters<typeof loader>[0]);
      return { panel: data.view.panel, hold: data.hold };
    },
    async see() {
      const { panel, hold } = await this.read();
      if (panel.kind !== "sale") throw new Error("nothing is on sale");
      return { panel, hold };
    },
    /** The address that a purchase leads to, or what the press is answered. */
    async press(fields: [name: string, value: string][]): Promise<"card page" | PressAnswer> {
      const body = new FormData();
      for (const [name, value] of fields) body.append(name, value);
      const answer = await action(args(body) as unknown as Parameters<typeof action>[0]);
      led = answer instanceof Response ? answer.headers.get("location") : null;
      if (answer instanceof Response) return "card page";
      return answer.data as PressAnswer;
    },
  };
}

const choose = (id: Uuid, quantity: number, price: number): [string, string][] => [
  ["ticket_id", id],
  ["quantity", String(quantity)],
  ["price", String(price)],
];

const linesOf = async ({ userId }: Person) =>
  await season.db`SELECT l.quantity, l.list_price::int AS price, l.discount::int AS discount FROM orders o JOIN order_lines l ON l.order_id = o.id
     WHERE o.user_id = ${userId} AND o.stake = 'held' ORDER BY l.no`;

let night: Uuid;
let type: Uuid;
let ana: Person;
beforeEach(async () => {
  night = await season.night();
  type = await season.ticketType({ events: [night] });
  ana = await season.person();
});

describe("a night's tickets in phases", () => {
  it("are bought at two prices after the question, in two lines, and are the open order then", async () => {
    await season.phases(type, [{ price: 8000, capacity: 2 }, { price: 10_000 }]);
    const page = visit(night, ana);
    expect(await page.press(choose(type, 4, 8000))).toMatchObject({
      refusal: { sentence: "Iei 2 la 80 și 2 la 100?", asksSeveral: true, change: null },
      chosen: [{ ticketTypeId: type, quantity: 4 }],
    });
    expect(await linesOf(ana)).toEqual([]);
    expect(await page.press([...choose(type, 4, 8000), ["total", "36000"]])).toBe("card page");
    expect(await linesOf(ana)).toEqual([
      { quantity: 2, price: 8000, discount: 0 },
      { quantity: 2, price: 10_000, discount: 0 },
    ]);
    const { hold, panel } = await page.see();
    expect(hold).toMatchObject({
      lines: [{ ticketTypeId: type, quantity: 4 }],
      parts: [
        { title: "Intrare generală", phase: "Faza 1", quantity: 2, price: 8000 },
        { title: "Intrare generală", phase: "Faza 2", quantity: 2, price: 10_000 },
      ],
      total: 36_000,
    });
    // a smaller choice gets the prices that the hold has
    expect(panel.types[0]).toMatchObject({
      price: 8000,
      phases: [{ price: 8000, left: 2 }, { price: 10_000 }],
    });
    const others = await visit(night, await season.person()).see();
    expect(others.panel.types[0]).toMatchObject({ price: 10_000, phases: [{ price: 10_000 }] });
  });

  it("whose price changes between seeing and pressing are asked about once, and nothing is held before the answer", async () => {
    const [early] = await season.phases(type, [{ price: 8000, capacity: 9 }, { price: 10_000 }]);
    const page = visit(night, ana);
    expect((await page.see()).panel.types[0]).toMatchObject({ price: 8000 });
    await season.db`UPDATE price_phases SET ends_at = now() WHERE id = ${early}`;
    expect(await page.press([...choose(type, 2, 8000), ["total", "16000"]])).toMatchObject({
      refusal: {
        sentence: "Prețul s-a schimbat: acum 100 LEI. Continui?",
        change: { was: 16_000, total: 20_000, lines: [{ was: 16_000, now: 20_000 }] },
      },
      present: { types: [{ price: 10_000, phaseNote: { until: "Faza 1 s-a terminat" } }] },
    });
    expect(await linesOf(ana)).toEqual([]);
    expect(await page.press([...choose(type, 2, 10_000), ["total", "20000"]])).toBe("card page");
    expect(await linesOf(ana)).toMatchObject([{ quantity: 2, price: 10_000 }]);
  });

  it("whose price falls are sold at the lower one without a question", async () => {
    await season.phases(type, [{ price: 8000 }]);
    expect(await visit(night, ana).press(choose(type, 1, 9000))).toBe("card page");
    expect(await linesOf(ana)).toMatchObject([{ price: 8000 }]);
  });
});

describe("a code that the browser carries", () => {
  const codeOf = async (page: ReturnType<typeof visit>): Promise<SalePanel["code"]> =>
    (await page.see()).panel.code;

  it("is in the panel with what it does, and the price with it is what is paid", async () => {
    const voucher = await season.voucher({ code: "NISIP10", capacity: 2 });
    const page = visit(night, ana, "NISIP10");
    expect(await codeOf(page)).toMatchObject({
      kind: "usable",
      code: "NISIP10",
      effect: "10 % reducere",
      uses: 2,
      limit: "Codul mai poate fi folosit pentru 2 bilete.",
    });
    const total = 3 * 11_000 - 2 * 1100;
    const fields: [string, string][] = [...choose(type, 3, 11_000), ["total", String(total)]];
    expect(await page.press(fields)).toBe("card page");
    expect(await linesOf(ana)).toEqual([
      { quantity: 2, price: 11_000, discount: 2200 },
      { quantity: 1, price: 11_000, discount: 0 },
    ]);
    const { hold, panel } = await page.see();
    // the tickets on hold are its own
    expect(hold).toMatchObject({ discount: 2200, uses: { [voucher]: 2 }, total });
    expect(panel.code).toMatchObject({ kind: "usable", uses: 2 });
    const others = visit(night, await season.person(), "NISIP10");
    expect(await codeOf(others)).toMatchObject({
      kind: "refused",
      sentence: "Codul nu mai poate fi folosit.",
    });
  });

  it("is for no early bird of the night", async () => {
    await season.voucher({ code: "ZECE-LA-TOATE" });
    const early = await season.ticketType({ events: [night], family: "early_bird", price: 9_000 });
    const { code } = (await visit(night, ana, "ZECE-LA-TOATE").see()).panel;
    expect(code).toMatchObject({ kind: "usable", voucher: { ticketTypeIds: [type] } });
    expect(early).toBeTruthy();
  });

  it("lowers what a form without a script agreed to: a price that rose meanwhile is asked about", async () => {
    await season.voucher({ code: "NISIP-20", percent: 20 });
    const page = visit(night, ana, "NISIP-20");
    await season.db`UPDATE tickets SET price = 12000 WHERE id = ${type}`;
    // it showed 2 at 110, which the code made 176
    expect(await page.press([...choose(type, 2, 11_000), ["intent", "buy"]])).toMatchObject({
      refusal: {
        sentence: "Prețul s-a schimbat: acum 120 LEI. Continui?",
        change: { was: 17_600, total: 19_200 },
      },
    });
    expect(await linesOf(ana)).toEqual([]);
    expect(await page.press([...choose(type, 2, 12_000), ["intent", "buy"]])).toBe("card page");
    expect(await linesOf(ana)).toMatchObject([{ price: 12_000, discount: 4800 }]);
  });

  it("that the form says does nothing is not used", async () => {
    await season.voucher({ code: "TERASA", types: [await season.ticketType({ events: [night] })] });
    const page = visit(night, ana, "TERASA");
    expect(await page.press(choose(type, 1, 11_000))).toMatchObject({
      refusal: { sentence: "Codul nu e pentru biletele alese." },
    });
    expect(await page.press([...choose(type, 1, 11_000), ["code", ""]])).toBe("card page");
    expect(await linesOf(ana)).toMatchObject([{ discount: 0 }]);
  });

  it("says why it does nothing here: other nights, used by this person, an address that is not proven", async () => {
    await season.voucher({ code: "ALTANOAPTE", events: [await season.night()] });
    expect(await codeOf(visit(night, ana, "ALTANOAPTE"))).toMatchObject({
      sentence: "Codul nu e pentru biletele acestei nopți.",
    });
    await season.voucher({ code: "UNADEOM", perPerson: 1 });
    const page = visit(night, ana, "UNADEOM");
    expect(await codeOf(page)).toMatchObject({ uses: 1 });
    expect(await page.press([...choose(type, 1, 11_000), ["total", "9900"]])).toBe("card page");
    // on this night it is the own open order's; on another it is used
    expect(await codeOf(page)).toMatchObject({ uses: 1 });
    const other = await season.night();
    await season.ticketType({ events: [other] });
    expect(await codeOf(visit(other, ana, "UNADEOM"))).toMatchObject({
      sentence: "Ai folosit deja codul pentru câte bilete se poate.",
    });
    const dan = await season.person();
    await season.db`UPDATE identity."user" SET email_verified = false WHERE id = ${dan.userId}`;
    expect(await codeOf(visit(night, dan, "UNADEOM"))).toMatchObject({
      sentence: "Codul se poate folosi după ce îți confirmi adresa de email.",
    });
  });

  it("that ended between seeing and pressing is asked about with the price without it", async () => {
    const voucher = await season.voucher({ code: "SEARA", capacity: 1 });
    const page = visit(night, ana, "SEARA");
    await season.db`UPDATE stock_counters SET capacity = 1, held = 0, sold = 0 WHERE id = ${voucher}`;
    const seen = await page.press([
      ...choose(type, 2, 11_000),
      ["total", String(22_000 - 2200)],
      ["code", "SEARA"],
    ]);
    expect(seen).toMatchObject({
      refusal: {
        sentence: "Prețul s-a schimbat: acum 209 LEI. Continui?",
        change: { was: 19_800, total: 20_900, cause: "code_used" },
      },
    });
    await season.db`UPDATE stock_counters SET sold = 1 WHERE id = ${voucher}`;
    expect(
      await page.press([...choose(type, 2, 11_000), ["total", "20900"], ["code", "SEARA"]]),
    ).toMatchObject({
      refusal: {
        sentence: "Codul nu mai este valabil. Fără el: 220 LEI. Continui?",
        change: { was: 20_900, total: 22_000, cause: "code_over" },
      },
      present: { code: { kind: "refused", code: "SEARA" } },
    });
    await season.db`UPDATE vouchers SET is_on = false WHERE id = ${voucher}`;
    expect(
      await page.press([...choose(type, 2, 11_000), ["total", "20900"], ["code", "SEARA"]]),
    ).toMatchObject({
      refusal: {
        sentence: "Codul nu mai este valabil. Fără el: 220 LEI. Continui?",
        change: { was: 20_900, total: 22_000, cause: "code_over" },
      },
    });
  });
});

describe("a code that is only typed", () => {
  const typed = (code: string): [string, string] => ["typed_code", code];

  it.each([
    { script: "with", button: ["total", "22000"] as [string, string] },
    { script: "without", button: ["intent", "buy"] as [string, string] },
  ])("lowers the price of the press that buys, $script a script, without a question", async ({ button }) => {
    await season.voucher({ code: `DOAR-${button[0].toUpperCase()}` });
    const page = visit(night, ana);
    const press = [...choose(type, 2, 11_000), typed(`doar-${button[0]}`), button];
    expect(await page.press(press)).toBe("card page");
    expect(await linesOf(ana)).toEqual([{ quantity: 2, price: 11_000, discount: 2200 }]);
  });

  it("does not hide a price that rose by more than it takes off", async () => {
    await season.voucher({ code: "SCRIS-10" });
    await season.db`UPDATE tickets SET price = 15000 WHERE id = ${type}`;
    const press = [...choose(type, 2, 11_000), typed("SCRIS-10"), ["total", "22000"] as [string, string]];
    expect(await visit(night, ana).press(press)).toMatchObject({
      refusal: { change: { was: 22_000, total: 27_000 } },
      present: { code: { kind: "usable", code: "SCRIS-10" } },
    });
    expect(await linesOf(ana)).toEqual([]);
  });

  it("stays in force on the page when the press buys nothing", async () => {
    await season.voucher({ code: "RAMANE" });
    expect(await visit(night, ana).press([typed("RAMANE"), ["intent", "buy"]])).toMatchObject({
      refusal: { sentence: "Te rugam sa selectezi un tip de bilet" },
      present: { code: { kind: "usable", code: "RAMANE" } },
    });
  });

  it("lowers what is held by the button that goes on with it, never over the held price unasked", async () => {
    await season.voucher({ code: "MERG-MAI" });
    const page = visit(night, ana);
    const chosen = choose(type, 1, 11_000);
    expect(await page.press(chosen)).toBe("card page");
    const [order] = await season.db`SELECT id FROM orders WHERE user_id = ${ana.userId}`;
    const goOn: [string, string][] = [...chosen, ["intent", "continue"], ["held", `/checkout/${order?.id}`]];
    expect(await page.press(goOn)).toBe("card page");
    expect(page.led()).toBe(`/checkout/${order?.id}/pay`);
    await season.db`UPDATE tickets SET price = 13000 WHERE id = ${type}`;
    const dearer = [...choose(type, 1, 13_000), ...goOn.slice(chosen.length), typed("MERG-MAI")];
    expect(await page.press(dearer)).toMatchObject({
      refusal: { change: { was: 11_000, total: 11_700 } },
    });
    await season.db`UPDATE tickets SET price = 11000 WHERE id = ${type}`;
    expect(await page.press([...goOn, typed("MERG-MAI")])).toBe("card page");
    expect(await linesOf(ana)).toEqual([{ quantity: 1, price: 11_000, discount: 1100 }]);
  });
});

describe("a page that shows an open order", () => {
  it("pays that order, or its tickets anew at its prices, when another page has put a dearer one in its place (one kind: a button pays what its page did not show)", async () => {
    const page = visit(night, ana);
    const held = async (): Promise<[string, string]> => ["held", (await page.see()).hold?.checkoutUrl ?? ""];
    expect(await page.press(choose(type, 1, 11_000))).toBe("card page");
    const shown = await held();
    expect(await page.press(choose(type, 2, 11_000))).toBe("card page");
    const other = await held();
    expect(other).not.toEqual(shown);
    expect(await page.press([...choose(type, 1, 11_000), ["intent", "continue"], shown])).toBe("card page");
    expect(page.led()).not.toBe(`${other[1]}/pay`);
    expect((await page.see()).hold).toMatchObject({ total: 11_000 });
  });
});

describe("a type of which none is left", () => {
  it("is named as held while the last ones are not paid, to the person who holds them as theirs, and as sold out afterwards", async () => {
    const few = await season.ticketType({ events: [night], capacity: 2, title: "Loja" });
    const [holder, other] = [visit(night, ana), visit(night, await season.person())];
    expect((await other.see()).panel.gone).toEqual([]);
    expect(await holder.press([...choose(few, 2, 11_000), ["total", "22000"]])).toBe("card page");
    const seen = (await other.see()).panel;
    expect(seen.gone).toEqual([{ name: "Loja", mayReturn: true }]);
    expect(seen.types.map(({ id }) => id)).toEqual([type]);
    const own = await holder.see();
    expect(own.panel.gone).toEqual([]);
    expect(own.panel.types.find(({ id }) => id === few)).toMatchObject({ most: 2 });
    expect(own.hold?.lines).toEqual([{ ticketTypeId: few, quantity: 2 }]);
    await season.db`UPDATE stock_counters SET held = 0, sold = 2 WHERE id = ${few}`;
    expect((await other.see()).panel.gone).toEqual([{ name: "Loja", mayReturn: false }]);
    await season.db`UPDATE stock_counters SET sold = 0 WHERE id = ${few}`;
  });

  it("for groups is not called held where paid tickets took the night's last places", async () => {
    const small = await season.night({ capacity: 6 });
    const single = await season.ticketType({ events: [small] });
    await season.ticketType({ events: [small], title: "Grup de 5", entries: 5 });
    const page = visit(small, ana);
    await season.db`UPDATE stock_counters SET held = 1, sold = 2 WHERE id = ${small}`;
    expect((await page.see()).panel.gone).toEqual([{ name: "Grup de 5", mayReturn: false }]);
    await season.db`UPDATE stock_counters SET held = 2, sold = 1 WHERE id = ${small}`;
    const { gone, types } = (await page.see()).panel;
    expect([gone, types.map(({ id }) => id)]).toEqual([[{ name: "Grup de 5", mayReturn: true }], [single]]);
    await season.db`UPDATE stock_counters SET held = 0, sold = 0 WHERE id = ${small}`;
  });
});

describe("a night of which no place is left", () => {
  it("says after how long places return, only while some are held and not paid, and not of types behind a code", async () => {
    const small = await season.night({ capacity: 6 });
    await season.ticketType({ events: [small] });
    const behindCode = await season.ticketType({ events: [small], capacity: 2 });
    await season.db`UPDATE tickets SET requires_code = true WHERE id = ${behindCode}`;
    const soldOut = async (held: number, sold: number) => {
      await season.db`UPDATE stock_counters SET held = ${held}, sold = ${sold} WHERE id = ${small}`;
      const { panel } = await visit(small, ana).read();
      return panel.kind === "closed" ? [panel.state, panel.returnsAfter] : [panel.kind];
    };
    expect(await soldOut(1, 5)).toEqual(["sold_out", 30]);
    expect(await soldOut(0, 6)).toEqual(["sold_out", null]);
  });
});

describe("places that types share", () => {
  const rows = ({ types }: SalePanel) =>
    types.map(({ name, left, most }) => `${name} ${left} ${most}`).sort();

  it("are told once, and of a type only what is its own; a refusal says what the selects beside it do", async () => {
    const small = await season.night({ capacity: 8 });
    const of = (title: string, more = {}) => season.ticketType({ events: [small], title, ...more });
    const [first, second] = [await of("Plaja"), await of("Digul")];
    const page = visit(small, ana);
    const { panel } = await page.see();
    expect([panel.lastPlaces, rows(panel)]).toEqual([
      ["Ultimele 8 locuri"],
      ["Digul null 8", "Plaja null 8"],
    ]);
    await of("Loja", { capacity: 3 });
    expect(rows((await page.see()).panel)).toEqual(["Digul null 8", "Loja 3 3", "Plaja null 8"]);
    const pressed = await page.press([...choose(first, 5, 11_000), ...choose(second, 5, 11_000)]);
    expect(pressed).toMatchObject({
      refusal: { sentence: expect.stringMatching(/Locurile sunt împărțite: .* „(Plaja|Digul)”\.$/) },
      present: { lastPlaces: ["Ultimele 8 locuri"] },
    });
    await season.db`UPDATE stock_counters SET sold = 5 WHERE id = ${small}`;
    expect(await page.press(choose(first, 4, 11_000))).toMatchObject({
      refusal: { sentence: "Nu exista suficiente bilete disponibile. Din „Plaja” mai sunt 3 bilete." },
      present: { lastPlaces: ["Ultimele 3 locuri"] },
    });
  });

  it("are named by the types of their pool where the night has more", async () => {
    const one = await season.ticketType({ events: [night], title: "Terasa" });
    await season.pool({ event: night, types: [one, type], capacity: 1 });
    await season.ticketType({ events: [night], title: "Plaja" });
    const { panel } = await visit(night, ana).see();
    expect(panel.lastPlaces).toEqual([
      expect.stringMatching(/^Ultimele locuri pentru .*(Terasa|Intrare generală), .*: 1$/),
    ]);
    expect(rows(panel)).toEqual(["Intrare generală null 1", "Plaja null 10", "Terasa null 1"]);
  });
});

describe("an open order", () => {
  it("stays on the page when its sale ends, until the night is cancelled; a press then shows the state of now", async () => {
    const page = visit(night, ana);
    expect(await page.press(choose(type, 1, 11_000))).toBe("card page");
    const change = async (what: PromiseLike<unknown>) => {
      await what;
      const { panel, hold } = await page.read();
      return ["state" in panel && panel.state, hold?.total];
    };
    const { db } = season;
    expect(await change(db`UPDATE tickets SET sale_ends_at = now() WHERE id = ${type}`)).toEqual([
      "sale_ended",
      11_000,
    ]);
    expect(await visit(night, await season.person()).press(choose(type, 1, 11_000))).toMatchObject({
      present: { state: "sale_ended" },
    });
    expect(await change(db`UPDATE events SET date = date - 20 WHERE id = ${night}`)).toEqual([
      "ended",
      11_000,
    ]);
    expect(await change(db`UPDATE events SET cancelled_at = now() WHERE id = ${night}`)).toEqual([
      "cancelled",
      undefined,
    ]);
  });
});

describe("a night whose types are all behind a code", () => {
  it("asks for it, says which are none, and sells with it (41)", async () => {
    await season.db`UPDATE tickets SET requires_code = true WHERE id = ${type}`;
    await season.voucher({ code: "PRIETENI", opens: [type] });
    const page = visit(night, ana);
    expect((await page.read()).panel).toMatchObject({
      state: "code_only",
      types: [],
      code: null,
      wrongCode: null,
    });
    expect(
      await page.press([
        ["intent", "apply_code"],
        ["typed_code", "DUSMANI"],
      ]),
    ).toMatchObject({
      wrongCode: { typed: "DUSMANI", sentence: "Codul nu este valabil." },
    });
    expect((await visit(night, ana, "PRIETENI").see()).panel.types).toMatchObject([{ id: type }]);
    await season.db`UPDATE tickets SET sale_ends_at = now() WHERE id = ${type}`;
    expect((await visit(night, ana, "PRIETENI").read()).panel).toMatchObject({
      state: "code_only",
      code: { kind: "refused", sentence: "Biletele pe care le deschide codul tău nu se mai vând online." },
    });
  });
});
