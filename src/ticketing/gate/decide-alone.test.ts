import { expect, it } from "vitest";
import { scopeOf } from "#ticketing/delivery/qr-payload.ts";
import { type CodeAtPhone, decideAlone, type OwnRows, type PhoneAlone } from "./admission.ts";
import { type GateListHead, type ListedTicket, readGateList, writeGateList } from "./gate-list.ts";
import { gateInsteadOfStrict, homeGateOf } from "./home-gate.ts";

const night = "019e4eb2-c800-7000-8000-0000000000aa";
const head: GateListHead = {
  version: "100",
  isWhole: true,
  countedThrough: 0,
  countedAsks: [],
  serverTime: 0,
  night: { id: night, date: "2027-07-17", doors: "21:00", time: "22:00", minimumAge: 18, isCancelled: false },
  types: [
    { id: "general", name: "Intrare generală", admits: true, enterUntil: "23:00" },
    { id: "parking", name: "Parcare", admits: false, enterUntil: null },
  ],
  gates: [
    { id: "a", name: "Poarta A", mode: "open", typeIds: [] },
    { id: "b", name: "Poarta B", mode: "open", typeIds: [] },
  ],
};
const ticket: ListedTicket = {
  key: "00000000aabbccdd",
  total: 3,
  used: 1,
  secretVersion: 2,
  type: 0,
  outside: 0,
  isVoid: false,
  isSuspended: false,
  isGivenBack: false,
};
const code: CodeAtPhone = {
  key: ticket.key,
  scope: scopeOf(night),
  secretVersion: 2,
  entries: 1,
  stamp: null,
};
const at2230 = new Date("2027-07-17T22:30:00+03:00");

const strict = { ...head, gates: head.gates.map((gate) => ({ ...gate, mode: "strict" as const })) };

const alone = ({
  phone = {},
  own = {},
  shown = {},
  listed = {},
}: {
  phone?: Partial<PhoneAlone>;
  own?: Partial<OwnRows>;
  shown?: Partial<CodeAtPhone>;
  listed?: Partial<ListedTicket> | null;
}) =>
  decideAlone(
    { head, gateId: "a", decides: true, now: at2230, ...phone },
    listed === null ? undefined : { ...ticket, ...listed },
    { entries: 0, outside: 0, secretVersion: 0, ...own },
    { ...code, ...shown },
  );

it("a phone alone decides by its list and its own rows, which the list never hides", () => {
  expect(alone({})).toMatchObject({ verdict: "admitted", left: 1, asksAge: true });
  expect(alone({ own: { entries: 1 } })).toMatchObject({ verdict: "admitted", left: 0 });
  expect(alone({ own: { entries: 2 } })).toEqual({ verdict: "used" });
  // two phones let in more than there is: what is left never goes below none
  expect(alone({ own: { entries: 5 } })).toEqual({ verdict: "used" });
});

it("says why a ticket of the list admits nobody, and by its own clock when its hour has passed", () => {
  expect(alone({ listed: { isVoid: true } })).toEqual({ verdict: "void" });
  expect(alone({ listed: { isSuspended: true } })).toEqual({ verdict: "suspended" });
  expect(alone({ listed: { isGivenBack: true } })).toEqual({ verdict: "given_back" });
  expect(alone({ shown: { secretVersion: 1 } })).toEqual({ verdict: "replaced" });
  expect(alone({ shown: { scope: "0".repeat(16) } })).toEqual({ verdict: "elsewhere" });
  const late = new Date("2027-07-17T23:00:00+03:00");
  expect(alone({ phone: { now: late } })).toEqual({ verdict: "past_hour" });
  expect(alone({ phone: { now: late }, listed: { type: 1 } })).toMatchObject({
    verdict: "admitted",
    asksAge: false,
  });
  const cancelled = { ...head, night: { ...head.night, isCancelled: true } };
  expect(alone({ phone: { head: cancelled } })).toEqual({ verdict: "cancelled" });
});

it("what was sold since is let in at an open door, when somebody said how many, and asked about at a strict one", () => {
  const unlisted = { verdict: "unlisted", isAgain: false, asksAge: true };
  expect(alone({ listed: null })).toEqual({ ...unlisted, admits: true });
  expect(alone({ listed: null, shown: { entries: null } })).toEqual({ ...unlisted, admits: false });
  expect(alone({ listed: null, phone: { head: strict } })).toEqual({ ...unlisted, admits: false });
  // nothing tells how many it is for: after one entry somebody decides
  expect(alone({ listed: null, own: { entries: 1 } })).toEqual({ ...unlisted, admits: false, isAgain: true });
});

it("a code that is newer than the list is let in as one that the list does not have, and the older one no more", () => {
  const newer = { shown: { secretVersion: 3 } };
  const unlisted = { verdict: "unlisted", isAgain: false, asksAge: true };
  expect(alone(newer)).toEqual({ ...unlisted, admits: true });
  expect(alone({ shown: { secretVersion: 3, entries: null } })).toEqual({ ...unlisted, admits: false });
  expect(alone({ ...newer, phone: { head: strict } })).toEqual({ ...unlisted, admits: false });
  expect(alone({ ...newer, listed: { type: 1 } })).toEqual({ ...unlisted, admits: true, asksAge: false });
  const seen = { own: { entries: 1, secretVersion: 3 } };
  expect(alone({ ...newer, ...seen })).toEqual({ ...unlisted, admits: false, isAgain: true });
  expect(alone(seen)).toEqual({ verdict: "replaced" });
  expect(alone({ ...seen, listed: null })).toEqual({ verdict: "replaced" });
  expect(alone({ ...seen, ...newer, listed: { secretVersion: 3 } })).toMatchObject({ verdict: "admitted" });
});

it("a newer code gives back no entry, and changes nothing else that the list says", () => {
  const newer = { shown: { secretVersion: 3 } };
  expect(alone({ ...newer, listed: { used: 3 } })).toEqual({ verdict: "used" });
  expect(alone({ ...newer, listed: { isVoid: true } })).toEqual({ verdict: "void" });
  expect(alone({ ...newer, phone: { head: strict, gateId: "b" } })).toEqual({
    verdict: "other_gate",
    gateId: "a",
  });
});

it("without network a strict gate leaves to an open one the types that only that one has", () => {
  const gates = [
    { id: "a", name: "Poarta A", mode: "open", typeIds: ["general"] },
    { id: "b", name: "Poarta B", mode: "strict", typeIds: ["vip"] },
  ] as const;
  expect(gateInsteadOfStrict(gates, { gateId: "b", typeId: "general" })).toBe("a");
  expect(gateInsteadOfStrict(gates, { gateId: "b", typeId: "vip" })).toBeNull();
  expect(gateInsteadOfStrict(gates, { gateId: "b", typeId: "terrace" })).toBeNull();
  expect(gateInsteadOfStrict(gates, { gateId: "a", typeId: "vip" })).toBeNull();
  const parted = { ...head, gates };
  expect(alone({ phone: { head: parted, gateId: "b" } })).toEqual({ verdict: "other_gate", gateId: "a" });
  expect(alone({ phone: { head: parted } })).toMatchObject({ verdict: "admitted" });
});

it("of strict gates one answers for a type that none has", () => {
  const strictHomes = ["a", "b"].map((id) => ({ id, mode: "strict" as const, typeIds: ["vip"] }));
  expect(homeGateOf(strictHomes, { typeId: "terrace", key: ticket.key })).toBe("a");
});

it("a strict night's ticket is decided by the deciding phone of its gate alone", () => {
  expect(homeGateOf(strict.gates, { typeId: "general", key: ticket.key })).toBe("a");
  expect(alone({ phone: { head: strict } })).toMatchObject({ verdict: "admitted" });
  expect(alone({ phone: { head: strict, decides: false } })).toEqual({ verdict: "other_gate", gateId: "a" });
  expect(alone({ phone: { head: strict, gateId: "b" } })).toEqual({ verdict: "other_gate", gateId: "a" });
});

it("every ticket of a strict night has one gate: that of its type, or one of several by its key, whatever their order", () => {
  const gates = [
    { id: "b", mode: "strict", typeIds: ["vip"] },
    { id: "a", mode: "strict", typeIds: [] },
    { id: "c", mode: "open", typeIds: ["vip"] },
  ] as const;
  const keys = Array.from(
    { length: 100 },
    (_, n) => `${(n * 41_000_001).toString(16).padStart(8, "0")}00000000`,
  );
  const homes = keys.map((key) => homeGateOf(gates, { typeId: "vip", key }));
  expect(new Set(homes)).toEqual(new Set(["a", "b"]));
  expect(keys.map((key) => homeGateOf([...gates].reverse(), { typeId: "vip", key }))).toEqual(homes);
  expect(keys.map((key) => homeGateOf(gates, { typeId: "general", key }))).toEqual(keys.map(() => "a"));
  expect(homeGateOf(head.gates, { typeId: "general", key: ticket.key })).toBeNull();
});

it("a list is read as it was written, 17 bytes for a ticket, and a broken one is refused", () => {
  const tickets: ListedTicket[] = [
    ticket,
    {
      ...ticket,
      key: "ffeeddccbbaa0099",
      total: 1000,
      used: 999,
      secretVersion: 65_535,
      type: 255,
      isVoid: true,
    },
    { ...ticket, isSuspended: true, isGivenBack: true, outside: 7 },
  ];
  const bytes = writeGateList({ head, tickets });
  expect(readGateList(bytes)).toEqual({ head, tickets });
  expect(writeGateList({ head, tickets: [] }).length).toBe(bytes.length - 3 * 17);
  expect(() => readGateList(bytes.slice(0, -1))).toThrow();
  expect(() => readGateList(new Uint8Array(3))).toThrow();
});
