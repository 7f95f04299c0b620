import type { Day, WallTime } from "#kernel/time.ts";

/** The date, time and place of a night before its last move, as everybody may see them. */
export type MovedFrom = {
  readonly date: Day;
  readonly time: WallTime | null;
  readonly location: string;
  readonly reason: string;
  /** How often the night was moved. */
  readonly times: number;
};

/** SQL: the `MovedFrom` of event `e`; null when it was not moved. Only a row of `moves` tells that. */
export const movedFrom = `(SELECT json_build_object('date', m.from_date, 'time', to_char(m.from_time, 'HH24:MI'), 'location', m.from_location, 'reason', m.reason,
    'times', (SELECT count(*) FROM moves n WHERE n.event_id = e.id)) FROM moves m WHERE m.event_id = e.id ORDER BY m.at DESC LIMIT 1)`;
