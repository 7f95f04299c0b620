import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { inSeconds } from "#kernel/time.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { openSellingStage } from "#test/support/selling-door.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { countInside, listFoundRows } from "./door-board-queries.server.ts";
import type { WrittenKind } from "./door-words.ts";
import type { SentRow } from "./gate-row-form.ts";

const { stage, door, setAside, send, logged } = await openSellingStage();
const { site, season, chief } = stage;

/** A row of each kind that lets people in or sells, for a phone that does not know that its night is cancelled. */
async function offlineDoor() {
  const here = await door();
  const { eventId, type, phone } = here;
  await setAside(here, 9);
  const [ticket] = await stage.tickets(eventId, { entries: 2 });
  const [list, guest] = [newId(), newId()];
  await season.db`WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES (${list}, 'guest_list', 9)),
       list AS (INSERT INTO guest_lists (id, event_id, name) VALUES (${list}, ${eventId}, 'Casa') RETURNING id)
     INSERT INTO listed_guests (id, list_id, event_id, name, places, added_by) SELECT ${guest}, list.id, ${eventId}, 'Ema', 2, ${chief.userId} FROM list`;
  const qr = ticket?.qr ?? "";
  const sale = { type, quantity: 1, bani: 13_000, means: "cash", receipt: null } as const;
  const free = { ...sale, bani: 0, means: "protocol" } as const;
  const admitting: Record<WrittenKind, readonly Omit<Parameters<typeof phoneRow>[2], "seq">[]> = {
    admit: [{ qr }],
    return: [{ kind: "return", qr }],
    guest: [{ kind: "guest", guest }],
    sale: [
      { kind: "sale", sale },
      { kind: "sale", sale: free },
    ],
    exit: [],
    refuse: [],
    undo: [],
    shift: [],
  };
  const rows = Object.values(admitting).flat();
  const rowsAt = (at: number): SentRow[] =>
    rows.map((about, n) => phoneRow(phone.keys, phone.device, { ...about, seq: n + 1, at }));
  const cancel = (at: number) =>
    season.db`UPDATE events SET cancelled_at = ${new Date(at)} WHERE id = ${eventId}`;
  return { ...here, rowsAt, cancel };
}

describe("a row that a phone wrote without network on a cancelled night", () => {
  it("of every kind that lets in or sells is kept, counted and listed", async () => {
    const { eventId, phone, rowsAt, cancel } = await offlineDoor();
    await cancel(Date.now() - inSeconds.hour * 1000);
    const rows = rowsAt(Date.now());
    expect(await send(phone, ...rows)).toMatchObject({ value: { ackedThrough: rows.length } });
    for (const row of await logged(phone)) expect(row).toMatchObject({ counted: true, finding: "cancelled" });
    const found = await site.database.readAs(chief, (sql) => listFoundRows(sql, eventId, 99));
    expect(found.map(({ finding }) => finding)).toEqual(rows.map(() => "cancelled"));
    const inside = await site.database.readAs(chief, (sql) => countInside(sql, eventId));
    expect(inside).toMatchObject({ entered: 4 });
    expect(await findViolations(season.client, doorInvariants)).toEqual([]);
  });

  it("before it was cancelled has no finding on that account, whatever its kind", async () => {
    const { phone, rowsAt, cancel } = await offlineDoor();
    await cancel(Date.now() - 60_000);
    await send(phone, ...rowsAt(Date.now() - inSeconds.hour * 1000));
    expect((await logged(phone)).map(({ kind, finding }) => [kind, finding])).toEqual([
      ["admit", null],
      ["return", "no_exit"],
      ["guest", null],
      ["sale", null],
      ["sale", "no_chief"],
    ]);
    expect(await findViolations(season.client, doorInvariants)).toEqual([]);
  });
});
