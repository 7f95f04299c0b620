import { AsyncLocalStorage } from "node:async_hooks";

const turns = new AsyncLocalStorage<() => void>();

/** Runs work in a turn for which others wait. */
export const withTurn = <Made>(leave: () => void, work: () => Promise<Made>) => turns.run(leave, work);

/** Before a wait for the outside world: from now on another's request has this one's turn. */
export const leaveTurn = () => turns.getStore()?.();
