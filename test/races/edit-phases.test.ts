import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import { openBarrier, overlap } from "#test/support/barrier.ts";
import { changedServices, withoutLock } from "#test/support/changed-statements.ts";
import { sampleTypeForm } from "#test/support/type-form.ts";
import { editTicketType } from "#ticketing/events/edit-ticket-type.server.ts";
import { findType } from "#ticketing/events/office-type-queries.server.ts";
import type { PhaseForm } from "#ticketing/events/price-phase-form.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { counts, openHoldRace, times } from "./hold-race.ts";

/** Buyers, and an administrator whose act can be held between what it reads of the counters and what it writes. */
async function openGround(lock: "locked" | "unlocked") {
  const { season, site, buy } = await openHoldRace(lock);
  const actor = { userId: (await season.person("admin")).userId, role: "admin" } as const;
  let barrier = openBarrier();
  const office = changedServices(site, async (statement, ask) => {
    const isUnlocked = statement.name === "lock-counters" && lock === "unlocked";
    const answer = await ask(isUnlocked ? withoutLock(statement) : statement);
    if (statement.text.includes("FROM price_phases f JOIN")) await barrier.hold();
    return answer;
  });

  /** Saves these phases in the place of those that the type has. */
  async function save(type: Uuid, wanted: (saved: PhaseForm[]) => PhaseForm[]): Promise<string> {
    const saved = await site.database.readAs(actor, (sql) => findType(sql, type));
    if (!saved) throw new Error("no such type");
    const phases = saved.phases.map((one, at) => ({ ...one, row: (at + 1) as PhaseForm["row"] }));
    const { type: name, price, entries, events, priceId } = saved;
    const form = sampleTypeForm({
      type: name,
      price,
      entries,
      events,
      priceId,
      left: 0,
      phases: wanted(phases),
    });
    const request = { actor, id: type, version: saved.version, form, stock: { kind: "unchanged" } as const };
    const edited = await editTicketType(office, request);
    return edited.ok ? "saved" : edited.refusal.reason;
  }

  /** An edit that is held when it has read, while so many buyers come. */
  async function saveBeside(
    type: Uuid,
    wanted: (saved: PhaseForm[]) => PhaseForm[],
    buyers: number,
    total: number | null = null,
  ) {
    barrier = openBarrier();
    const { ends } = await overlap(season.client, {
      barrier,
      first: () => save(type, wanted),
      second: () => buy(times(buyers, { type, total })),
    });
    const [said, bought] = ends;
    if (said.status === "rejected" || bought.status === "rejected") throw new Error("an act failed");
    return { said: said.value, bought: counts(bought.value) };
  }

  /** A type with 20 cheap tickets; an edit of them beside 30 buyers who take what is sold. */
  async function editBesideBuyers(wanted: (saved: PhaseForm[]) => PhaseForm[], total: number | null = null) {
    const type = await season.ticketType({ events: [await season.night()] });
    const [early = ""] = await season.phases(type, [{ price: 8000, capacity: 20 }, { price: 10_000 }]);
    const ends = await saveBeside(type, wanted, 30, total);
    const { rows } = await season.client.query("SELECT capacity, held FROM stock_counters WHERE id = $1", [
      early,
    ]);
    const broken = await findViolations(season.client, dataInvariants);
    return { ...ends, early: rows[0], broken: broken.map(({ id }) => id) };
  }
  /** Saves without anybody in between. */
  const saveAlone: typeof save = (...given) => {
    barrier.letGo();
    return save(...given);
  };
  return { season, buy, saveAlone, saveBeside, editBesideBuyers };
}

const withoutFirst = (saved: PhaseForm[]) => saved.slice(1);
const smaller = ([first, ...others]: PhaseForm[]) => (first ? [{ ...first, tickets: 5 }, ...others] : []);

describe("an edit of phases beside buyers", async () => {
  const ground = await openGround("locked");

  it("deletes a phase before anybody holds a ticket of it, and they pay the next price (I2, I4, L2)", async () => {
    expect(await ground.editBesideBuyers(withoutFirst)).toMatchObject({
      said: "saved",
      bought: { "held at 10000": 30 },
      early: undefined,
      broken: [],
    });
  });

  it("makes a phase smaller before they hold, and sells no more of it (I1, I2, L2)", async () => {
    expect(await ground.editBesideBuyers(smaller)).toMatchObject({
      said: "saved",
      bought: { "held at 8000": 5, "held at 10000": 25 },
      early: { capacity: 5, held: 5 },
      broken: [],
    });
  });

  it("adds a phase that those who waited for it did not lock, and they are run again: the new phase is sold first (I1, I2, L2)", async () => {
    const earlier = ([first, ...others]: PhaseForm[]) => {
      const added: PhaseForm[] = first ? [{ ...first, id: "", price: bani(7000), tickets: 6 }, first] : [];
      return [...added, ...others].map((one, at) => ({ ...one, row: (at + 1) as PhaseForm["row"] }));
    };
    expect(await ground.editBesideBuyers(earlier, 8000)).toMatchObject({
      said: "saved",
      bought: { "held at 7000": 6, "held at 8000": 20, price_changed: 4 },
      early: { capacity: 20, held: 20 },
      broken: [],
    });
  });

  it("gives a type its first phases, and those who waited for it pay the first of them", async () => {
    const { season, saveBeside } = ground;
    const type = await season.ticketType({ events: [await season.night()] });
    const first: PhaseForm = { id: "", row: 1, name: "Devreme", price: bani(5000), endsAt: null, tickets: 3 };
    const both = () => [
      first,
      { ...first, row: 2 as const, name: "La final", price: bani(9000), tickets: null },
    ];
    expect(await saveBeside(type, both, 5)).toEqual({
      said: "saved",
      bought: { "held at 5000": 3, "held at 9000": 2 },
    });
  });

  it("is refused when they held first, and a new price is for those who come after", async () => {
    const { season, buy, saveAlone: save } = ground;
    const type = await season.ticketType({ events: [await season.night()] });
    await season.phases(type, [{ price: 8000, capacity: 20 }, { price: 10_000 }]);
    expect(counts(await buy(times(6, { type })))).toEqual({ "held at 8000": 6 });
    expect([await save(type, withoutFirst), await save(type, smaller)]).toEqual([
      "phase_taken",
      "phase_below_taken",
    ]);
    const dearer = ([first, ...others]: PhaseForm[]) =>
      first ? [{ ...first, price: bani(9000) }, ...others] : [];
    expect(await save(type, dearer)).toBe("saved");
    expect(counts(await buy(times(3, { type })))).toEqual({ "held at 9000": 3 });
    const { rows } = await season.client.query(
      "SELECT sum(total)::int AS held FROM orders WHERE scope_id = (SELECT event_id FROM tickets WHERE id = $1)",
      [type],
    );
    expect(rows[0].held).toBe(6 * 8000 + 3 * 9000);
    expect(await findViolations(season.client, dataInvariants)).toEqual([]);
  });
});

describe("the negative control: the act without the lock", async () => {
  const ground = await openGround("unlocked");

  it("deletes a phase that is being held, so the race above can fail", async () => {
    const { said, broken } = await ground.editBesideBuyers(withoutFirst);
    expect(said).toBe("saved");
    expect(broken).toContain("I2");
  });

  it("makes a phase smaller than what is held of it", async () => {
    const { said, early } = await ground.editBesideBuyers(smaller);
    expect([said, early.held > early.capacity]).toEqual(["saved", true]);
  });
});
