import { only, type Sql } from "#platform/database/sql.ts";
import { durations } from "#ticketing/limits.ts";
import type { GateDevice } from "./door-store.server.ts";
import type { GateRow } from "./gate-row-form.ts";

/**
 * When a row was written, in milliseconds since 1970. The phone's word `at` counts only between what the server knows:
 * the row is later than those with smaller numbers, and than the last settled beat before it came, at which everything
 * that the phone had written was here; and it is not later than its arrival. Right clocks may differ by
 * `durations.clockTolerance`.
 */
export async function rowMoment(
  sql: Sql,
  { device, seq, at }: Pick<GateRow, "device" | "seq" | "at">,
): Promise<number> {
  const { rows } = await sql.query<{ moment: Date }>({
    name: "row-moment",
    text: `SELECT least(came.at + right_clock.off, greatest($3::timestamptz, CASE WHEN d.settled_at < came.at THEN d.settled_at - right_clock.off END,
             (SELECT max(least(l.device_at - right_clock.off, l.received_at)) FROM gate_log l WHERE l.device_id = d.id AND l.seq < $2 AND l.device_at IS NOT NULL AND NOT l.is_quarantined))) AS moment
           FROM gate_devices d, make_interval(secs => $4) right_clock(off),
             LATERAL (SELECT coalesce((SELECT l.received_at FROM gate_log l WHERE l.device_id = d.id AND l.seq = $2 AND NOT l.is_quarantined), now()) AS at) came
           WHERE d.id = $1`,
    values: [device, seq, new Date(at), durations.clockTolerance],
  });
  return only(rows).moment.getTime();
}

/**
 * Whether the row was written when this was so already: the phone could not know, or did not ask. `since` is null for
 * what has not come about.
 */
export async function isWrittenAfter(sql: Sql, row: GateRow, since: Date | null): Promise<boolean> {
  return since !== null && since.getTime() <= (await rowMoment(sql, row));
}

/** Whether the phone wrote the row after its time was over; right clocks may differ by `durations.clockTolerance`. */
export async function isWrittenAfterEnd(
  sql: Sql,
  row: GateRow | undefined,
  { endsAt, now }: GateDevice,
): Promise<boolean> {
  if (!row || now <= endsAt) return false;
  return isWrittenAfter(sql, row, new Date(endsAt.getTime() + durations.clockTolerance * 1000));
}
