import type { Uuid } from "#kernel/id.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";
import { isSignedBy } from "./device-signature.server.ts";
import { findDevice, type GateDevice } from "./door-store.server.ts";
import type { SignedCall } from "./gate-row-form.ts";
import { signedBytes } from "./signed-bytes.ts";

export type CallerRefusal =
  | { readonly reason: "unknown_device" | "not_signed" }
  /** Signed long ago, or by a wrong clock: the phone signs it again by this time, in milliseconds since 1970. */
  | { readonly reason: "wrong_time"; readonly serverTime: number };

type Call = { readonly device: Uuid; readonly at: number };

/** The phone that signed this call within `durations.phoneCall` of now: a call that somebody saw opens nothing later. */
export async function callingPhone(
  sql: Sql,
  what: "beat" | "list" | "guests",
  { call, text, signature }: Pick<SignedCall, "text" | "signature"> & { readonly call: Call },
): Promise<Outcome<GateDevice, CallerRefusal>> {
  const device = await findDevice(sql, call.device);
  if (!device) return refused({ reason: "unknown_device" });
  if (!isSignedBy(device.publicKey, signedBytes(what, text), signature))
    return refused({ reason: "not_signed" });
  const serverTime = device.now.getTime();
  return device.callsAge && Math.abs(serverTime - call.at) > durations.phoneCall * 1000
    ? refused({ reason: "wrong_time", serverTime })
    : done(device);
}
