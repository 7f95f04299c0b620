import { networksOf } from "#kernel/network-address.ts";
import { withTurn } from "#kernel/turn-of-request.server.ts";
import { createTurns } from "#kernel/turns.ts";
import { limits } from "#ticketing/limits.ts";

/**
 * Turns of an own key: of an account, or of the IPv4 address or /64 of people without one. Each call that has one waits for
 * one of its network too (an IPv6 /48 as one), where the own keys are served in turn: so many accounts have no more of the
 * database than one network, and none of them stands behind all calls of another. A call that waits for the card
 * provider keeps its own turn and leaves the network's.
 */
export function createWideTurns(mostWaiting: number, atOnce: number, ofNetwork: number) {
  const own = createTurns(mostWaiting, atOnce);
  const networks = createTurns(limits.waitingOfNetwork, ofNetwork);
  return {
    async take<Made>(
      { address, key }: { readonly address: string; readonly key?: string | undefined },
      make: () => Promise<Made>,
    ) {
      const [narrowest, widest = narrowest] = networksOf(address);
      const line = key ?? narrowest.key;
      const inTurn = () => networks.take(widest.key, (leave) => withTurn(leave, make), line);
      const turn = await own.take(line, inTurn);
      return turn === "too_many" ? turn : turn.result;
    },
  };
}
