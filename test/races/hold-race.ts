import { afterAll, beforeAll } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { type Barrier, openBarrier, overlap } from "#test/support/barrier.ts";
import { type Change, changedServices, withoutLock } from "#test/support/changed-statements.ts";
import { testDatabase } from "#test/support/database.ts";
import { arrived } from "#test/support/open-page.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { testServices } from "#test/support/services.ts";
import { type HoldQueue, openHoldQueue } from "#ticketing/orders/checkout/hold-queue.server.ts";

export type Wish = {
  readonly type: Uuid;
  readonly beside?: Uuid;
  /** The total that the buyer saw. */
  readonly total?: number | null;
  readonly code?: string;
};

const asItIs: Change = (statement, ask) => ask(statement);

/**
 * Two processes that hold, with the lock on the counters and the CHECK that stops overselling, or without both. `changes`
 * are further changes of each process.
 */
export async function openHoldRace(lock: "locked" | "unlocked", changes: readonly Change[] = []) {
  const database = await testDatabase();
  const season = await openSeasonBuilder(database.ownerUrl);
  const site = await testServices(database);
  let barrier: Barrier | undefined;
  const queues = [0, 1].map((process) =>
    openHoldQueue(
      changedServices(site, async (statement, ask) => {
        const { name } = statement;
        const isUnlocked = name === "hold-lock" && lock === "unlocked";
        const answer = await (changes[process] ?? asItIs)(
          isUnlocked ? withoutLock(statement) : statement,
          ask,
        );
        // the last of what a batch reads
        if (process === 0 && name === "hold-customers") await barrier?.hold();
        return answer;
      }),
    ),
  );
  beforeAll(async () => {
    if (lock === "unlocked")
      await season.client.query("ALTER TABLE stock_counters DROP CONSTRAINT stock_never_oversold");
  });
  afterAll(() => Promise.all(queues.map((queue) => queue.close())));

  /** Takes a hold for each wish, half of them in each process, or all in one; what each of their buyers is answered. */
  async function buy(wishes: readonly Wish[], process?: 0 | 1): Promise<string[]> {
    const buyers = await season.people(wishes.length);
    return Promise.all(wishes.map((wish, i) => hold(queues[process ?? i % 2], buyers[i]?.sessionHash, wish)));
  }

  /** While the first act is held after it has read what is left, the second one goes as far as it can. */
  async function atOnce<One, Two>(
    first: () => Promise<One>,
    second: () => Promise<Two>,
  ): Promise<[One, Two]> {
    barrier = openBarrier();
    const { ends } = await overlap(season.client, { barrier, first, second });
    const failed = ends.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
    return ends.map((end) => (end.status === "fulfilled" ? end.value : undefined)) as [One, Two];
  }

  /** The same with all buyers at once: those of the first process are held while those of the second come. */
  async function rush(wishes: readonly Wish[]): Promise<string[]> {
    const buyers = await season.people(wishes.length);
    const half = (process: number) => () =>
      Promise.all(
        wishes.flatMap((wish, i) =>
          i % 2 === process ? [hold(queues[process], buyers[i]?.sessionHash, wish)] : [],
        ),
      );
    return (await atOnce(half(0), half(1))).flat();
  }

  const heldOf = async (id: Uuid): Promise<number> =>
    (await season.client.query("SELECT held FROM stock_counters WHERE id = $1", [id])).rows[0].held;
  return { database, season, site, buy, rush, atOnce, heldOf };
}

export type HoldRace = Awaited<ReturnType<typeof openHoldRace>>;

async function hold(queue: HoldQueue | undefined, sessionHash = "", wish: Wish): Promise<string> {
  const { type, beside, total = null, code = null } = wish;
  const types = beside ? [type, beside] : [type];
  const answer = await queue?.takeHold(
    arrived(
      sessionHash,
      types.map((ticketTypeId) => ({ ticketTypeId, quantity: 1 })),
      { total, code },
    ),
  );
  if (answer?.kind === "new") return `held at ${answer.order.total}`;
  return answer?.kind === "refused" ? answer.refusal.reason : "neither";
}

/** How many of each. */
export function counts(answers: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(answers, (answer) => answer)].map(([key, all]) => [key, all.length]),
  );
}

/** This wish so many times. */
export const times = (many: number, wish: Wish): Wish[] => Array.from({ length: many }, () => wish);
