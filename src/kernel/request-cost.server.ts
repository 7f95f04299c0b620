import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<{ hasCost: boolean }>();

/** Runs the work of one request. Resolves to whether `noteCost` was called in it. */
export async function hadCost(work: () => Promise<unknown>): Promise<boolean> {
  const request = { hasCost: false };
  await requests.run(request, work);
  return request.hasCost;
}

/** Notes that this request cost what its network's limit protects: a hash, a try, an email, a guest, a hold, a call. */
export function noteCost(): void {
  const request = requests.getStore();
  if (request) request.hasCost = true;
}
