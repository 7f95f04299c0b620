import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<{ hasCost: boolean }>();

/** Runs the work of one request. Resolves to whether `noteCost` was called in it. */
export async function hadCost(work: () => Promise<unknown>): Promise<boolean> {
  const request = { hasCost: false };
  await requests.run(request, work);
  return request.hasCost;
}

/**
 * Notes that the present request cost what a limit of its network protects: a hash, a counted try, an email, a guest,
 * a hold, a call to somebody else.
 */
export function noteCost(): void {
  const request = requests.getStore();
  if (request) request.hasCost = true;
}
