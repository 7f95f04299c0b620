import { describe, expect, it } from "vitest";
import { openDoorStage } from "#test/support/door-stage.ts";
import { ofScale, replay, seedOr } from "#test/support/scale.ts";
import { someAtOnce } from "#test/support/turns.ts";
import { homeGateOf } from "#ticketing/gate/home-gate.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { openEvening } from "./door-evening.ts";
import { type DoorResult, type DoorRules, openDoor, type Phone, strictDoor } from "./door-rules.ts";
import { type DoorSize, runDoor } from "./door-run.ts";

const stage = await openDoorStage();
const seed = seedOr(20_261_127);
const again = replay(seed, "test/races/door.test.ts");
/** Some 25 scans each; in the long run half of them at two gates and half at four. */
const runs = ofScale({ sample: 4, all: 30, long: 450 });
const few = ofScale({ sample: 2, all: 10, long: 60 });
const gates = ofScale({ sample: [], all: [], long: [2, 4] });
const patience = { timeout: 3_600_000 };

/** Tickets of many people, who come one by one to every gate. */
const groups = { entries: [4, 6] } as const;

async function evenings(
  rules: DoorRules,
  seeds: readonly number[],
  size: DoorSize = {},
): Promise<DoorResult[]> {
  const results = new Map<number, DoorResult>();
  const sizeOf = (one: number) => (gates.length > 0 ? { gates: gates[one % 2] as number, ...size } : size);
  await someAtOnce(seeds, 4, async (one) => results.set(one, await runDoor(stage, one, rules, sizeOf(one))));
  return seeds.map((one) => results.get(one) as DoorResult);
}
const drawn = (count: number) => Array.from({ length: count }, (_, n) => seed + n);

const sum = (results: readonly DoorResult[], of: (one: DoorResult) => number) =>
  results.reduce((n, one) => n + of(one), 0);

async function expectKept(results: readonly DoorResult[]): Promise<void> {
  for (const one of results) {
    expect(one.lost, again).toBe(0);
    // every ticket with too many people is listed, with each of its entries, and no other
    expect(one.listed.map(({ purchaseId, entered }) => [purchaseId, entered]).sort(), again).toEqual(
      one.doubles.map(({ ticket, rows }) => [ticket.purchaseId, rows.length]).sort(),
    );
    for (const { rows, entered } of one.listed) expect(rows).toHaveLength(entered);
  }
  expect(await findViolations(stage.season.client, doorInvariants), again).toEqual([]);
}

describe("the door, with phones that lose their network, and messages that are lost, late, repeated and out of order", () => {
  it(
    "open: loses no row, lists every double, and stays within its bound (I16, F46, F47)",
    patience,
    async () => {
      const open = await evenings(openDoor, drawn(runs));
      await expectKept(open);
      for (const { entered, entries, aloneOn } of open)
        for (const [id, people] of entered)
          expect(people, again).toBeLessThanOrEqual((entries.get(id) ?? 0) * (1 + (aloneOn.get(id) ?? 0)));
      expect(sum(open, (one) => one.scans)).toBeGreaterThan(ofScale({ sample: 0, all: 0, long: 10_000 }));
    },
  );

  it(
    "strict: the same, and each double is of a ticket that its own gate's phone let in alone, and somebody else within 15 seconds of its loss of connection",
    patience,
    async () => {
      const strict = await evenings(strictDoor, drawn(runs));
      await expectKept(strict);
      for (const { doubles } of strict)
        for (const { rows } of doubles) {
          const others = (alone: number) =>
            rows.filter(({ at, aloneSince }) => aloneSince !== alone && Math.abs(at - alone) <= 15);
          expect(
            rows.some(({ aloneSince }) => aloneSince !== null && others(aloneSince).length > 0),
            [...rows.map(({ at, aloneSince }) => `${at} s, alone since ${aloneSince}`), again].join("; "),
          ).toBe(true);
        }
      expect(sum(strict, (one) => one.scans)).toBeGreaterThan(ofScale({ sample: 0, all: 0, long: 10_000 }));
      const blind = [...strict, ...(await evenings(strictDoor, drawn(few), groups))];
      // the server lets nobody in on a ticket of which an absent phone has an entry that it does not know
      expect(
        sum(blind, (one) => one.blind),
        again,
      ).toBe(0);
    },
  );
});

type Scene = Awaited<ReturnType<typeof openScene>>;

/** A strict door with a ticket for one: the phone of its own gate lets it in alone, and has sent nothing yet. */
async function openScene(rules: DoorRules) {
  const evening = await openEvening(stage, rules, { gates: 2, entries: () => 1 });
  const { phones, begin, scan } = evening;
  const [ticket] = evening.tickets;
  const { head, tickets } = phones[0] ?? {};
  const type = head?.types[tickets?.get(ticket?.key ?? "")?.type ?? -1];
  if (!ticket || !head || !type) throw new Error("no ticket");
  const homeGate = homeGateOf(head.gates, { typeId: type.id, key: ticket.key });
  const isHome = ({ gateId }: Phone) => gateId === homeGate;
  const home = phones.find(isHome) as Phone;
  const other = phones.find((phone) => !isHome(phone)) as Phone;
  home.isUp = false;
  await begin(1);
  await scan(home, ticket);
  expect(home.rows.map(({ isAdmit }) => isAdmit)).toEqual([true]);
  /** Long after the connection broke, somebody else comes to a phone that has one. */
  const comesAgainTo = async (phone: Phone) => {
    await evening.beat(phone);
    await scan(phone, ticket);
  };
  return { evening, ticket, home, other, comesAgainTo };
}

const controls: [
  rule: string,
  without: Partial<DoorRules>,
  seen: (result: DoorResult) => number,
  play: (scene: Scene) => Promise<unknown>,
][] = [
  [
    "leaves tickets to a phone that is away",
    { leavesToAway: false },
    ({ blind }) => blind,
    async ({ evening, other, comesAgainTo }) => {
      await evening.begin(12);
      await comesAgainTo(other);
    },
  ],
  [
    "counts a phone as back when its rows are here",
    { sendsFirst: false },
    ({ blind }) => blind,
    async ({ evening, home, other, comesAgainTo }) => {
      home.isUp = true;
      await evening.begin(12);
      await evening.beat(home);
      await comesAgainTo(other);
    },
  ],
  [
    "lets a phone decide its own gate's tickets alone",
    { ownTickets: false },
    ({ excess }) => excess,
    async ({ evening, other, ticket }) => {
      other.isUp = false;
      await evening.begin(2);
      await evening.scan(other, ticket);
    },
  ],
  [
    "does not hide a phone's own rows by a newer list",
    { ownRows: false },
    ({ excess }) => excess,
    async ({ evening, home, ticket }) => {
      await evening.refresh(home);
      await evening.scan(home, ticket);
    },
  ],
  [
    "keeps a row until it is acknowledged",
    { keepsRows: false },
    ({ lost }) => lost,
    async ({ evening, home }) => evening.forget(home, home.unsent),
  ],
];

it.each(controls)(
  "a rule of the door: it %s; without it the evenings above would see it (control)",
  async (_rule, without, seen, play) => {
    const results: number[] = [];
    for (const rules of [{}, without]) {
      const scene = await openScene({ ...strictDoor, ...rules });
      await play(scene);
      await scene.evening.begin(20);
      results.push(seen(await scene.evening.end()));
    }
    expect(results).toEqual([0, 1]);
  },
);
