import type pg from "pg";
import type { MinuteLimit } from "#kernel/minute-limit.ts";
import type { CaptchaDoor } from "#platform/captcha/captcha-door.server.ts";
import { codeOf, DatabaseUnavailable, isGone, isRetried } from "#platform/database/database.server.ts";
import type { Services } from "#platform/services.ts";
import { limits } from "#ticketing/limits.ts";
import { createCombiner } from "#ticketing/stock/combiner.ts";
import type { HoardingLimit } from "./hoarding.ts";
import { type ArrivedRequest, type BatchAnswer, readyForBatches, runHoldBatch } from "./hold-batch.server.ts";
import { turnsAhead } from "./provider-turn.server.ts";
import type { SettleDesk } from "./settle-desk.server.ts";

/** PostgreSQL's code for a row whose key is there already. */
const uniqueViolation = "23505";

/** Where holds are taken: one combiner and one connection per process. */
export type HoldDesk = {
  /**
   * Holds places until the order's `hold_expires_at`, or says why not. Resolves after the commit. Throws
   * `CombinerFull` when too many wait, and what the database throws when it is not there.
   */
  takeHold(request: ArrivedRequest): Promise<BatchAnswer>;
  readonly waiting: number;
  close(): Promise<void>;
};

export type OrderServices = Services & {
  readonly holds: HoldDesk;
  readonly settling: SettleDesk;
  /** Asks whether a machine is at work; null while the environment names no provider. */
  readonly captcha: CaptchaDoor | null;
  /** How often an account presses "pay"; by the hash of its session. */
  readonly checkoutRate: MinuteLimit;
};

export function openHoldDesk(
  { database, settings, log }: Pick<Services, "database" | "settings" | "log">,
  hoarding: HoardingLimit = limits.hoarding,
): HoldDesk {
  let connection: Promise<pg.Client> | undefined;

  function connect(): Promise<pg.Client> {
    if (connection) return connection;
    // the end of a lost connection is told when the next one may be there already
    const forget = () => {
      if (connection === opening) connection = undefined;
    };
    const opening = open(forget);
    opening.catch(forget);
    connection = opening;
    return opening;
  }

  async function open(forget: () => void): Promise<pg.Client> {
    const client = await database.dedicated();
    client.on("error", (error) => {
      log.warn({ error: error.message }, "the connection for holds was lost");
      forget();
    });
    client.on("end", forget);
    try {
      await readyForBatches(client, database.roles.seller);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  const combiner = createCombiner<ArrivedRequest, BatchAnswer>({
    maxBatch: limits.holdsPerBatch,
    maxWaiting: limits.holdsWaiting,
    mayBeOneRequest: (error) => /^(22|23|P0)/.test(codeOf(error)),
    runBatch: (requests) =>
      retried(async () =>
        runHoldBatch(await connect(), requests, {
          holdSeconds: settings.holdMinutes * 60,
          hoarding,
          askAtOnce: settings.providerRate > 0 ? turnsAhead(settings.providerRate) : null,
        }),
      ),
  });

  return {
    takeHold: combiner.submit,
    get waiting() {
      return combiner.waiting;
    },
    async close() {
      await combiner.drain();
      await (await connection?.catch(() => undefined))?.end();
    },
  };
}

/**
 * Deadlocks and lock timeouts are tried again; so is what another process wrote first: read again, its order is there.
 * A database that is not there is said to be so.
 */
async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (isGone(error)) throw new DatabaseUnavailable("the database is not there", { cause: error });
      const isTaken = codeOf(error) === uniqueViolation;
      if (!isRetried(error) && !isTaken) throw error;
      if (attempt <= 3) continue;
      throw isTaken ? error : new DatabaseUnavailable("the database is busy", { cause: error });
    }
  }
}
