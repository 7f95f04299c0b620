/** The journal's subject id for stops of the whole site; no row has this id. */
const wholeSite = "00000000-0000-4000-8000-000000000000";

/** The journal's subject of a stop: the night, which shows it in its history, or the site. */
export const subjectOfStop = (eventId: string | null) =>
  ({ subjectKind: eventId ? "event" : "site", subjectId: eventId ?? wholeSite }) as const;
