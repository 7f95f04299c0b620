import type { MinuteLimit } from "#kernel/minute-limit.ts";
import type { CaptchaAdapter } from "#platform/captcha/captcha-adapter.server.ts";
import {
  codeOf,
  DatabaseUnavailable,
  type DedicatedConnection,
  isRetried,
  isUnavailable,
} from "#platform/database/database.server.ts";
import type { Services } from "#platform/services.ts";
import { limits } from "#ticketing/limits.ts";
import { turnsAhead } from "#ticketing/orders/payment/provider-turn.server.ts";
import { createBatchQueue } from "#ticketing/stock/batch-queue.ts";
import type { HoardingLimit } from "./hoarding.ts";
import {
  type ArrivedRequest,
  type BatchAnswer,
  prepareForBatches,
  runHoldBatch,
} from "./hold-batch.server.ts";

/** PostgreSQL's error code for a key that exists already. */
const uniqueViolation = "23505";

/** Takes holds in batches. Each process has one queue and one connection for it. */
export type HoldQueue = {
  /**
   * Holds places until the order's `hold_expires_at`, or refuses with a reason. Resolves after the commit. Throws
   * `QueueFull` when too many requests wait, and `DatabaseUnavailable` when the database cannot be used.
   */
  takeHold(request: ArrivedRequest): Promise<BatchAnswer>;
  readonly waiting: number;
  close(): Promise<void>;
};

export type OrderServices = Services & {
  readonly holds: HoldQueue;
  /** Checks that a human made the request; null when the environment names no captcha provider. */
  readonly captcha: CaptchaAdapter | null;
  /** Limits how often a session, then an account, may press "pay": the account is known only in the batch. */
  readonly checkoutRate: MinuteLimit;
};

export function openHoldQueue(
  { database, settings, log }: Pick<Services, "database" | "settings" | "log">,
  hoarding: HoardingLimit = limits.hoarding,
): HoldQueue {
  let connection: Promise<DedicatedConnection> | undefined;

  function connect(): Promise<DedicatedConnection> {
    if (connection) return connection;
    // The "end" event of a lost connection may arrive when a new connection exists already.
    const forget = () => {
      if (connection === opening) connection = undefined;
    };
    const opening = open(forget);
    opening.catch(forget);
    connection = opening;
    return opening;
  }

  async function open(forget: () => void): Promise<DedicatedConnection> {
    const client = await database.dedicated();
    client.on("error", (error) => {
      log.warn({ error: error.message }, "the connection for holds was lost");
      forget();
    });
    client.on("end", forget);
    try {
      await prepareForBatches(client, database.roles.seller);
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  const queue = createBatchQueue<ArrivedRequest, BatchAnswer>({
    maxBatch: limits.holdsPerBatch,
    maxWaiting: limits.holdsWaiting,
    mayBeOneRequest: (error) => /^(22|23|P0)/.test(codeOf(error)),
    runBatch: (requests) =>
      withRetries(async () =>
        runHoldBatch(await connect(), requests, {
          holdSeconds: settings.holdMinutes * 60,
          hoarding,
          pagesAtOnce: settings.providerRate > 0 ? turnsAhead(settings.providerRate) : null,
        }),
      ),
  });

  return {
    takeHold: queue.submit,
    get waiting() {
      return queue.waiting;
    },
    async close() {
      await queue.drain();
      await (await connection?.catch(() => undefined))?.end();
    },
  };
}

/**
 * Tries deadlocks and lock timeouts again. Also a unique violation: another process wrote the order first, and the
 * next read finds it. Throws `DatabaseUnavailable` when the database cannot be used.
 */
async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (isUnavailable(error))
        throw new DatabaseUnavailable("the database does not answer", { cause: error });
      const isTaken = codeOf(error) === uniqueViolation;
      if (!isRetried(error) && !isTaken) throw error;
      if (attempt <= 3) continue;
      throw isTaken ? error : new DatabaseUnavailable("the database is busy", { cause: error });
    }
  }
}
