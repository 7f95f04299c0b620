import { done, refused } from "#kernel/outcome.ts";
import { date, type FieldRule, optional, textUpTo, ticked, time } from "#ticketing/forms/fields.ts";
import { type AcceptedBy, form } from "#ticketing/forms/form.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { wrongHours } from "./event-form.ts";

const partsOfCopy = ["artists", "picture", "codes"] as const;
type Part = (typeof partsOfCopy)[number];
const isPart = (part: string): part is Part => partsOfCopy.some((one) => one === part);
const parts: FieldRule<readonly Part[], readonly string[]> = {
  control: "ticks",
  isRequired: false,
  read: (typed) => (typed.every(isPart) ? done(typed) : refused("unknown")),
  write: (chosen) => chosen,
};

/** What differs in the copy, and which parts are copied; all other fields stay the same. */
export const copyForm = form(
  {
    title: textUpTo(lengths.eventTitle),
    name: textUpTo(lengths.catalogueName),
    date: date(),
    time: optional(time()),
    parts,
    types: ticked(limits.typesPerCopy),
  },
  (_, night) => wrongHours(night),
);
export type CopyForm = AcceptedBy<typeof copyForm.fields>;
