import { createHash } from "node:crypto";
import { newId, type Uuid } from "#kernel/id.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { type TestDatabase, testDatabase } from "#test/support/database.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { ticketsOfOrder } from "#ticketing/delivery/ticket-queries.server.ts";
import { enrolPhone } from "#ticketing/gate/enrol-phone.server.ts";
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { saveGate } from "#ticketing/gate/save-gate.server.ts";
import { type PhoneKeys, phoneKeys } from "./gate-phone.ts";

export type StagePhone = { readonly device: Uuid; readonly keys: PhoneKeys; readonly decides: boolean };

/** A night with gates, phones and tickets, made by the acts themselves; closed after the file's last test. */
export async function openDoorStage(open: () => Promise<TestDatabase> = testDatabase) {
  const database = await open();
  const season = await openSeasonBuilder(database.ownerUrl);
  const services = await testServices(database);
  const keys = await openSigningKeys({
    database: services.database,
    appSecret: "a secret of the test, long enough",
  });
  const site = { ...services, keys };
  const chief = await season.person("door_chief");
  const gateStaff = await season.person("gate");

  return {
    database,
    season,
    site,
    chief,
    gateStaff,
    /** A night without a time: it admits all day, whenever the test runs. */
    night: (inDays = 0) => season.night({ inDays, time: null }),
    async gate(eventId: Uuid, about: { name?: string; typeIds?: readonly Uuid[]; isStrict?: boolean } = {}) {
      const { name = `Poarta ${newId().slice(-6)}`, typeIds = [], isStrict = false } = about;
      const made = await saveGate(site, { actor: chief, eventId, gateId: null, form: { name, typeIds } });
      if (!made.ok) throw new Error(made.refusal.reason);
      if (isStrict) await season.client.query("UPDATE gates SET mode = 'strict' WHERE id = $1", [made.value]);
      return made.value as Uuid;
    },
    async phone(gateId: Uuid, name = "A1", { isChief = false } = {}): Promise<StagePhone> {
      const own = phoneKeys();
      const invited = await invitePhone(site, { actor: chief, gateId, isChief });
      if (!invited.ok) throw new Error(invited.refusal.reason);
      const secret = invited.value.url.split("#").at(-1);
      const enrolled = await enrolPhone(site, own.call("enrol", { v: 1, secret, key: own.key, name }));
      if (!enrolled.ok) throw new Error(enrolled.refusal.reason);
      return { device: enrolled.value.device, keys: own, decides: enrolled.value.decides };
    },
    /** Makes the last settled beat of these phones three hours old, as if they had had no network since. */
    async unheard(...phones: readonly StagePhone[]): Promise<void> {
      const ids = phones.map(({ device }) => device);
      await season.db`UPDATE gate_devices SET settled_at = now() - interval '3 hours' WHERE id = ANY(${ids})`;
    },
    /** Paid tickets of one order, each with its QR. */
    async tickets(eventId: Uuid, { typeId, entries = 1, quantity = 1 }: TicketFactsOfStage = {}) {
      const ticketTypeId = typeId ?? (await season.ticketType({ events: [eventId], entries }));
      const { userId } = await season.person();
      const { orderId } = await paidOrder(season.client, {
        userId,
        ticketTypeId,
        events: [eventId],
        entries,
        quantity,
      });
      const made = await site.database.withDuty("deliver", (sql) => ticketsOfOrder(sql, keys, orderId));
      return made.map(({ purchaseId, code, label }) => ({
        purchaseId,
        qr: code.qr,
        group: code.group,
        label,
        orderId,
        key: createHash("sha256").update(purchaseId).digest("hex").slice(0, 16),
      }));
    },
    async left(purchaseId: string): Promise<number> {
      const { rows } = await season.client.query(
        "SELECT entries_remaining AS n FROM ticket_purchases WHERE id = $1",
        [purchaseId],
      );
      return rows[0].n;
    },
  };
}

type TicketFactsOfStage = { readonly typeId?: Uuid; readonly entries?: number; readonly quantity?: number };
