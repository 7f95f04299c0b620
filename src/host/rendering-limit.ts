import { createMinuteLimit, createNetworkLimit } from "#kernel/minute-limit.ts";
import { networksOf } from "#kernel/network-address.ts";
import { limits } from "#ticketing/limits.ts";
import type { KnownVisitor } from "#web/request/visitor.server.ts";
import { createWideTurns, type TurnKeys } from "./wide-turns.ts";

/** What a rendering takes from the budget of its key: one that is kept for others takes half. */
type Cost = "whole" | "half" | "nothing";
const givenBack: Readonly<Record<Cost, number>> = { whole: 0, half: 0.5, nothing: 1 };

export type RenderingLimit = {
  /**
   * Renders for this visitor, or returns how many seconds to wait. A search reads all texts, a print draws a PDF or a
   * picture.
   */
  render<Made>(
    requester: {
      readonly visitor: { readonly kind: "anonymous" } | Pick<KnownVisitor, "kind" | "userId">;
      readonly address: string;
      readonly work?: "search" | "print" | "form" | undefined;
    },
    make: () => Promise<Made>,
    costOf?: (made: Made) => Cost,
  ): Promise<{ readonly result: Made } | { readonly wait: number }>;
};

/**
 * Limits the pages rendered in a minute and at once: per account, or per network for people who are not signed in.
 * The others of a key wait in line, so that no key has all connections to the database; an IPv6 /48 has two budgets and
 * twice the turns. Sending a kept page is not counted. A rendering that is kept for others counts half, so hundreds of
 * people behind one address get every page, and a client that walks through thousands of addresses is still stopped. The
 * pictures for messengers count for the network that requests them. Searches of one key run one after the other. Prints
 * and forms hold no page up, and a guest's hold no other guest of the network up. A form counts only if its answer is a
 * page.
 */
export function createRenderingLimit(): RenderingLimit {
  const clock = () => performance.now();
  const perAccount = createMinuteLimit(limits.renderingsPerAccountAndMinute, clock);
  const perAddress = createNetworkLimit(
    limits.renderingsPerAddressAndMinute,
    clock,
    limits.dearBudgetsOfWiderNetwork,
  );
  const searches = createWideTurns(limits.searchesWaiting);
  const pages = createWideTurns(limits.renderingsWaiting, limits.renderingsAtOnce);
  // more places than one order can take in `printTurns`, so that it never holds up all of a network's
  const prints = createWideTurns(limits.renderingsWaiting, 2 * limits.printsWaitingPerAccount);
  const forms = createWideTurns(limits.renderingsWaiting, limits.formsAtOnce);
  return {
    async render({ visitor, address, work }, make, costOf = () => "whole") {
      const isPerson = visitor.kind === "person";
      const keys: TurnKeys = isPerson ? [visitor.userId] : networksOf(address).map(({ key }) => key);
      const ownKeys: TurnKeys = visitor.kind === "guest" ? [visitor.userId] : keys;
      const limit = isPerson ? perAccount : perAddress;
      const counted = isPerson ? visitor.userId : address;
      const wait = limit.waitFor(counted);
      if (wait > 0) return { wait };
      const inTurn = () =>
        work === "print"
          ? prints.take(ownKeys, make)
          : work === "form"
            ? forms.take(ownKeys, make)
            : pages.take(keys, make);
      // a search that waits for another one holds no page up
      const searchTurn = work === "search" ? await searches.take(keys, inTurn) : { result: await inTurn() };
      const rendering = searchTurn === "too_many" ? searchTurn : searchTurn.result;
      if (rendering === "too_many") {
        limit.giveBack(counted);
        return { wait: 1 };
      }
      limit.giveBack(counted, givenBack[costOf(rendering.result)]);
      return rendering;
    },
  };
}
