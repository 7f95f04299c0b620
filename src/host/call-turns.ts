import { addressBucket } from "#kernel/network-address.ts";
import { limits } from "#ticketing/limits.ts";
import { limitOf } from "./count-requests.ts";
import { createWideTurns } from "./wide-turns.ts";

/**
 * Turns of the calls that use the database, so that no network has all connections to it: some run at once for a network,
 * the others wait. Calls that count in different budgets stand in different lines, so a checkout waits behind a few other
 * calls of its network and not behind all of them.
 */
export function createCallTurns() {
  const turns = createWideTurns(limits.callsWaiting, limits.callsAtOnce, limits.turnsOfNetwork);
  return {
    take<Made>(
      { path, address }: { readonly path: string; readonly address: string },
      make: () => Promise<Made>,
    ) {
      const limit = limitOf(path);
      const line = "address" in limit ? limit.address : "";
      return turns.take({ address, key: `${line} ${addressBucket(address)}` }, make);
    },
  };
}
