import { AsyncLocalStorage } from "node:async_hooks";
import { truncatedAddress } from "./network-address.ts";

type RequestFacts = { readonly requestId: string; readonly address: string };

const requests = new AsyncLocalStorage<RequestFacts>();

/** Runs the work of one request. Every line that is logged meanwhile carries its id. */
export function withRequestId<T>(requestId: string, work: () => T, address = ""): T {
  return requests.run({ requestId, address }, work);
}

/** The id of the present request; undefined outside of requests. */
export const presentRequestId = () => requests.getStore()?.requestId;

/** The network address of the present request, which is never stored; empty outside of requests. */
export const addressOfRequest = () => requests.getStore()?.address ?? "";

/** The truncated network address of the present request; null outside of requests. */
export function networkOfRequest(): string | null {
  return truncatedAddress(addressOfRequest());
}
