import pino from "pino";
import { presentRequestId } from "#kernel/request-facts.server.ts";

/** Structured log lines. Never log a secret, a token or personal data; ids are enough. */
export type Log = Pick<pino.Logger, "debug" | "info" | "warn" | "error" | "isLevelEnabled"> & {
  child(bindings: Record<string, unknown>): Log;
};

/** Writes to standard output unless another stream is given. */
export function openLog(level: string, destination: pino.DestinationStream = pino.destination(1)): Log {
  return pino(
    {
      level,
      base: null,
      mixin: () => {
        const requestId = presentRequestId();
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
