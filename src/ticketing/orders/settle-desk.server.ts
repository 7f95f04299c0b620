import { codeOf } from "#platform/database/database.server.ts";
import type { Services } from "#platform/services.ts";
import { limits } from "#ticketing/limits.ts";
import { createCombiner } from "#ticketing/stock/combiner.ts";
import { type PaidSession, settleTogether } from "./settle-together.server.ts";

/** Where plain payments of a rush are settled, many to a transaction: one combiner per process. */
export type SettleDesk = {
  /**
   * Resolves after the commit: `settled` with its notice closed, or `not_plain` with nothing written, and then
   * `settlePayment` decides. Throws `CombinerFull` when too many wait, and what the database throws.
   */
  settlePaid(paid: PaidSession): Promise<"settled" | "not_plain">;
  close(): Promise<void>;
};

export function openSettleDesk(services: Pick<Services, "database" | "settings">): SettleDesk {
  const combiner = createCombiner<PaidSession, "settled" | "not_plain">({
    maxBatch: limits.settlementsPerBatch,
    maxWaiting: limits.settlementsWaiting,
    mayBeOneRequest: (error) => /^(22|23|P0)/.test(codeOf(error)),
    runBatch: (paid) => settleTogether(services, paid),
  });
  return { settlePaid: combiner.submit, close: combiner.drain };
}
