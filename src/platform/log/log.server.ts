import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { truncatedAddress } from "#kernel/network-address.ts";

/** Structured log lines. Never log a secret, a token or personal data; ids are enough. */
export type Log = Pick<pino.Logger, "debug" | "info" | "warn" | "error" | "isLevelEnabled"> & {
  child(bindings: Record<string, unknown>): Log;
};

type RequestFacts = { readonly requestId: string; readonly address: string };

const requests = new AsyncLocalStorage<RequestFacts>();

/** Every line that is written while `work` runs carries the id of its request. */
export function withRequestId<T>(requestId: string, work: () => T, address = ""): T {
  return requests.run({ requestId, address }, work);
}

/** The truncated network address of the present request; null outside of requests. */
export function networkOfRequest(): string | null {
  return truncatedAddress(requests.getStore()?.address ?? "");
}

/** Writes to standard output unless another stream is given. */
export function openLog(level: string, destination: pino.DestinationStream = pino.destination(1)): Log {
  return pino(
    {
      level,
      base: null,
      mixin: () => {
        const requestId = requests.getStore()?.requestId;
        return requestId === undefined ? {} : { requestId };
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ["password", "token", "authorization", "cookie", "*.password", "*.token"],
        censor: "[ascuns]",
      },
    },
    destination,
  );
}
