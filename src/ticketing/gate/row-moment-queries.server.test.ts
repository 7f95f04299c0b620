import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { phoneRow } from "#test/support/gate-phone.ts";
import { openSellingStage, type SellingDoor } from "#test/support/selling-door.ts";
import { limits } from "#ticketing/limits.ts";
import { listFoundRows, listOverrides } from "./door-board-queries.server.ts";
import type { SentRow } from "./gate-row-form.ts";
import { readDoorSales } from "./read-door-sales.server.ts";
import { clockText } from "./signed-bytes.ts";
import { takeBeat } from "./take-beat.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const { stage, door, setAside, logged, holds } = await openSellingStage();
const { site, chief, season } = stage;
const minute = 60_000;

/** A door whose phone has not been heard for three hours, with a chief's phone beside it. */
async function opened() {
  const here = await door();
  await setAside(here, 20);
  const [phone] = await season.db`SELECT gate_id FROM gate_devices WHERE id = ${here.phone.device}`;
  const chiefs = await stage.phone(phone.gate_id, "Șefa", { isChief: true });
  await stage.unheard(here.phone);
  const { device, keys } = here.phone;
  return {
    ...here,
    codeShownAt: (at: number) => chiefs.keys.call("chief", { v: 1, device: chiefs.device, at }),
    /** Sends rows as the phone itself does, with its clock, which is right now. */
    async send(...rows: SentRow[]) {
      const at = Date.now();
      const clock = { at, signature: keys.signText("clock", clockText(device, at)) };
      return takeGateRows(site, { device, rows, clock });
    },
    /** As if the rows so far had come this long ago. */
    async came(ago: string) {
      await season.client.query("ALTER TABLE gate_log DISABLE TRIGGER gate_log_is_append_only");
      await season.db`UPDATE gate_log SET received_at = now() - ${ago}::interval WHERE device_id = ${device}`;
      await season.client.query("ALTER TABLE gate_log ENABLE TRIGGER gate_log_is_append_only");
    },
    found: async () =>
      (await logged(here.phone)).flatMap(({ seq, finding }) => (finding ? [[seq, finding]] : [])),
  };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const saleAt = ({ phone, type }: SellingDoor, seq: number, at: number) =>
  phoneRow(phone.keys, phone.device, {
    seq,
    kind: "sale",
    at,
    sale: { type, quantity: 1, bani: 13_000, means: "cash", receipt: null },
  });

const freeAt = ({ phone, type, codeShownAt }: Opened, seq: number, at: number, shownAt = at) =>
  phoneRow(phone.keys, phone.device, {
    seq,
    kind: "sale",
    mode: "override",
    reason: "artist",
    at,
    chief: codeShownAt(shownAt),
    sale: { type, quantity: 1, bani: 0, means: "protocol", receipt: null },
  });

const undoAt = ({ phone }: SellingDoor, seq: number, of: number, at: number) =>
  phoneRow(phone.keys, phone.device, {
    seq,
    kind: "undo",
    entries: 0,
    reason: "mistake",
    at,
    undoes: { device: phone.device, seq: of },
  });

describe("a row that says it is older than an earlier row of its phone", () => {
  it("brings a chief's code of that hour in vain: it counts, and the board names it", async () => {
    const here = await opened();
    const then = Date.now() - 120 * minute;
    await here.send(saleAt(here, 1, Date.now()));
    await here.send(...[2, 3, 4].map((seq) => freeAt(here, seq, then + seq * 5000)));
    expect(await here.found()).toEqual([2, 3, 4].map((seq) => [seq, "no_chief"]));
    expect((await logged(here.phone)).every(({ counted }) => counted)).toBe(true);
    const listed = await site.database.readAs(chief, (sql) => listFoundRows(sql, here.eventId, 9));
    expect(listed.map(({ finding }) => finding)).toEqual(Array(3).fill("no_chief"));
    await holds();
  });

  it("undoes a sale of two hours ago as late as it is, while the till expects less cash", async () => {
    const here = await opened();
    const then = Date.now() - 120 * minute;
    await here.send(
      ...[1, 2].map((seq) => saleAt(here, seq, then + seq * 1000)),
      saleAt(here, 3, Date.now()),
    );
    await here.send(...[1, 2].map((of) => undoAt(here, 3 + of, of, then + minute)));
    expect(await here.found()).toEqual([
      [4, "late_undo"],
      [5, "late_undo"],
    ]);
    const sales = await readDoorSales(site, { actor: chief, eventId: here.eventId });
    expect(sales).toMatchObject({ ok: true, value: { tills: [{ expected: 13_000 }] } });
    await holds();
  });

  it("is found also when that earlier row comes after it", async () => {
    const here = await opened();
    const then = Date.now() - 120 * minute;
    await here.send(saleAt(here, 1, then), freeAt(here, 3, then + 5000), undoAt(here, 4, 1, then + minute));
    expect(await here.found()).toEqual([]);
    await here.send(saleAt(here, 2, Date.now()));
    expect(await here.found()).toEqual([
      [3, "no_chief"],
      [4, "late_undo"],
    ]);
    const overrides = await site.database.readAs(chief, (sql) => listOverrides(sql, here.eventId, 9));
    expect(overrides).toMatchObject([{ seq: 3, chiefName: null }]);
  });

  it("changes by that finding and nothing else, once", async () => {
    const here = await opened();
    await here.send(saleAt(here, 1, Date.now()));
    const change = (set: string) =>
      season.client.query(`UPDATE gate_log SET ${set} WHERE device_id = $1`, [here.phone.device]);
    for (const set of [
      "finding = 'void'",
      "finding = NULL",
      "finding = 'late_undo', bani = 1",
      "finding = 'no_chief', is_counted = false",
    ])
      await expect(change(set), set).rejects.toThrow("never changed");
    await change("finding = 'late_undo'");
    await expect(change("finding = 'no_chief'")).rejects.toThrow("never changed");
    await expect(change("finding = NULL")).rejects.toThrow("never changed");
  });

  it("is found also when the two come at the same moment", async () => {
    const here = await opened();
    const then = Date.now() - 120 * minute;
    await here.send(saleAt(here, 1, then));
    // keeps the undo waiting after it was judged and before it is stored
    await season.client.query("BEGIN");
    await season.client.query(
      `INSERT INTO gate_log (device_id, seq, digest, event_id, signed_text, signature, is_quarantined, kind, mode, entries, is_counted)
       SELECT device_id, 3, digest, event_id, signed_text, signature, false, 'refuse', mode, 0, false FROM gate_log WHERE device_id = $1`,
      [here.phone.device],
    );
    const undone = here.send(undoAt(here, 3, 1, then + minute));
    await pause(300);
    const sold = here.send(saleAt(here, 2, Date.now()));
    await pause(300);
    await season.client.query("ROLLBACK");
    await Promise.all([undone, sold]);
    expect(await here.found()).toEqual([[3, "late_undo"]]);
  });

  it("moves only so many rows that are judged; a phone's others are listed at once and cost nothing with the next row, and another phone's are judged", async () => {
    const here = await opened();
    const then = Date.now() - 120 * minute;
    const most = limits.rowsJudgedAgain + 3;
    const pairs = Array.from({ length: most }, (_, at) => 10 + 2 * at);
    await here.send(...pairs.flatMap((seq) => [saleAt(here, seq, then), undoAt(here, seq + 1, seq, then)]));
    const other = await stage.phone(await stage.gate(here.eventId));
    const undoes = { device: here.phone.device, seq: 1 };
    const undo = {
      seq: 999,
      kind: "undo",
      mode: "override",
      entries: 0,
      reason: "mistake",
      at: then + 3 * minute,
      chief: here.codeShownAt(then + 3 * minute),
      undoes,
    } as const;
    await stage.unheard(other);
    await takeGateRows(site, { device: other.device, rows: [phoneRow(other.keys, other.device, undo)] });
    expect(await here.found()).toEqual([]);
    await here.send(saleAt(here, 1, then + 2 * minute));
    const listed = pairs.slice(-3).map((seq) => [seq + 1, "late_undo"]);
    expect(await here.found()).toEqual(listed);
    await here.send(saleAt(here, 2, then + 4 * minute));
    expect(await here.found()).toEqual(listed);
    expect((await logged(other)).map(({ finding }) => finding)).toEqual([null]);
  });

  it("is found also when the row that it undoes comes last", async () => {
    const here = await opened();
    const then = Date.now() - 120 * minute;
    await here.send(saleAt(here, 2, Date.now()));
    await here.send(undoAt(here, 3, 1, then + minute));
    await here.send(saleAt(here, 1, then));
    expect(await here.found()).toEqual([[3, "late_undo"]]);
  });
});

describe("the last settled beat", () => {
  it("is earlier than every row that comes after it, also where the phone wrote no row in between", async () => {
    const here = await opened();
    const then = Date.now() - 120 * minute;
    await here.send(saleAt(here, 1, then));
    const { device, keys } = here.phone;
    await takeBeat(site, keys.call("beat", { v: 1, device, at: Date.now(), through: 1 }));
    await here.send(freeAt(here, 2, then + minute), undoAt(here, 3, 1, then + minute));
    expect(await here.found()).toEqual([
      [2, "no_chief"],
      [3, "late_undo"],
    ]);
  });

  it("that is not settled says nothing of the rows that it names", async () => {
    const here = await opened();
    const then = Date.now() - 120 * minute;
    const { device, keys } = here.phone;
    await takeBeat(site, keys.call("beat", { v: 1, device, at: Date.now(), through: 3 }));
    await here.send(saleAt(here, 1, then), freeAt(here, 2, then + minute), undoAt(here, 3, 1, then + minute));
    expect(await here.found()).toEqual([]);
  });
});

it("an entry from the future is undone late all the same", async () => {
  const here = await opened();
  await here.send(saleAt(here, 1, Date.now() + 120 * minute));
  await here.came("2 hours");
  await here.send(undoAt(here, 2, 1, Date.now() + 121 * minute));
  expect(await here.found()).toEqual([[2, "late_undo"]]);
});

it.each([
  ["nearly a minute fast", 58_000],
  ["nearly a minute slow", -58_000],
])(
  "a clock that is %s and needs no correction is blamed for nothing, without network and with it",
  async (_how, off) => {
    const here = await opened();
    const written = Date.now() - 10 * minute;
    await here.send(saleAt(here, 1, written + off));
    const undone = written + 4 * minute + 50_000;
    await here.send(undoAt(here, 2, 1, undone + off), freeAt(here, 3, undone + 1000, undone - 4000));
    await here.send(saleAt(here, 4, Date.now() + off));
    await here.send(undoAt(here, 5, 4, Date.now() + off), freeAt(here, 6, Date.now(), Date.now() - 5000));
    expect(await here.found()).toEqual([]);
  },
);

it("a clock that is an hour wrong, on rows that another phone brings, is blamed for no undo at once and no later code", async () => {
  for (const off of [-60 * minute, 60 * minute]) {
    const here = await opened();
    const { device, keys } = here.phone;
    await here.send(saleAt(here, 1, Date.now() - minute));
    await takeBeat(site, keys.call("beat", { v: 1, device, at: Date.now(), through: 1 }));
    const rows = [saleAt(here, 2, Date.now() + off), undoAt(here, 3, 2, Date.now() + off + minute)];
    await takeGateRows(site, { device, rows });
    await here.came("30 minutes");
    await season.db`UPDATE gate_devices SET settled_at = now() - interval '31 minutes' WHERE id = ${device}`;
    await takeGateRows(site, { device, rows: [freeAt(here, 4, Date.now() - 10 * minute)] });
    expect(await here.found()).toEqual([]);
  }
});
