import { openEvening, type Stage } from "./door-evening.ts";
import type { DoorResult, DoorRules, Phone, Row } from "./door-rules.ts";
import { seededRandom } from "./seeded-random.ts";

export type DoorSize = { readonly gates?: number; readonly entries?: readonly [number, number] };

const seconds = 60;

/** A seeded evening, a second at a time: connections break, messages are lost, delayed, repeated, and out of order. */
export async function runDoor(
  stage: Stage,
  seed: number,
  rules: DoorRules,
  size: DoorSize = {},
): Promise<DoorResult> {
  const random = seededRandom(seed);
  const chance = (share: number) => random.next() < share;
  const { gates = random.between(2, 3), entries = [1, 2] } = size;
  const evening = await openEvening(stage, rules, { gates, entries: () => random.between(...entries) });
  const { phones, tickets, entriesOf, deliver } = evening;
  // some carry a copy of the same code
  const people = tickets.flatMap((ticket) =>
    Array.from(
      { length: (entriesOf.get(ticket.purchaseId) ?? 1) + (chance(0.8) ? random.between(1, 3) : 0) },
      () => ({ ticket, at: random.between(1, seconds - 1), phone: random.pick(phones), tries: 0 }),
    ),
  );
  const late: { at: number; phone: Phone; rows: Row[] }[] = [];

  for (let now = 1; now < seconds; now++) {
    for (const phone of phones) if (chance(phone.isUp ? 0.08 : 0.07)) phone.isUp = !phone.isUp;
    await evening.begin(now);
    if (now % 2 === 0) for (const phone of phones.filter(({ isUp }) => isUp)) await connect(phone, now);
    for (const one of late.filter(({ at }) => at === now)) await deliver(one.phone, one.rows);
    for (const person of people.filter(({ at }) => at === now)) {
      const sentTo = await evening.scan(person.phone, person.ticket, () => chance(0.05));
      if (sentTo && person.tries++ < 3) {
        person.phone = phones.find(({ gateId }) => gateId === sentTo) ?? person.phone;
        person.at = now + 1;
      }
    }
  }
  return evening.end();

  async function connect(phone: Phone, now: number): Promise<void> {
    // what it sends may come late, twice, in another order, or without its answer
    const sending = phone.unsent.toSorted(() => random.next() - 0.5).slice(0, random.between(1, 4));
    if (sending.length > 0 && chance(0.25)) {
      if (chance(0.4)) late.push({ at: now + random.between(1, 4), phone, rows: sending });
      else await deliver(phone, sending, { isAnswerLost: chance(0.2) });
      if (chance(0.3)) late.push({ at: now + random.between(1, 6), phone, rows: sending });
      evening.forget(phone, sending);
    }
    if (await evening.beat(phone)) phone.aloneSince = null;
    if (chance(0.8)) await evening.refresh(phone);
  }
}
