import { instantOf } from "#kernel/time.ts";
import { choice } from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";
import { durations } from "#ticketing/limits.ts";
import { dayAndTime, wrongHour } from "./publishing-form.ts";

const fields = {
  ...dayAndTime,
  /** How many minutes before the sale the waiting room opens; "" for no room. */
  room: choice(["", ...durations.roomMinutesOffered.map(String)]),
};
/** When a sale begins, and its waiting room if it has one. */
export const openingForm = form(fields, wrongHour);

export type OpeningForm = { readonly opensAt: Date; readonly roomMinutes: number | null };

export const openingOfFields = ({ day, time, room }: AcceptedBy<typeof fields>): OpeningForm => ({
  opensAt: instantOf(day, time),
  roomMinutes: room === "" ? null : Number(room),
});
