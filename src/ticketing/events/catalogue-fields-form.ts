import { z } from "zod";
import { isUuid } from "#kernel/id.ts";
import { lei } from "#kernel/money.ts";
import { instantOf } from "#kernel/time.ts";

/** Why a field of a form of the back-office is refused; screens have a sentence for each. */
export type FieldProblem =
  | "required"
  | "too_long"
  | "not_a_number"
  | "too_small"
  | "too_big"
  | "not_a_date"
  | "not_a_time"
  | "not_a_link"
  | "not_an_amount"
  | "reserved"
  | "unknown"
  | "before_start"
  | "in_the_past"
  | "below_taken"
  | "duplicate"
  | "sold_pass"
  | "too_many"
  /** A price phase that others follow never ends, or the last one does. */
  | "no_end"
  | "never_ends"
  /** A phase without one after it, and a price that is not that of the last phase. */
  | "alone"
  | "not_last"
  /** A pool is for ordinary types of one night, and the chosen one is not of that night. */
  | "one_night"
  | "sold_alone"
  /** What an add-on cannot be, or have. */
  | "add_on"
  | "ordinary"
  | "other_night"
  /** It belongs to a pool, and none is chosen. */
  | "no_pool";

export type Problems<Field extends string> = Partial<Record<Field, FieldProblem>>;

export const requiredWords = (most: number) =>
  z.string().trim().min(1, { error: "required" }).max(most, { error: "too_long" });

/** Words, or none: an empty field is null. */
export const optionalWords = (most: number) =>
  z
    .string()
    .trim()
    .max(most, { error: "too_long" })
    .transform((text) => text || null);

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: "required" })
    .regex(/^\d{1,9}$/, { error: "not_a_number" })
    .transform(Number)
    .refine((n) => n >= least, { error: "too_small" })
    .refine((n) => n <= most, { error: "too_big" });

/** Lei as a person types them, in whole bani. */
export const amount = (most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: "required" })
    .transform((text, context) => {
      const typed = lei(text);
      if (typed !== undefined && typed <= most) return typed;
      context.addIssue({ code: "custom", message: typed === undefined ? "not_an_amount" : "too_big" });
      return z.NEVER;
    });

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
  .regex(/^(?:20\d\d-\d\d-\d\dT\d\d:\d\d)?$/, { error: "not_a_date" })
  .transform((text, context) => {
    if (text === "") return null;
    const [day = "", time = ""] = text.split("T");
    const isDay = !Number.isNaN(Date.parse(`${day}T${time}:00Z`));
    if (isDay) return instantOf(day, time);
    context.addIssue({ code: "custom", message: "not_a_date" });
    return z.NEVER;
  });

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
