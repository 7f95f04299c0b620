import { afterEach, describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import { refused } from "#kernel/outcome.ts";
import { instantOf } from "#kernel/time.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { arrived } from "#test/support/open-page.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { createVoucher } from "./create-voucher.server.ts";
import { editVoucher } from "./edit-voucher.server.ts";
import {
  findVoucher,
  listTypeChoices,
  listVouchers,
  type VoucherSearch,
} from "./office-voucher-queries.server.ts";
import { removeVoucher } from "./remove-voucher.server.ts";
import { switchVouchers } from "./switch-vouchers.server.ts";
import type { NewCodes, VoucherForm } from "./voucher-form.ts";

const { season, site, admin, one, holds } = await openMoneyStage();
const night = await season.night({ title: "Eclipsa" });
const type = await season.ticketType({ events: [night], price: 10_000 });
const hidden = await season.ticketType({ events: [night], title: "Culise" });
await season.db`UPDATE tickets SET requires_code = true WHERE id = ${hidden}`;

const form: VoucherForm = {
  kind: "percent",
  percent: 10,
  amount: null,
  name: "Vara",
  eventIds: null,
  ticketTypeIds: null,
  uses: 5,
  perPerson: null,
  startsAt: null,
  endsAt: null,
  returnsUses: false,
};
const typed = (code = `TIPAR-${newId().slice(-8).toUpperCase()}`): NewCodes => ({ kind: "typed", code });
const setOf = (count: number, prefix = "FAR-"): NewCodes => ({ kind: "random", count, prefix, isSet: true });

const made = async (codes: NewCodes = typed(), about: Partial<VoucherForm> = {}) =>
  succeeded(await createVoucher(site, { actor: admin, form: { ...form, ...about }, codes })).id;
const found = async (id: string) => site.database.readAs(admin, (sql) => findVoucher(sql, id));
const history = (id: string) =>
  site.database.readAs(admin, async (sql) =>
    (await listHistory(sql, "voucher", id, { limit: 9 })).map(({ what, before, after }) => ({
      what,
      before,
      after,
    })),
  );
const codesOf = async (id: string) =>
  (await season.db`SELECT code FROM vouchers WHERE coalesce(set_id, id) = ${id} ORDER BY code`).map(
    ({ code }) => code,
  );
async function buy(code: string, quantity = 1, ticketTypeId = type) {
  const opened = await openCheckout(
    site,
    arrived((await season.person()).sessionHash, [{ ticketTypeId, quantity }], { code, eventId: night }),
  );
  return opened.ok ? "held" : opened.refusal;
}
const older = () =>
  season.db`INSERT INTO process_pulses (process_id, pulse) VALUES (gen_random_uuid(), '{"knowsLines":true}')`;
afterEach(() => season.client.query("DELETE FROM process_pulses"));

describe("a new code", () => {
  it("has its counter, can be used at once, and is in the journal (I4)", async () => {
    const code = "LAGARA-2027";
    const endsAt = instantOf("2099-08-29", "04:00");
    const id = await made(typed(code), {
      kind: "fixed",
      percent: null,
      amount: bani(1_500),
      endsAt,
      eventIds: [night],
    });
    expect(await found(id)).toMatchObject({
      id,
      code,
      kind: "fixed",
      amount: 1_500,
      eventIds: [night],
      isOn: true,
      isSet: false,
      endsAt,
      version: 1,
      codes: 1,
      sold: 0,
      held: 0,
      capacity: 5,
      uses: 5,
      isUnused: true,
    });
    expect(await buy(code)).toBe("held");
    expect(await found(id)).toMatchObject({ held: 1, isUnused: false });
    expect(await history(id)).toEqual([{ what: "created", before: null, after: null }]);
    await holds();
  });

  it("is made by the key of its form, which names nothing that is there or that another person made", async () => {
    const there = await made();
    const make = async (key: string, actor = admin) =>
      succeeded(await createVoucher(site, { actor, form, codes: setOf(2), key })).id;
    const [first, again] = [await make(there), await make(there)];
    expect(again).toBe(first);
    expect(await found(first)).toMatchObject({ isSet: true, codes: 2 });
    const other = { ...admin, userId: (await season.person("admin")).userId };
    expect([there, first]).not.toContain(await make(there, other));
  });

  it("of one name is there once", async () => {
    await made(typed("DE-DOUA-ORI"));
    const again = await createVoucher(site, { actor: admin, form, codes: typed("DE-DOUA-ORI") });
    expect(again).toEqual(refused({ reason: "duplicate_code" }));
  });

  it("that opens types opens hidden ones, and those that are there", async () => {
    const opens = (types: string[]) => ({ kind: "unlock" as const, percent: null, ticketTypeIds: types });
    const asked = (types: string[]) =>
      createVoucher(site, { actor: admin, form: { ...form, ...opens(types) }, codes: typed() });
    expect(await asked([type])).toEqual(refused({ reason: "not_hidden" }));
    expect(await asked([newId()])).toEqual(refused({ reason: "not_all" }));
    const pass = await season.ticketType({ events: [night], family: "season_pass" });
    expect(await asked([pass])).toEqual(refused({ reason: "not_all" }));
    const choices = await site.database.readAs(admin, listTypeChoices);
    expect(choices.map(({ id }) => id)).toEqual(expect.arrayContaining([type, hidden]));
    expect(choices.map(({ id }) => id)).not.toContain(pass);
    const over = await season.ticketType({ events: [await season.night({ when: "ended" })] });
    const [past] = (await site.database.readAs(admin, listTypeChoices)).filter(({ id }) => id === over);
    expect([past?.isPast, choices.find(({ id }) => id === type)?.isPast]).toEqual([true, false]);
    const id = await made({ kind: "random", count: 1, prefix: "", isSet: false }, opens([hidden]));
    const [code = ""] = await codesOf(id);
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    expect([await buy("GRESIT", 1, hidden), await buy(code, 1, hidden)]).toEqual([
      { reason: "code_invalid", why: "unknown" },
      "held",
    ]);
    const gone = await createVoucher(site, {
      actor: admin,
      form: { ...form, eventIds: [newId()] },
      codes: typed(),
    });
    expect(gone).toEqual(refused({ reason: "not_all" }));
  });
});

describe("a set", () => {
  it("is two thousand random codes with one beginning, each good for so many tickets, and one row of the list", async () => {
    const id = await made(setOf(2000, "HAMAC-"), { name: "Hamac", uses: 2 });
    const codes = await codesOf(id);
    expect(new Set(codes).size).toBe(2000);
    expect(codes.every((code) => /^HAMAC-[2-9A-HJ-NP-Z]{8}$/.test(code))).toBe(true);
    expect([await buy(codes[0] ?? "", 2), await buy(codes[0] ?? ""), await buy(codes[1] ?? "")]).toEqual([
      "held",
      { reason: "code_exhausted", left: 0 },
      "held",
    ]);
    const { vouchers } = await listed({ text: "hamac" });
    expect(vouchers).toMatchObject([{ id, codes: 2000, isSet: true, held: 3, sold: 0, capacity: 4000 }]);
    expect((await listed({ text: codes[7] ?? "" })).vouchers.map((row) => row.id)).toEqual([id]);
    expect(await history(id)).toEqual([{ what: "created", before: null, after: { codes: 2000 } }]);
    await holds();
  });

  it("changes, is switched off and deleted as a whole", async () => {
    const id = await made(setOf(3));
    const [code = "", other = ""] = await codesOf(id);
    const saved = await editVoucher(site, {
      actor: admin,
      id,
      version: 1,
      form: { ...form, percent: 20, uses: 1 },
    });
    expect(saved).toEqual({ ok: true, value: null });
    expect(await buy(code, 2)).toBe("held");
    expect(await found(id)).toMatchObject({ held: 1, capacity: 3, percent: 20, version: 2 });
    await switchVouchers(site, { actor: admin, ids: [id], as: "off" });
    expect(await buy(other)).toEqual({ reason: "code_invalid", why: "unknown" });
    expect(await removeVoucher(site, { actor: admin, id })).toEqual(refused({ reason: "used" }));
    const unused = await made(setOf(2));
    expect(await removeVoucher(site, { actor: admin, id: unused })).toEqual({ ok: true, value: null });
    expect([await codesOf(unused), await found(unused)]).toEqual([[], undefined]);
    const [deleted] =
      await season.db`SELECT before FROM journal WHERE subject_id = ${unused} AND what = 'deleted'`;
    expect(deleted?.before).toMatchObject({
      isSet: true,
      code: expect.any(String),
      name: expect.any(String),
    });
    await holds();
  });
});

describe("a saved code", () => {
  it("keeps what it does, and gets no limit below what is used and held", async () => {
    const code = "LIMITA-MICA";
    const id = await made(typed(code));
    await buy(code, 3);
    const edit = (about: Partial<VoucherForm>) =>
      editVoucher(site, { actor: admin, id, version: 1, form: { ...form, ...about } });
    expect(await edit({ uses: 2 })).toEqual(refused({ reason: "below_taken", sold: 0, held: 3 }));
    expect(await edit({ kind: "fixed", percent: null, amount: bani(100) })).toEqual({
      ...refused({ reason: "other_kind" }),
    });
    expect(await edit({ eventIds: [newId()] })).toEqual(refused({ reason: "not_all" }));
    expect((await edit({ uses: 3, perPerson: 1 })).ok).toBe(true);
    expect(await history(id)).toMatchObject([
      { what: "edited", before: { uses: 5, perPerson: null }, after: { uses: 3, perPerson: 1 } },
      { what: "created" },
    ]);
    expect(
      (await editVoucher(site, { actor: admin, id, version: 2, form: { ...form, uses: null } })).ok,
    ).toBe(true);
    expect(await found(id)).toMatchObject({ capacity: null, uses: null, version: 3 });
    await holds();
  });

  it("that another person saved meanwhile is not overwritten", async () => {
    const id = await made();
    const save = (name: string) =>
      editVoucher(site, { actor: admin, id, version: 1, form: { ...form, name } });
    expect((await save("Una")).ok).toBe(true);
    expect(await save("Alta")).toMatchObject(
      refused({ reason: "changed_meanwhile", saved: { name: "Una", version: 2 } }),
    );
    const gone = await editVoucher(site, { actor: admin, id: newId(), version: 1, form });
    expect(gone).toEqual(refused({ reason: "missing" }));
  });

  it("is switched off and on, each time once in the journal", async () => {
    const id = await made();
    const as = async (to: "on" | "off") => switchVouchers(site, { actor: admin, ids: [id, id], as: to });
    expect([await as("off"), await as("off"), await as("on")]).toMatchObject([
      { value: { changed: [id] } },
      { value: { changed: [] } },
      { value: { changed: [id] } },
    ]);
    expect((await history(id)).map(({ what }) => what)).toEqual(["switched_on", "switched_off", "created"]);
  });

  it("is deleted while no order ever had it", async () => {
    const code = "DE-STERS";
    const id = await made(typed(code));
    expect(await buy(code)).toBe("held");
    expect(await removeVoucher(site, { actor: admin, id })).toEqual(refused({ reason: "used" }));
    expect(await removeVoucher(site, { actor: admin, id: newId() })).toEqual({
      ...refused({ reason: "missing" }),
    });
  });
});

it("while an older build runs no code is made, changed or switched on, and one can be switched off", async () => {
  const id = await made();
  await older();
  const upgrading = refused({ reason: "older_build_runs" });
  expect(await createVoucher(site, { actor: admin, form, codes: typed() })).toEqual(upgrading);
  expect(await editVoucher(site, { actor: admin, id, version: 1, form })).toEqual(upgrading);
  expect(await switchVouchers(site, { actor: admin, ids: [id], as: "on" })).toEqual(upgrading);
  expect(await switchVouchers(site, { actor: admin, ids: [id], as: "off" })).toMatchObject({ ok: true });
});

const listed = (search: Partial<VoucherSearch>) =>
  site.database.readAs(admin, (sql) =>
    listVouchers(sql, { text: "", night: null, kind: "all", state: "all", page: 1, ...search }),
  );

it("the list is searched by code, name and night, and filtered by night, kind and state", async () => {
  const other = await season.night({ title: "Marea Noapte" });
  const ids = {
    here: await made(typed("CAUTAT-AICI"), { name: "Cautat", eventIds: [night] }),
    there: await made(typed("CAUTAT-ACOLO"), { name: "Cautat", eventIds: [other] }),
    over: await made(typed("CAUTAT-DEMULT"), { name: "Cautat", endsAt: new Date(Date.now() - 1000) }),
    off: await made(typed("CAUTAT-OPRIT"), { name: "Cautat" }),
    opens: await made(typed("CAUTAT-CULISE"), {
      name: "Cautat",
      kind: "unlock",
      percent: null,
      ticketTypeIds: [hidden],
    }),
  };
  await switchVouchers(site, { actor: admin, ids: [ids.off], as: "off" });
  const which = async (search: Partial<VoucherSearch>) => {
    const { vouchers, total } = await listed({ text: "cautat", ...search });
    expect(vouchers.length).toBe(total);
    const names = Object.entries(ids);
    return vouchers.map((row) => names.find(([, id]) => id === row.id)?.[0]).sort();
  };
  expect(await which({})).toEqual(["here", "off", "opens", "over", "there"]);
  expect(await which({ text: "marea noap" })).toEqual(["there"]);
  expect(await which({ text: "nóap acolo cautat" })).toEqual(["there"]);
  expect(await which({ night })).toEqual(["here", "off", "opens", "over"]);
  expect(await which({ kind: "access" })).toEqual(["opens"]);
  expect(await which({ kind: "discount" })).toEqual(["here", "off", "over", "there"]);
  expect(await which({ kind: "set" })).toEqual([]);
  expect(await which({ state: "on" })).toEqual(["here", "opens", "there"]);
  expect(await which({ state: "off" })).toEqual(["off"]);
  expect(await which({ state: "ended" })).toEqual(["over"]);
  expect((await listed({ text: "CAUTAT-CULISE" })).vouchers).toMatchObject([
    { types: ["Culise"], nights: null },
  ]);
  const { inAll } = await listed({});
  const { n } = await one<{ n: number }>(
    "SELECT count(DISTINCT coalesce(set_id, id))::int AS n FROM vouchers",
    [],
  );
  expect(inAll).toEqual({ vouchers: n, tickets: 0, sold: 0, saved: 0 });
});
