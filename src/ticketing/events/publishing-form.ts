import { isHourOf } from "#kernel/time.ts";
import { noSuchHour } from "#ticketing/forms/field-problem.ts";
import { date, time } from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";

/** Day and hour, in Bucharest time. */
export const dayAndTime = { day: date(), time: time() };

export const wrongHour = (_: unknown, at: AcceptedBy<typeof dayAndTime> | null) =>
  at && !isHourOf(at.day, at.time) ? { time: noSuchHour(at.day, at.time) } : {};

export const publishingForm = form(dayAndTime, wrongHour);
