import { expect } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import type { ChiefProof, SentRow, WrittenGateRow } from "#ticketing/gate/gate-row-form.ts";
import { giveBackFromDoor } from "#ticketing/gate/give-back-from-door.server.ts";
import { sendGateList } from "#ticketing/gate/send-gate-list.server.ts";
import { setAsideForDoor } from "#ticketing/gate/set-aside-for-door.server.ts";
import { takeGateRows } from "#ticketing/gate/take-gate-rows.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { openDoorStage, type StagePhone } from "./door-stage.ts";
import { phoneRow } from "./gate-phone.ts";

export type SellingDoor = { readonly eventId: Uuid; readonly type: Uuid; readonly phone: StagePhone };
type SaleOfRow = NonNullable<WrittenGateRow["sale"]>;

/** Phones that sell at the doors of nights: what is set aside for them, and the rows that they write. */
export async function openSellingStage() {
  const stage = await openDoorStage();
  const { site, season, chief } = stage;
  const { client } = season;

  return {
    stage,
    /** A night with a type at 130 lei and a phone at its gate. */
    async door({
      entries = 1,
      capacity = 100,
      price = 13_000,
      nightCapacity = 1000,
      inDays = 0,
    } = {}): Promise<SellingDoor> {
      const eventId = await season.night({ inDays, time: null, capacity: nightCapacity });
      const about = { events: [eventId], title: "Intrare la ușă", price, capacity, entries };
      const type = await season.ticketType(about);
      return { eventId, type, phone: await stage.phone(await stage.gate(eventId)) };
    },
    setAside: ({ eventId, type, phone }: SellingDoor, quantity: number, actor = chief) =>
      setAsideForDoor(site, { actor, eventId, deviceId: phone.device, ticketTypeId: type, quantity }),
    giveBack: (shareId: string, actor = chief) => giveBackFromDoor(site, { actor, shareId }),
    async shareOf({ phone, type }: SellingDoor) {
      const { rows } = await client.query(
        "SELECT id, quantity, entries, price::int AS price FROM door_shares WHERE device_id = $1 AND ticket_type_id = $2",
        [phone.device, type],
      );
      return rows[0];
    },
    async counter(id: string) {
      const { rows } = await client.query("SELECT held, sold FROM stock_counters WHERE id = $1", [id]);
      return rows[0];
    },
    send: (phone: StagePhone, ...rows: SentRow[]) => takeGateRows(site, { device: phone.device, rows }),
    sale({ phone, type }: SellingDoor, seq: number, more: Partial<SaleOfRow> = {}, entries = 1): SentRow {
      const quantity = more.quantity ?? 1;
      const plain = { type, quantity, bani: 13_000 * quantity, means: "cash", receipt: null } as const;
      const about = { seq, kind: "sale", entries: entries * quantity, sale: { ...plain, ...more } } as const;
      return phoneRow(phone.keys, phone.device, about);
    },
    /** By the phone itself, or by another one, perhaps with a chief's code. */
    undo({ phone }: SellingDoor, seq: number, of: number, by = phone, code?: ChiefProof): SentRow {
      const undoes = { device: phone.device, seq: of };
      const about = { seq, kind: "undo", entries: 0, undoes, reason: "mistake" } as const;
      return phoneRow(by.keys, by.device, code ? { ...about, mode: "override", chief: code } : about);
    },
    /** The code that a chief's phone shows at this moment. */
    codeOf: ({ device, keys }: StagePhone, at = Date.now()): ChiefProof =>
      keys.call("chief", { v: 1, device, at }),
    handOver({ phone }: SellingDoor, seq: number, cash: number, opening?: number): SentRow {
      const shift = opening === undefined ? { cash } : { cash, opening };
      return phoneRow(phone.keys, phone.device, { seq, kind: "shift", entries: 0, shift });
    },
    /** What the phone's list says that it may sell. */
    async listed({ phone }: SellingDoor) {
      const call = phone.keys.call("list", { v: 1, device: phone.device, at: Date.now(), since: null });
      const list = await sendGateList(site, call);
      if (!list.ok) throw new Error(list.refusal.reason);
      return list.value.head.stock;
    },
    async logged(phone: StagePhone) {
      const { rows } = await client.query(
        "SELECT seq, kind, is_counted AS counted, finding FROM gate_log WHERE device_id = $1 ORDER BY seq",
        [phone.device],
      );
      return rows;
    },
    holds: async () => expect(await findViolations(client, dataInvariants)).toEqual([]),
  };
}
