import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";

/** Structured lines. Never a secret, a token or a person's data: ids say enough. */
export type Log = Pick<pino.Logger, "debug" | "info" | "warn" | "error" | "isLevelEnabled"> & {
  child(bindings: Record<string, unknown>): Log;
};

type Asked = { readonly requestId: string; readonly network: string | null };

const requests = new AsyncLocalStorage<Asked>();

/** Every line that is written while `work` runs, by whichever act, carries the id of the request it runs for. */
export function withRequestId<T>(requestId: string, work: () => T, network: string | null = null): T {
  return requests.run({ requestId, network }, work);
}

/** The network that the request comes from which is being answered; null for what the program does by itself. */
export function networkOfRequest(): string | null {
  return requests.getStore()?.network ?? null;
}

/** To standard output, unless another place is given. */
export function openLog(level: string, place: pino.DestinationStream = pino.destination(1)): Log {
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
    place,
  );
}
