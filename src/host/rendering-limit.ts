import { createMinuteLimit } from "#kernel/minute-limit.ts";
import { addressBucket } from "#kernel/network-address.ts";
import { createTurns } from "#kernel/turns.ts";
import { limits } from "#ticketing/limits.ts";
import type { Visitor } from "#web/request/visitor.server.ts";

export type RenderingLimit = {
  /** Renders for this visitor, or returns how many seconds to wait. A search reads all texts, a print prints tickets. */
  render<Made>(
    requester: {
      readonly visitor: Visitor;
      readonly address: string;
      readonly slow?: "search" | "print" | null;
    },
    make: () => Promise<Made>,
    isForOthers?: (made: Made) => boolean,
  ): Promise<{ readonly result: Made } | { readonly wait: number }>;
};

/**
 * Limits the pages rendered in a minute and at once: per account, or per network for people who are not signed in.
 * The others of a key wait in line, so that no key has all connections to the database. Sending a kept page is not
 * counted. A rendering that is kept for others counts half, so hundreds of people behind one address get every page,
 * and a client that walks through thousands of addresses is still stopped. The pictures for messengers count for the
 * network that requests them. Searches of one key run one after the other, and so do prints, which hold no page up.
 */
export function createRenderingLimit(): RenderingLimit {
  const clock = () => performance.now();
  const perAccount = createMinuteLimit(limits.renderingsPerAccountAndMinute, clock);
  const perAddress = createMinuteLimit(limits.renderingsPerAddressAndMinute, clock);
  const searches = createTurns(limits.searchesWaiting);
  const pages = createTurns(limits.renderingsWaiting, limits.renderingsAtOnce);
  const prints = createTurns(limits.renderingsWaiting);
  return {
    async render({ visitor, address, slow }, make, isForOthers = () => false) {
      const isPerson = visitor.kind === "person";
      const key = isPerson ? visitor.userId : addressBucket(address);
      const limit = isPerson ? perAccount : perAddress;
      const wait = limit.waitFor(key);
      if (wait > 0) return { wait };
      const inTurn = () => (slow === "print" ? prints : pages).take(key, make);
      // a search that waits for another one holds no page up
      const searchTurn = slow === "search" ? await searches.take(key, inTurn) : { result: await inTurn() };
      const rendering = searchTurn === "too_many" ? searchTurn : searchTurn.result;
      if (rendering === "too_many") {
        limit.giveBack(key);
        return { wait: 1 };
      }
      if (isForOthers(rendering.result)) limit.giveBack(key, 0.5);
      return rendering;
    },
  };
}
