import pino from "pino";

/** Structured lines. Never a secret, a token or a person's data: ids say enough. */
export type Log = Pick<pino.Logger, "debug" | "info" | "warn" | "error" | "isLevelEnabled"> & {
  child(bindings: Record<string, unknown>): Log;
};

export function openLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ["password", "token", "authorization", "cookie", "*.password", "*.token"],
      censor: "[ascuns]",
    },
  });
}
