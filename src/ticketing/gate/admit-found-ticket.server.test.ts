import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { type AdmitFoundRequest, admitFoundTicket } from "./admit-found-ticket.server.ts";

const stage = await openDoorStage();
const { site, season, chief, gateStaff } = stage;

async function found(entries = 2) {
  const eventId = await stage.night();
  const [ticket] = await stage.tickets(eventId, { entries });
  if (!ticket) throw new Error("no ticket");
  const request: AdmitFoundRequest = {
    actor: chief,
    deviceId: newId(),
    nonce: newId(),
    eventId,
    purchaseId: ticket.purchaseId,
    entries: 1,
    reason: "payment_seen",
  };
  return { eventId, ticket, request };
}

it("lets in without a code, once for each press, up to the ticket's entries, and the journal says who and why", async () => {
  const { ticket, request } = await found();
  expect(await admitFoundTicket(site, request)).toMatchObject({ value: { verdict: "admitted", left: 1 } });
  const again = await Promise.all(Array.from({ length: 4 }, () => admitFoundTicket(site, request)));
  for (const answer of again) expect(answer).toMatchObject({ value: { verdict: "admitted", left: 1 } });
  const presses = Array.from({ length: 5 }, () => admitFoundTicket(site, { ...request, nonce: newId() }));
  const verdicts = (await Promise.all(presses)).map((answer) =>
    answer.ok ? answer.value.verdict : "refused",
  );
  expect(verdicts.sort()).toEqual(["admitted", "used", "used", "used", "used"]);
  const rows =
    await season.db`SELECT actor_id, after FROM journal WHERE what = 'entry_by_chief' AND subject_id = ${ticket.orderId}`;
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual({
    actor_id: chief.userId,
    after: { purchaseId: ticket.purchaseId, entries: 1, reason: "payment_seen" },
  });
  expect(await findViolations(season.client, doorInvariants)).toEqual([]);
});

it("a refunded ticket and one of another night let nobody in, and only who leads the door lets in", async () => {
  const { ticket, request } = await found();
  const other = await found();
  expect(await whyNot(admitFoundTicket(site, { ...request, eventId: other.eventId }))).toBe("missing");
  expect(await whyNot(admitFoundTicket(site, { ...request, actor: gateStaff }))).toBe("not_allowed");
  await season.db`UPDATE ticket_purchases SET status = 'refunded' WHERE id = ${ticket.purchaseId}`;
  expect(await admitFoundTicket(site, request)).toMatchObject({ value: { verdict: "void" } });
  expect(await stage.left(ticket.purchaseId)).toBe(2);
});

it("a ticket that a strict gate's phone may be deciding now is left to it", async () => {
  const { eventId, request } = await found();
  const phone = await stage.phone(await stage.gate(eventId, { isStrict: true }));
  await season.db`UPDATE gate_devices SET settled_at = now() - interval '1 minute' WHERE id = ${phone.device}`;
  expect(await admitFoundTicket(site, request)).toMatchObject({ value: { verdict: "other_gate" } });
});
