import { describe, expect, it } from "vitest";
import { openPhoneStage } from "#test/support/phone-stage.ts";
import { listOverrides } from "#ticketing/gate/door-board-queries.server.ts";
import type { ChiefProof } from "#ticketing/gate/gate-row-form.ts";
import { giveBackFromDoor } from "#ticketing/gate/give-back-from-door.server.ts";
import { setAsideForDoor } from "#ticketing/gate/set-aside-for-door.server.ts";
import { signChiefProof } from "./chief-code.ts";
import { isShiftUnderWay, noteOpening, noteShift, tillOpeningOf } from "./phone-facts.ts";
import { fetchGuests, guestsOnPhone } from "./phone-guests.ts";
import { handOverTill, sellAtDoor, stockLeft, tillOf } from "./phone-sale.ts";
import { tillTexts } from "./scanner-texts.ts";

const { stage, network, ...stageOfPhones } = await openPhoneStage();
const { site, chief, season } = stage;
const night = await stage.night();

const newPhone = async () => stageOfPhones.phone(await stage.gate(night));

describe("a phone that sells", () => {
  async function seller(quantity: number) {
    const own = await newPhone();
    const type = await season.ticketType({ events: [night], title: "La ușă", price: 13_000, entries: 2 });
    const about = { actor: chief, eventId: night, deviceId: own.device, ticketTypeId: type };
    expect(await setAsideForDoor(site, { ...about, quantity })).toMatchObject({ ok: true });
    await own.phone.sync({ withList: true });
    const { parts } = own.phone;
    const left = () => stockLeft(parts.list().head, own.phone.rows(), Date.now()).map((stock) => stock.left);
    const sell = (n: number, means: "cash" | "terminal" | "protocol" = "cash", shownPrice = 13_000 * n) =>
      sellAtDoor(parts, { typeId: type, quantity: n, means, receipt: null, shownPrice });
    const chiefs = await stageOfPhones.phone(own.gateId, { isChief: true });
    const giveFree = async (n: number, proof?: ChiefProof) => {
      const free = { reason: "artist", proof: proof ?? (await signChiefProof(chiefs.phone.parts)) } as const;
      const sale = { typeId: type, quantity: n, means: "protocol", receipt: null, shownPrice: 0 } as const;
      return sellAtDoor(parts, { ...sale, free });
    };
    return { chiefs: chiefs.phone, giveFree, ...own, type, about, parts, left, sell };
  }
  const logged = async (device: string) =>
    await season.db`SELECT kind, mode, entries, quantity, bani::int AS bani, opening_bani::int AS opening, finding FROM gate_log WHERE device_id = ${device} ORDER BY seq`;

  it("sells what is left and no more, without network and after it was closed too", async () => {
    const { phone, open, device, left, sell, giveFree, disk } = await seller(5);
    expect(await sell(2)).toBe("sold");
    network.is = "away";
    await phone.sync({ withList: true });
    expect([await giveFree(2), await sell(2), left()]).toEqual(["sold", "changed", [1]]);
    expect(await sell(1, "cash", 12_000)).toBe("changed");
    disk.isFull = true;
    expect(await sell(1)).toBe("not_written");
    disk.isFull = false;
    network.is = "there";
    const again = await open();
    expect(stockLeft(again.parts.list().head, again.rows(), Date.now()).map((stock) => stock.left)).toEqual([
      1,
    ]);
    await again.sync({ withList: true });
    expect(stockLeft(again.parts.list().head, again.rows(), Date.now()).map((stock) => stock.left)).toEqual([
      1,
    ]);
    expect(await logged(device)).toEqual([
      { kind: "sale", mode: "online", entries: 4, quantity: 2, bani: 26_000, opening: null, finding: null },
      { kind: "sale", mode: "override", entries: 4, quantity: 2, bani: 0, opening: null, finding: null },
    ]);
  });

  it("gives nothing free without a chief's code, with one once, and the server finds what was given without", async () => {
    const { phone, device, type, chiefs, left, sell, giveFree } = await seller(5);
    expect(await sell(1, "protocol", 0)).toBe("changed");
    const proof = await signChiefProof(chiefs.parts);
    expect([await giveFree(1, proof), await giveFree(1, proof), left()]).toEqual(["sold", "chief_used", [4]]);
    // as a page of an earlier build writes it
    const sale = { type, quantity: 1, bani: 0, means: "protocol", receipt: null } as const;
    const row = { kind: "sale", mode: "offline", entries: 2, sale } as const;
    await phone.parts.write(row);
    await phone.sync({ withList: false });
    expect((await logged(device)).map(({ mode, finding }) => [mode, finding])).toEqual([
      ["override", null],
      ["override", "same_code"],
      ["offline", "no_chief"],
    ]);
    const overrides = await site.database.readAs(chief, (sql) => listOverrides(sql, night, 50));
    expect(overrides.filter(({ phoneName, kind }) => kind === "sale" && phoneName === "A1")).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ typeName: "La ușă", reason: "artist", entries: 2 })]),
    );
  });

  it("undoes a sale, and sells it again; what was given back meanwhile comes with the next list", async () => {
    const { phone, left, sell, about } = await seller(1);
    await sell(1);
    expect([await sell(1), await phone.undo(1, "mistake"), left()]).toEqual(["changed", true, [1]]);
    expect(await sell(1)).toBe("sold");
    await phone.sync({ withList: true });
    expect(left()).toEqual([0]);
    await setAsideForDoor(site, { ...about, quantity: 3 });
    await phone.sync({ withList: true });
    expect(left()).toEqual([3]);
    const rows = await season.db`SELECT id FROM door_shares WHERE device_id = ${about.deviceId}`;
    await giveBackFromDoor(site, { actor: chief, shareId: rows[0].id });
    await phone.sync({ withList: true });
    expect(left()).toEqual([0]);
  });

  it("hands its till over once the server has every row, and not before", async () => {
    const { phone, device, parts, sell, store } = await seller(5);
    await noteShift(store, true);
    await noteOpening(store, 20_000);
    await sell(2);
    network.is = "away";
    await phone.sync({ withList: false });
    expect(await handOverTill(parts, { cash: 26_000, opening: 0 })).toBe("unsent");
    network.is = "there";
    await phone.sync({ withList: false });
    expect(tillOf(phone.rows()).cash).toBe(26_000);
    expect(await handOverTill(parts, { cash: 25_000, opening: 20_000 })).toBe("handed_over");
    expect(tillOf(phone.rows()).cash).toBe(0);
    // the next till begins with nothing, and a page that is opened again is made ready first
    expect([await tillOpeningOf(store), await isShiftUnderWay(store)]).toEqual([0, false]);
    await phone.sync({ withList: false });
    expect(await logged(device)).toMatchObject([
      { kind: "sale" },
      { kind: "shift", bani: 25_000, opening: 20_000, entries: 0 },
    ]);
  });

  it("sells the last ticket once, however quickly the button is pressed again", async () => {
    const { parts, sell, left } = await seller(1);
    expect((await Promise.all([sell(1), sell(1), sell(1)])).sort()).toEqual(["changed", "changed", "sold"]);
    expect([left(), parts.rows.length]).toEqual([[0], 1]);
  });

  it("keeps a shift, its opening cash and the guests' names while it is closed, until the till is handed over", async () => {
    const { phone, parts, store } = await seller(1);
    await noteShift(store, true);
    await noteOpening(store, 20_000);
    await fetchGuests(phone);
    expect([await isShiftUnderWay(store), await tillOpeningOf(store)]).toEqual([true, 20_000]);
    expect(await guestsOnPhone(phone)).toEqual([]);
    expect(await handOverTill(parts, { cash: 20_000, opening: 20_000 })).toBe("handed_over");
    expect([await isShiftUnderWay(store), await tillOpeningOf(store)]).toEqual([false, 0]);
    expect(await guestsOnPhone(phone)).toBeUndefined();
  });

  it("keeps the name it was bound with through a hand-over, and says so; an earlier build's phone knows no name", async () => {
    const { phone, open, parts } = await seller(1);
    expect(await handOverTill(parts, { cash: 0, opening: 0 })).toBe("handed_over");
    const names = [phone, await open()].map((one) => one.parts.name);
    expect([...names, undefined].map(tillTexts.boundAs)).toEqual([
      "„A1”",
      "„A1”",
      "cu care e legat telefonul",
    ]);
  });

  it("is in no shift before one was begun", async () => {
    const { store } = await newPhone();
    expect(await isShiftUnderWay(store)).toBe(false);
  });
});
