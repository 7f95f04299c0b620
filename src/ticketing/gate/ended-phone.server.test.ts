import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { inSeconds } from "#kernel/time.ts";
import type { StagePhone } from "#test/support/door-stage.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { openSellingStage } from "#test/support/selling-door.ts";
import { endHandedOut } from "#ticketing/people/handed-out-store.server.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { countInside, listFoundRows } from "./door-board-queries.server.ts";
import type { WrittenKind } from "./door-words.ts";

const { stage, door, setAside, send, codeOf, logged } = await openSellingStage();
const { site, season, chief } = stage;
const minute = inSeconds.minute * 1000;

type About = Omit<Parameters<typeof phoneRow>[2], "seq">;

/** A night whose phones have been there for ten hours and unheard for three, with a name that has two places. */
async function longNight() {
  const here = await door();
  const { eventId, phone } = here;
  await setAside(here, 9);
  const gate = await stage.gate(eventId);
  const other = await stage.phone(gate, "B1");
  const chiefs = await stage.phone(gate, "Șefa", { isChief: true });
  await season.db`UPDATE gate_devices SET enrolled_at = now() - interval '10 hours' WHERE event_id = ${eventId}`;
  await stage.unheard(phone, other, chiefs);
  const refusal = { seq: 1, kind: "refuse", entries: 0, at: Date.now() - 120 * minute } as const;
  await send(other, phoneRow(other.keys, other.device, refusal));
  const [ticket] = await stage.tickets(eventId, { entries: 2 });
  const [list, guest] = [newId(), newId()];
  await season.db`WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES (${list}, 'guest_list', 9)),
       list AS (INSERT INTO guest_lists (id, event_id, name) VALUES (${list}, ${eventId}, 'Casa') RETURNING id)
     INSERT INTO listed_guests (id, list_id, event_id, name, places, added_by) SELECT ${guest}, list.id, ${eventId}, 'Ema', 2, ${chief.userId} FROM list`;
  return { ...here, other, chiefs, guest, qr: ticket?.qr ?? "" };
}
type LongNight = Awaited<ReturnType<typeof longNight>>;

const endedAt = async ({ device }: StagePhone, at: number) =>
  season.db`UPDATE gate_devices SET ends_at = ${new Date(at)} WHERE id = ${device}`;

/** What a chief's code can prove. */
const proven: Record<string, (here: LongNight) => About> = {
  "an entry on a ticket": ({ qr }) => ({ qr }),
  "an entry on a name": ({ guest }) => ({ kind: "guest", guest }),
  "an undo of another phone's row": ({ other }) => ({
    kind: "undo",
    entries: 0,
    reason: "mistake",
    undoes: { device: other.device, seq: 1 },
  }),
  "a sale that costs nothing": ({ type }) => ({
    kind: "sale",
    reason: "artist",
    sale: { type, quantity: 1, bani: 0, means: "protocol", receipt: null },
  }),
};

/** The row with which a phone shows a chief's code of that moment. */
const provenAt = ({ phone, chiefs }: LongNight, about: About, at: number) =>
  phoneRow(phone.keys, phone.device, { ...about, seq: 1, mode: "override", at, chief: codeOf(chiefs, at) });

describe.each(Object.entries(proven))(
  "%s with the code of a chief's phone whose time is over",
  (_, aboutOf) => {
    it.each([
      ["after that is not proven", minute, "no_chief"],
      ["before that is proven, however late the row comes", -minute, null],
    ])("signed %s", async (_when, offset, finding) => {
      const here = await longNight();
      const end = Date.now() - 60 * minute;
      await endedAt(here.chiefs, end);
      await send(here.phone, provenAt(here, aboutOf(here), end + offset));
      expect(await logged(here.phone)).toMatchObject([{ finding }]);
      expect(await findViolations(season.client, doorInvariants)).toEqual([]);
    });

    it("is not proven by what it signs after its end when its person lost the role since", async () => {
      const here = await longNight();
      const end = Date.now() - 60 * minute;
      await endedAt(here.chiefs, end);
      const { userId } = await season.person("door_chief");
      await season.db`UPDATE gate_devices SET invited_by = ${userId} WHERE id = ${here.chiefs.device}`;
      await endHandedOut(season.client, { userId, role: "user", by: null });
      await send(here.phone, provenAt(here, aboutOf(here), end + minute));
      expect(await logged(here.phone)).toMatchObject([{ finding: "no_chief" }]);
    });
  },
);

/** Rows that count, of each kind, and those that count nothing. */
const countedRows = ({ type, guest, qr, phone }: LongNight): Record<WrittenKind, readonly About[]> => ({
  admit: [{ qr }],
  exit: [{ kind: "exit", qr }],
  return: [{ kind: "return", qr }],
  guest: [{ kind: "guest", guest, entries: 2 }],
  sale: [{ kind: "sale", sale: { type, quantity: 1, bani: 13_000, means: "cash", receipt: null } }],
  undo: [{ kind: "undo", entries: 0, reason: "mistake", undoes: { device: phone.device, seq: 1 } }],
  shift: [{ kind: "shift", entries: 0, shift: { cash: 0 } }],
  refuse: [],
});

describe("a row that a phone wrote when its time was over", () => {
  const written = async (here: LongNight, at: number) => {
    const rows = Object.values(countedRows(here)).flat();
    const sent = rows.map((about, n) =>
      phoneRow(here.phone.keys, here.phone.device, { ...about, seq: n + 1, at }),
    );
    await send(here.phone, ...sent);
    return logged(here.phone);
  };

  it("counts, whatever its kind, and is listed as a stopped phone's, which nobody has accepted", async () => {
    const here = await longNight();
    await endedAt(here.phone, Date.now() - 60 * minute);
    const rows = await written(here, Date.now() - 50 * minute);
    expect(rows).toHaveLength(7);
    for (const row of rows) expect(row).toMatchObject({ counted: true, finding: "revoked" });
    const found = await site.database.readAs(chief, (sql) => listFoundRows(sql, here.eventId, 99));
    expect(found.map(({ finding, mark }) => [finding, mark])).toEqual(rows.map(() => ["revoked", null]));
    const inside = await site.database.readAs(chief, (sql) => countInside(sql, here.eventId));
    expect(inside).toMatchObject({ entered: 3 });
    expect(await findViolations(season.client, doorInvariants)).toEqual([]);
  });

  it.each([
    ["in its time", -minute],
    ["within the minute by which right clocks differ", minute - 1000],
  ])("is not what came later and was written %s", async (_, offset) => {
    const here = await longNight();
    const end = Date.now() - 60 * minute;
    await endedAt(here.phone, end);
    for (const row of await written(here, end + offset))
      expect(row).toMatchObject({ counted: true, finding: null });
  });
});

it("a refusal after the phone's time counts nothing and is no finding", async () => {
  const { phone } = await longNight();
  await endedAt(phone, Date.now() - 60 * minute);
  await send(phone, phoneRow(phone.keys, phone.device, { seq: 1, kind: "refuse", entries: 0 }));
  expect(await logged(phone)).toMatchObject([{ counted: false, finding: null }]);
});
