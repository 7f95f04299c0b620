import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Services } from "#platform/services.ts";
import { acknowledgeRows, type CallerRefusal, findCallingPhone } from "./door-store.server.ts";
import { readGateBeat, type SignedCall } from "./gate-row-form.ts";

export type BeatAnswer = {
  readonly ackedThrough: number;
  /**
   * True when the server has all rows of the phone. If the phone's gate is strict, the server may then decide too.
   */
  readonly isSettled: boolean;
  /** True when the phone must send its rows and delete its key and list. */
  readonly isStopped: boolean;
  /** Whether the phone is the one of its gate that decides without network, if the gate is strict. */
  readonly decides: boolean;
  /** Milliseconds since 1970. */
  readonly serverTime: number;
};

export type BeatRefusal = CallerRefusal | { readonly reason: "unreadable" };

/**
 * Takes the beat that a phone sends every two seconds, with the number of its last row. The phone is settled when
 * no row is missing, up to the last that it ever said or sent. The phone is away when its last settled beat is more than
 * `durations.phoneAway` ago.
 */
export async function takeBeat(
  { database }: Pick<Services, "database">,
  { text, signature }: SignedCall,
): Promise<Outcome<BeatAnswer, BeatRefusal>> {
  const beat = readGateBeat(text);
  if (!beat) return refused({ reason: "unreadable" });
  return database.withDuty("admit", async (sql) => {
    const caller = await findCallingPhone(sql, "beat", { call: beat, text, signature });
    if (!caller.ok) return caller;
    const device = caller.value;
    const { ackedThrough, unsent } = await acknowledgeRows(sql, device.id, beat.through);
    const isSettled = unsent === 0;
    const { rows } = await sql.query<{ now: Date }>({
      name: "keep-beat",
      text: `UPDATE gate_devices SET battery = $3, settled_at = CASE WHEN $2 THEN now() ELSE settled_at END WHERE id = $1 RETURNING now() AS now`,
      values: [device.id, isSettled, beat.battery ?? null],
    });
    const { isStopped, decides } = device;
    return done({ ackedThrough, isSettled, isStopped, decides, serverTime: rows[0]?.now.getTime() ?? 0 });
  });
}
