import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneAsk } from "#test/support/gate-phone.ts";
import { answerScan } from "./answer-scan.server.ts";

const stage = await openDoorStage();
const { site, season, chief } = stage;

/** A phone of one night, and a ticket and a guest of another. */
async function twoNights() {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(await stage.night()));
  const [ticket] = await stage.tickets(eventId);
  const [list, guest] = [newId(), newId()];
  await season.db`WITH counted AS (INSERT INTO stock_counters (id, kind, capacity) VALUES (${list}, 'guest_list', 9)),
       list AS (INSERT INTO guest_lists (id, event_id, name) VALUES (${list}, ${eventId}, 'Casa') RETURNING id)
     INSERT INTO listed_guests (id, list_id, event_id, name, places, added_by) SELECT ${guest}, list.id, ${eventId}, 'Ema', 2, ${chief.userId} FROM list`;
  let seq = 0;
  const asked = async (what: { readonly qr: string } | { readonly guest: typeof guest }) => {
    seq += 1;
    const answer = await answerScan(site, phoneAsk(phone.keys, phone.device, { seq, ...what }));
    return answer.ok ? answer.value : answer.refusal;
  };
  return {
    eventId,
    guest,
    ofTicket: () => asked({ qr: ticket?.qr ?? "" }),
    ofGuest: () => asked({ guest }),
  };
}

it.each([
  ["cancelled", "UPDATE events SET cancelled_at = now() WHERE id = $1"],
  ["whose tickets are refunded", "UPDATE ticket_purchases SET status = 'refunded' WHERE event_id = $1"],
  ["whose tickets are suspended", "UPDATE ticket_purchases SET suspended = 'refund' WHERE event_id = $1"],
  ["whose share went back", "UPDATE ticket_purchases SET share_returned_at = now() WHERE event_id = $1"],
  ["whose codes are new", "UPDATE ticket_purchases SET secret_version = 2 WHERE event_id = $1"],
])("a phone is told no holder and no guest of another night, also of one %s", async (_, change) => {
  const { eventId, ofTicket, ofGuest } = await twoNights();
  await season.client.query(change, [eventId]);
  const hidden = { decision: { verdict: "elsewhere" }, holder: null };
  expect(await ofTicket()).toMatchObject({ decision: hidden.decision, holder: null, night: {} });
  expect(await ofGuest()).toMatchObject(hidden);
});

it("a name that is off the list of another night is of another night", async () => {
  const { guest, ofGuest } = await twoNights();
  await season.db`UPDATE listed_guests SET removed_at = now() WHERE id = ${guest}`;
  expect(await ofGuest()).toMatchObject({ decision: { verdict: "elsewhere" }, holder: null });
});
