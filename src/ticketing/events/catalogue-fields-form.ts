import { z } from "zod";
import { isUuid } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { type Day, instantOf, isHourOf, type WallTime } from "#kernel/time.ts";
import { type FieldProblem, noSuchHour, type Problems } from "#ticketing/forms/field-problem.ts";
import { dayOfHour, isOfDayBefore, type NightHour } from "./enter-until.ts";

export const requiredWords = (most: number) =>
  z.string().trim().min(1, { error: "required" }).max(most, { error: "too_long" });

/** Words, or none: an empty field is null. */
export const optionalWords = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: "too_long" })
    .transform((text) => text || null);

/** A whole number, also as "120,00"; what may be meant otherwise, as "1.200", is none. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .transform((text) => text.trim().replace(/(\d)[.,]00?$/, "$1"))
    .pipe(
      z
        .string()
        .min(1, { error: "required" })
        .regex(/^\d{1,9}$/, { error: "not_a_number" }),
    )
    .transform(Number)
    .refine((n) => n >= least, { error: "too_small" })
    .refine((n) => n <= most, { error: "too_big" });

export const day = z.string().trim().min(1, { error: "required" }).refine(isDay, { error: "not_a_date" });

export const optionalTime = z
  .string()
  .trim()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d)?$/, { error: "not_a_time" })
  .transform((time) => time || null);

export const timeOfDay = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: "not_a_time" });

/** Bucharest time as a date and time field writes it, or none. */
export const optionalMoment = z
  .string()
  .trim()
  .regex(/^(?:20\d\d-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d)?$/, { error: "not_a_date" })
  .transform((text, context) => {
    if (text === "") return null;
    const [day = "", time = ""] = text.split("T");
    if (isDay(day) && isHourOf(day, time)) return instantOf(day, time);
    context.addIssue({ code: "custom", message: isDay(day) ? noSuchHour(day, time) : "not_a_date" });
    return z.NEVER;
  });

/** The instant that a day and an hour in two fields name; the hour is refused where March's clocks skip it. */
export function momentOf({ day, time }: { readonly day: Day; readonly time: WallTime }) {
  return isHourOf(day, time)
    ? done(instantOf(day, time))
    : refused<Problems<"time">>({ time: noSuchHour(day, time) });
}

type Hours = {
  readonly date: Day;
  readonly time: WallTime | null;
  readonly doors?: WallTime | null;
  readonly ends?: WallTime | null;
  readonly sale_until?: WallTime | null;
};

/** Refuses hours of a night that its clocks skip, an end that is its begin, and doors after it: `superRefine` of a form. */
export function checkHours(night: Hours, context: z.RefinementCtx): void {
  // what is no date or hour is told alone
  if (context.issues.length > 0) return;
  const { date, time, doors = null, ends = null, sale_until = null } = night;
  const refuse = (field: keyof Hours, message: FieldProblem) =>
    context.addIssue({ code: "custom", path: [field], message });
  for (const [field, hour] of Object.entries({ time, doors, ends, sale_until })) {
    if (hour === null) continue;
    const day = dayOfHour({ date, time, doors }, field as NightHour, hour);
    if (!isHourOf(day, hour)) refuse(field as keyof Hours, noSuchHour(day, hour));
  }
  if (ends !== null && ends === (time ?? doors)) refuse("ends", "same_hour");
  if (doors !== null && time !== null && doors > time && !isOfDayBefore(doors, time))
    refuse("doors", "after_begin");
}

/** Ids of chosen rows, each once, in their order. */
export const chosen = (most: number) =>
  z
    .array(z.string())
    .transform((ids) => [...new Set(ids.filter((id) => id !== ""))])
    .refine((ids) => ids.length <= most && ids.every(isUuid), { error: "unknown" });

function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** The first problem of each field. */
export function problemsOf<Field extends string>(error: z.ZodError): Problems<Field> {
  const problems: Problems<Field> = {};
  for (const issue of error.issues) problems[issue.path[0] as Field] ??= issue.message as FieldProblem;
  return problems;
}
