import { createMinuteLimit, createNetworkLimit, type MinuteLimit } from "#kernel/minute-limit.ts";
import { limits } from "#ticketing/limits.ts";
import type { KnownVisitor } from "#web/request/visitor.server.ts";
import { createWideTurns } from "./wide-turns.ts";

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
 * Limits the pages rendered in a minute and at once: per account, and for all accounts of a network; per network for
 * people who are not signed in. The others wait in line (`createWideTurns`), so that no network has all connections to
 * the database. Sending a kept page is not counted. A rendering that is kept for others counts half, so hundreds of
 * people behind one address get every page, and a client that walks through thousands of addresses is still stopped. The
 * pictures for messengers count for the network that requests them. Searches of one key run one after the other. Prints
 * and forms hold no page up, and a guest's hold no other guest of the network up. A form counts only if its answer is a
 * page.
 */
export function createRenderingLimit(): RenderingLimit {
  const clock = () => performance.now();
  const perAccount = createMinuteLimit(limits.renderingsPerAccountAndMinute, clock);
  const ofNetwork = (most: number) => createNetworkLimit(most, clock, limits.dearBudgetsOfWiderNetwork);
  const ofAccounts = ofNetwork(limits.accountRenderingsPerAddressAndMinute);
  const perAddress = ofNetwork(limits.renderingsPerAddressAndMinute);
  const { renderingsWaiting, renderingsAtOnce, turnsOfNetwork, printsWaitingPerAccount } = limits;
  const searches = createWideTurns(limits.searchesWaiting, 1, 2);
  const turns = {
    page: createWideTurns(renderingsWaiting, renderingsAtOnce, turnsOfNetwork),
    form: createWideTurns(renderingsWaiting, renderingsAtOnce, turnsOfNetwork),
    // more places than one order can take in `printTurns`, so that it never holds up all of a network's
    print: createWideTurns(renderingsWaiting, 2 * printsWaitingPerAccount, 4 * printsWaitingPerAccount),
  };
  return {
    async render({ visitor, address, work }, make, costOf = () => "whole") {
      const counted: readonly (readonly [MinuteLimit, key: string])[] =
        visitor.kind === "person"
          ? [
              [perAccount, visitor.userId],
              [ofAccounts, address],
            ]
          : [[perAddress, address]];
      const giveBack = (part?: number) => {
        for (const [limit, key] of counted) limit.giveBack(key, part);
      };
      const wait = counted.reduce((seconds, [limit, key]) => seconds || limit.waitFor(key), 0);
      if (wait > 0) return { wait };
      const whose = { address, key: visitor.kind === "anonymous" ? undefined : visitor.userId };
      const inTurn = () => turns[work === "print" || work === "form" ? work : "page"].take(whose, make);
      // a search that waits for another one holds no page up
      const searchTurn = work === "search" ? await searches.take(whose, inTurn) : { result: await inTurn() };
      const rendering = searchTurn === "too_many" ? searchTurn : searchTurn.result;
      if (rendering === "too_many") {
        giveBack();
        return { wait: 1 };
      }
      giveBack(givenBack[costOf(rendering.result)]);
      return rendering;
    },
  };
}
