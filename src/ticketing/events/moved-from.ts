import type { Day, WallTime } from "#kernel/time.ts";

/** Where a night was before its last move, as everybody may know. */
export type MovedFrom = {
  readonly date: Day;
  readonly time: WallTime | null;
  readonly location: string;
  readonly reason: string;
  /** How often it was moved. */
  readonly times: number;
};

/** In SQL, the `MovedFrom` of an event `e`; null when it was not moved. Nothing else says that a night is moved. */
export const movedFrom = `(SELECT json_build_object('date', m.from_date, 'time', to_char(m.from_time, 'HH24:MI'), 'location', m.from_location, 'reason', m.reason,
    'times', (SELECT count(*) FROM moves n WHERE n.event_id = e.id)) FROM moves m WHERE m.event_id = e.id ORDER BY m.at DESC LIMIT 1)`;
