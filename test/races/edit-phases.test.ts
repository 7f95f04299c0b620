import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { bani } from "#kernel/money.ts";
import type { Database } from "#platform/database/database.server.ts";
import type { Sql } from "#platform/database/sql.ts";
import { testDatabase } from "#test/support/database.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { editTicketType } from "#ticketing/events/edit-ticket-type.server.ts";
import { findType } from "#ticketing/events/office-type-queries.server.ts";
import type { PhaseForm } from "#ticketing/events/price-phase-form.ts";
import type { TicketTypeForm } from "#ticketing/events/ticket-type-form.ts";
import { type HoldQueue, openHoldQueue } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { dataInvariants } from "#ticketing/reports/data-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";

/** Buyers, and an administrator whose act waits between what it reads of the counters and what it writes. */
async function openGround(lock: "locked" | "unlocked") {
  const prepared = await testDatabase();
  const season = await openSeasonBuilder(prepared.ownerUrl);
  const site = await testServices(prepared);
  const admin = await season.person("admin");
  const actor = { userId: admin.userId, role: "admin" } as const;
  let queue: HoldQueue;
  beforeAll(async () => {
    queue = openHoldQueue(site);
    if (lock === "unlocked")
      await season.client.query("ALTER TABLE stock_counters DROP CONSTRAINT stock_never_oversold");
  });
  afterAll(() => queue.close());
  const found = (id: Uuid) => site.database.readAs(actor, (sql) => findType(sql, id));

  async function buy(type: Uuid, n: number, total: number | null = null): Promise<string[]> {
    const people = await season.people(n);
    return Promise.all(
      people.map(async ({ sessionHash }) => {
        const answer = await queue.takeHold({
          ...{ sessionHash, lines: [{ ticketTypeId: type, quantity: 1 }], total, code: null },
          ...({ eventId: null, priceId: null, origin: "event", requestKey: null } as const),
        });
        if (answer.kind === "new") return `held at ${answer.order.total}`;
        return answer.kind === "refused" ? answer.refusal.reason : answer.kind;
      }),
    );
  }

  /** Saves these phases in the place of those that the type has. */
  async function save(
    type: Uuid,
    wanted: (saved: PhaseForm[]) => PhaseForm[],
    onRead = () => {},
  ): Promise<string> {
    const saved = await found(type);
    if (!saved) throw new Error("no such type");
    const phases = saved.phases.map((one, at) => ({ ...one, row: (at + 1) as PhaseForm["row"] }));
    const database = { ...site.database, withActor: slowed(site.database.withActor, lock, onRead) };
    const { type: name, price, entries, events, priceId } = saved;
    const form: TicketTypeForm = {
      ...{ type: name, price, entries, events, priceId, description: null, isSeasonPass: false, left: 0 },
      ...{
        codePer: "order",
        saleStartsAt: null,
        saleEndsAt: null,
        offerRank: null,
        requiresCode: false,
        admits: true,
      },
      ...{ enterUntil: null, pool: { kind: "none" }, phases: wanted(phases) },
    };
    const request = { actor, id: type, version: saved.version, form, stock: { kind: "unchanged" } as const };
    const edited = await editTicketType({ ...site, database }, request);
    return edited.ok ? "saved" : edited.refusal.reason;
  }

  /** A type with 20 cheap tickets; an edit of them beside 30 buyers who take what is sold. */
  async function editBesideBuyers(wanted: (saved: PhaseForm[]) => PhaseForm[], total: number | null = null) {
    const type = await season.ticketType({ events: [await season.night()] });
    const [early = ""] = await season.phases(type, [{ price: 8000, capacity: 20 }, { price: 10_000 }]);
    const read = Promise.withResolvers<void>();
    const edited = save(type, wanted, read.resolve);
    await read.promise;
    const [said, bought] = await Promise.all([edited, buy(type, 30, total)]);
    const { rows } = await season.client.query("SELECT capacity, held FROM stock_counters WHERE id = $1", [
      early,
    ]);
    const broken = await findViolations(season.client, dataInvariants);
    return { type, said, bought: counts(bought), early: rows[0], broken: broken.map(({ id }) => id) };
  }
  return { season, buy, save, editBesideBuyers };
}

/** The act's transaction answers its read of the phases late, under the locks of their counters or without. */
function slowed(
  withActor: Database["withActor"],
  lock: "locked" | "unlocked",
  onRead: () => void,
): Database["withActor"] {
  return (actor, work) =>
    withActor(actor, (sql) => {
      const query = async (given: unknown, ...more: unknown[]) => {
        const ask = sql.query.bind(sql) as (given: unknown, ...more: unknown[]) => Promise<unknown>;
        const { name, text } = given as { name?: string; text?: string };
        if (name === "lock-counters" && lock === "unlocked")
          return ask(
            { ...(given as object), name: "no-lock", text: text?.replace(" FOR UPDATE", "") },
            ...more,
          );
        const answer = await ask(given, ...more);
        if (typeof given === "string" && given.includes("FROM price_phases f JOIN")) {
          onRead();
          await new Promise((resume) => setTimeout(resume, 250));
        }
        return answer;
      };
      const get = (target: Sql, key: string | symbol) =>
        key === "query" ? query : Reflect.get(target, key, target);
      return work(new Proxy(sql, { get }));
    });
}

function counts(answers: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const answer of answers) found[answer] = (found[answer] ?? 0) + 1;
  return found;
}

const withoutFirst = (saved: PhaseForm[]) => saved.slice(1);
const smaller = ([first, ...others]: PhaseForm[]) => (first ? [{ ...first, tickets: 5 }, ...others] : []);

describe("an edit of phases beside buyers", async () => {
  const ground = await openGround("locked");

  it("deletes a phase before anybody holds a ticket of it, and they pay the next price (I2, I4, L2)", async () => {
    expect(await ground.editBesideBuyers(withoutFirst)).toMatchObject({
      ...{ said: "saved", bought: { "held at 10000": 30 }, early: undefined, broken: [] },
    });
  });

  it("makes a phase smaller before they hold, and sells no more of it (I1, I2, L2)", async () => {
    expect(await ground.editBesideBuyers(smaller)).toMatchObject({
      ...{ said: "saved", bought: { "held at 8000": 5, "held at 10000": 25 } },
      ...{ early: { capacity: 5, held: 5 }, broken: [] },
    });
  });

  it("adds a phase that those who waited for it did not lock, and they are run again: the new phase is sold first (I1, I2, L2)", async () => {
    const earlier = ([first, ...others]: PhaseForm[]) => {
      const added: PhaseForm[] = first ? [{ ...first, id: "", price: bani(7000), tickets: 6 }, first] : [];
      return [...added, ...others].map((one, at) => ({ ...one, row: (at + 1) as PhaseForm["row"] }));
    };
    expect(await ground.editBesideBuyers(earlier, 8000)).toMatchObject({
      ...{ said: "saved", bought: { "held at 7000": 6, "held at 8000": 20, price_changed: 4 } },
      ...{ early: { capacity: 20, held: 20 }, broken: [] },
    });
  });

  it("gives a type its first phases, and those who waited for it pay the first of them", async () => {
    const { season, buy, save } = ground;
    const type = await season.ticketType({ events: [await season.night()] });
    const read = Promise.withResolvers<void>();
    const first: PhaseForm = { id: "", row: 1, name: "Devreme", price: bani(5000), endsAt: null, tickets: 3 };
    const edited = save(
      type,
      () => [first, { ...first, row: 2, name: "La final", price: bani(9000), tickets: null }],
      read.resolve,
    );
    await read.promise;
    const [said, bought] = await Promise.all([edited, buy(type, 5)]);
    expect([said, counts(bought)]).toEqual(["saved", { "held at 5000": 3, "held at 9000": 2 }]);
  });

  it("is refused when they held first, and a new price is for those who come after (decision 40)", async () => {
    const { season, buy, save } = ground;
    const type = await season.ticketType({ events: [await season.night()] });
    await season.phases(type, [{ price: 8000, capacity: 20 }, { price: 10_000 }]);
    expect(counts(await buy(type, 6))).toEqual({ "held at 8000": 6 });
    expect([await save(type, withoutFirst), await save(type, smaller)]).toEqual([
      "phase_taken",
      "phase_below_taken",
    ]);
    const dearer = ([first, ...others]: PhaseForm[]) =>
      first ? [{ ...first, price: bani(9000) }, ...others] : [];
    expect(await save(type, dearer)).toBe("saved");
    expect(counts(await buy(type, 3))).toEqual({ "held at 9000": 3 });
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
