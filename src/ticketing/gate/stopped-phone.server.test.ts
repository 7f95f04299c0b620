/** What a stopped phone sends and the chief accepts: it is found to be what it would be of any other phone. */
import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { inSeconds } from "#kernel/time.ts";
import type { StagePhone } from "#test/support/door-stage.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { openSellingStage } from "#test/support/selling-door.ts";
import { sumDoorSales } from "#ticketing/events/door-sum-queries.server.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { acceptPhoneRows } from "./accept-phone-rows.server.ts";
import { countInside, listDoubleEntries, listFoundRows } from "./door-board-queries.server.ts";
import { listDoorTills } from "./door-till-queries.server.ts";
import type { RowFinding } from "./door-words.ts";
import { listStoppedPhones } from "./gate-queries.server.ts";
import type { SentRow } from "./gate-row-form.ts";
import { markCleared } from "./mark-cleared.server.ts";
import { stopPhone } from "./stop-phone.server.ts";

const { stage, door, setAside, giveBack, shareOf, send, sale, undo, handOver, codeOf, logged } =
  await openSellingStage();
const { site, season, chief } = stage;
const { db } = season;
const hour = inSeconds.hour * 1000;

/** A night with two tickets, a name with one place, three tickets set aside, a chief's phone, and one that has let one in. */
async function busyNight() {
  const here = await door();
  const { eventId, phone } = here;
  const gate = await stage.gate(eventId);
  const other = await stage.phone(gate, "B1");
  const chiefs = await stage.phone(gate, "S1", { isChief: true });
  await setAside(here, 3);
  const [ticket] = await stage.tickets(eventId);
  const [second] = await stage.tickets(eventId);
  const [foreign] = await stage.tickets(await stage.night());
  if (!ticket || !second || !foreign) throw new Error("no tickets");
  const [list, guest] = [newId(), newId()];
  await db`WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES (${list}, 'guest_list', 9)),
       list AS (INSERT INTO guest_lists (id, event_id, name) VALUES (${list}, ${eventId}, 'Casa') RETURNING id)
     INSERT INTO listed_guests (id, list_id, event_id, name, places, added_by) SELECT ${guest}, list.id, ${eventId}, 'Ema', 1, ${chief.userId} FROM list`;
  await send(other, phoneRow(other.keys, other.device, { seq: 1, qr: second.qr }));
  await stage.unheard(phone);
  const row = (seq: number, about: Omit<Parameters<typeof phoneRow>[2], "seq">) =>
    phoneRow(phone.keys, phone.device, { seq, ...about });
  /** An undo of the other phone's entry, with this proof. */
  const undoOther = (seq: number, proof: Parameters<typeof undo>[4] = undefined) =>
    undo({ ...here, phone: other }, seq, 1, phone, proof);
  return { ...here, other, chiefs, ticket, second, foreign, guest, row, undoOther };
}
type BusyNight = Awaited<ReturnType<typeof busyNight>>;
type Rows = (here: BusyNight) => readonly SentRow[] | Promise<readonly SentRow[]>;

/** Rows with each finding; what the server itself admitted counts whatever happens to its phone, so `other_answer` has no place here. */
const rowsWith: Record<Exclude<RowFinding, "other_answer">, Rows> = {
  void: async ({ row, ticket, guest }) => {
    await db`UPDATE ticket_purchases SET status = 'refunded' WHERE id = ${ticket.purchaseId}`;
    await db`UPDATE listed_guests SET removed_at = now() - interval '4 hours' WHERE id = ${guest}`;
    return [row(1, { qr: ticket.qr }), row(2, { kind: "guest", guest })];
  },
  cancelled: async (here) => {
    const { row, ticket, guest, eventId } = here;
    await db`UPDATE events SET cancelled_at = now() - interval '4 hours' WHERE id = ${eventId}`;
    return [row(1, { qr: ticket.qr }), row(2, { kind: "guest", guest }), sale(here, 3)];
  },
  given_back: async ({ row, ticket }) => {
    await db`UPDATE ticket_purchases SET share_returned_at = now() - interval '4 hours' WHERE id = ${ticket.purchaseId}`;
    return [row(1, { qr: ticket.qr })];
  },
  replaced: async ({ row, ticket }) => {
    await db`UPDATE ticket_purchases SET secret_version = 2 WHERE id = ${ticket.purchaseId}`;
    return [row(1, { qr: ticket.qr })];
  },
  suspended: async ({ row, ticket }) => {
    await db`UPDATE ticket_purchases SET suspended = 'dispute' WHERE id = ${ticket.purchaseId}`;
    return [row(1, { qr: ticket.qr })];
  },
  elsewhere: ({ row, foreign }) => [
    row(1, { qr: foreign.qr }),
    row(2, { kind: "undo", entries: 0, reason: "mistake", undoes: { device: newId(), seq: 1 } }),
  ],
  unproven: (here) => [here.row(1, { qr: "none of ours" }), sale(here, 2, { type: newId() })],
  revoked: ({ row, ticket }) => [row(1, { qr: ticket.qr })],
  same_number: ({ row, ticket, guest }) => [row(1, { qr: ticket.qr }), row(1, { kind: "guest", guest })],
  unreadable: (here) => [sale(here, 1, { quantity: 21 })],
  late_undo: ({ row, ticket, phone, undoOther }) => [
    row(1, { qr: ticket.qr, at: Date.now() - hour }),
    row(2, { kind: "undo", entries: 0, reason: "mistake", undoes: { device: phone.device, seq: 1 } }),
    undoOther(3),
  ],
  no_exit: ({ row, ticket }) => [row(1, { kind: "return", qr: ticket.qr })],
  no_chief: (here) => [
    here.row(1, { qr: here.ticket.qr, mode: "override", reason: "other" }),
    ...[2, 3, 4].map((seq) => sale(here, seq, { means: "protocol", bani: 0 })),
    here.undoOther(5, codeOf(here.other)),
  ],
  chief_stopped: async ({ row, ticket, chiefs, undoOther }) => {
    await stopPhone(site, { actor: chief, deviceId: chiefs.device });
    const proof = { mode: "override", reason: "other", chief: codeOf(chiefs) } as const;
    return [row(1, { qr: ticket.qr, ...proof }), undoOther(2, codeOf(chiefs, Date.now() + 1))];
  },
  same_code: ({ row, ticket, guest, chiefs, undoOther }) => {
    const proof = { mode: "override", reason: "other", chief: codeOf(chiefs) } as const;
    return [
      row(1, { qr: ticket.qr, ...proof }),
      row(2, { kind: "guest", guest, ...proof }),
      row(3, { kind: "refuse", entries: 0, ...proof }),
      undoOther(4, proof.chief),
    ];
  },
  over_places: ({ row, guest, phone }) => [
    row(1, { kind: "guest", guest }),
    row(2, { kind: "undo", entries: 0, reason: "mistake", undoes: { device: phone.device, seq: 1 } }),
    row(3, { kind: "guest", guest }),
    row(4, { kind: "guest", guest }),
  ],
  over_stock: (here) => [
    sale(here, 1, { quantity: 3 }),
    undo(here, 2, 1),
    sale(here, 3, { quantity: 2 }),
    sale(here, 4),
    ...[5, 6, 7, 8, 9, 10].map((seq) => sale(here, seq)),
  ],
  other_price: (here) => [sale(here, 1, { bani: 1 }), handOver(here, 2, 1)],
};

/** Rows with no finding or several. */
const otherRows: Record<string, Rows> = {
  "nothing, of every kind that counts": (here) => {
    const { row, ticket, guest, chiefs, undoOther } = here;
    return [
      row(1, { qr: ticket.qr }),
      row(2, { kind: "exit", qr: ticket.qr }),
      row(3, { kind: "return", qr: ticket.qr }),
      row(4, { kind: "guest", guest }),
      sale(here, 5, { quantity: 2 }),
      undo(here, 6, 5),
      undoOther(7, codeOf(chiefs)),
      handOver(here, 8, 0),
      row(9, { kind: "refuse", entries: 0 }),
    ];
  },
  "what an earlier row shows that comes last": (here) => {
    const { row, ticket, phone, chiefs, other } = here;
    const at = Date.now() - hour;
    const proof = (n: number) =>
      ({ mode: "override", reason: "other", chief: codeOf(chiefs, at + n) }) as const;
    const undoes = { device: phone.device, seq: 3 };
    return [
      row(2, { qr: ticket.qr, at, ...proof(2) }),
      row(3, { kind: "exit", qr: ticket.qr, at: at - hour }),
      row(4, { kind: "undo", entries: 0, reason: "mistake", undoes, at: at - hour + 1000 }),
      row(5, { kind: "undo", entries: 0, undoes: { device: other.device, seq: 1 }, at, ...proof(5) }),
      row(1, { kind: "refuse", entries: 0 }),
    ];
  },
};

const accept = ({ device }: StagePhone) => acceptPhoneRows(site, { actor: chief, deviceId: device });
const stop = ({ device }: StagePhone) => stopPhone(site, { actor: chief, deviceId: device });

const foundOf = ({ eventId }: BusyNight) =>
  site.database.readAs(chief, (sql) => listFoundRows(sql, eventId, 99));

/** Which rows count, which findings are open, and everything that is counted of the night. */
async function stateOf(here: BusyNight) {
  const { eventId, phone, ticket, second, guest } = here;
  const findings = await foundOf(here);
  const rows = await logged(phone);
  return {
    rows: rows
      .map(({ seq, counted, finding }) => [seq, counted, finding === "revoked" ? null : finding].join())
      .sort(),
    open: findings.flatMap((one) =>
      one.mark === null ? [[one.finding, one.counts, one.entries, one.phoneName].join()] : [],
    ),
    doubles: await site.database.readAs(chief, async (sql) =>
      (await listDoubleEntries(sql, eventId)).map(({ entered }) => entered),
    ),
    inside: await site.database.readAs(chief, (sql) => countInside(sql, eventId)),
    tills: await site.database.withDuty("settle", async (sql) =>
      (await listDoorTills(sql, eventId)).map(({ seq, expected, counted }) => [seq, expected, counted]),
    ),
    sums: (await site.database.withDuty("settle", (sql) => sumDoorSales(sql, [eventId]))).map(
      ({ tickets, bani }) => [tickets, bani],
    ),
    left: await Promise.all([ticket, second].map(({ purchaseId }) => stage.left(purchaseId))),
    entered: (await db`SELECT entered FROM listed_guests WHERE id = ${guest}`)[0].entered,
  };
}
const countedIn = (rows: readonly string[]) => rows.filter((one) => one.includes("true"));

describe.each(Object.entries({ ...rowsWith, ...otherRows }))(
  "rows of which the server finds %s",
  (finding, rowsOf) => {
    it("count and are listed as if their phone had never been stopped, once the chief accepts it, and again", async () => {
      const [never, here] = [await busyNight(), await busyNight()];
      await send(never.phone, ...(await rowsOf(never)));
      const expected = await stateOf(never);
      if (finding in rowsWith && finding !== "revoked")
        expect((await logged(never.phone)).map((one) => one.finding)).toContain(finding);

      const before = await stateOf(here);
      const rows = await rowsOf(here);
      await stop(here.phone);
      await send(here.phone, ...rows);
      const { rows: stored, open, ...counted } = await stateOf(here);
      expect(before).toMatchObject(counted);
      expect(countedIn(stored)).toEqual([]);
      expect(stored).toEqual(expected.rows.map((one) => one.replace("true", "false")).sort());
      const due = countedIn(expected.rows).length;
      expect(open.filter((one) => one.includes("waiting"))).toHaveLength(due);
      const listed = await site.database.readAs(chief, (sql) => listStoppedPhones(sql, here.eventId));
      expect(listed.map((one) => one.rows)).toEqual(due === 0 ? [] : [due]);

      for (const value of [due, 0]) {
        expect(await accept(here.phone)).toMatchObject({ value });
        expect(await stateOf(here)).toEqual(expected);
      }
      expect(await findViolations(season.client, doorInvariants)).toEqual([]);
    });
  },
);

it.each([
  ["at the right price", {}],
  ["at another price", { bani: 1 }],
])(
  "a sale %s that waits for the chief while its share is given back is over the stock once it counts",
  async (_, about) => {
    const here = await busyNight();
    await stop(here.phone);
    await send(here.phone, sale(here, 1, { quantity: 2, ...about }));
    await giveBack((await shareOf(here)).id);
    expect(await accept(here.phone)).toMatchObject({ value: 1 });
    expect(await stateOf(here)).toMatchObject({
      rows: ["1,true,over_stock"],
      open: ["over_stock,person,2,A1"],
    });
    expect(await findViolations(season.client, doorInvariants)).toEqual([]);
  },
);

it("a sale that waits for the chief keeps its place of the share while the share is there", async () => {
  const here = await busyNight();
  await send(here.phone, sale(here, 1, { bani: 1 }));
  await stop(here.phone);
  await send(here.phone, sale(here, 2), sale(here, 3));
  expect(await accept(here.phone)).toMatchObject({ value: 2 });
  expect(await stateOf(here)).toMatchObject({ rows: ["1,true,other_price", "2,true,", "3,true,"] });
});

it("too many people on a name stand among the findings, and can be marked, only while their phone's rows wait", async () => {
  const here = await busyNight();
  await stop(here.phone);
  await send(here.phone, ...(await rowsWith.over_places(here)));
  const over = (await foundOf(here)).find((one) => one.finding === "over_places");
  const mark = () =>
    markCleared(site, {
      actor: chief,
      eventId: here.eventId,
      subject: over?.digest ?? "",
      word: "familie",
      entered: null,
    });
  expect(await mark()).toMatchObject({ ok: true });
  await accept(here.phone);
  expect(await mark()).toMatchObject({ ok: false });
});
