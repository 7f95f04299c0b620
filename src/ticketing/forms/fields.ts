import { isUuid } from "#kernel/id.ts";
import { bani, formatLei, lei, type Money } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { type Day, dayOf, instantOf, isHourOf, wallTimeOf } from "#kernel/time.ts";
import { type FieldProblem, noSuchHour } from "./field-problem.ts";

/** What a browser asks with; `admin/ui/form-field.tsx` draws each in one way. */
type Control =
  | "line"
  | "text"
  | "link"
  | "number"
  | "lei"
  | "date"
  | "time"
  | "moment"
  | "choice"
  | "flag"
  | "ticks";

type Read<Value> = Outcome<Value, FieldProblem>;

/** One field of a form: how it is asked, what of the typed text is accepted, and how an accepted value is typed. */
export type FieldRule<Value, Typed extends string | readonly string[] = string> = {
  readonly control: Control;
  readonly isRequired: boolean;
  /** Its key in the row, where that is not its name in camelCase. */
  readonly row?: string;
  /** The first is the usual one. */
  readonly options?: readonly string[];
  /** Whether the order of its values means something. */
  readonly isOrdered?: boolean;
  /** It is asked only where another field has this value, and is null elsewhere. */
  readonly where?: { readonly name: string; readonly value: string };
  // methods, so that a rule of any value is a `FieldRule<unknown>`
  read(typed: Typed): Read<Value>;
  write(value: Value): Typed;
};

/** A field with a rule of its own: `read` gets what was typed without the space around it, and never nothing. */
export const single = <Value>(
  control: Control,
  read: (text: string) => Read<Value>,
  write: (value: Value) => string = String,
): FieldRule<Value> => ({
  control,
  isRequired: true,
  write,
  read: (typed) => (typed.trim() === "" ? refused("required") : read(typed.trim())),
});

export const words = (most: number, control: "line" | "text" = "line") =>
  single(control, (text) => (text.length > most ? refused("too_long") : done(text)));

/** Words with a rule of their own. */
export const spelt = <Value>(
  most: number,
  read: (text: string) => Value | undefined,
  problem: FieldProblem = "unknown",
  control: "line" | "link" = "line",
) =>
  single(control, (text): Read<Value> => {
    if (text.length > most) return refused("too_long");
    const value = read(text);
    return value === undefined ? refused(problem) : done(value);
  });

/** A whole number, also as "120,00"; what may be meant otherwise, as "1.200", is none. */
export const number = (least: number, most: number) =>
  single("number", (text) => {
    const digits = text.replace(/(\d)[.,]00?$/, "$1");
    return /^\d{1,9}$/.test(digits) ? within(Number(digits), least, most) : refused("not_a_number");
  });

function within<N extends number>(n: N, least: number, most: number): Read<N> {
  return n < least ? refused("too_small") : n > most ? refused("too_big") : done(n);
}

const leiText = (amount: Money) => formatLei(amount).replaceAll(".", "");

/** Lei as a person types them, in whole bani, which are also its limits. */
export const price = (least: number, most: number) =>
  single(
    "lei",
    (text): Read<Money> => {
      const typed = lei(text);
      return typed === undefined ? refused("not_an_amount") : within(typed, least, most);
    },
    leiText,
  );

/** A whole number of lei, in bani. Its limits are lei. */
export const wholeLei = (least: number, most: number): FieldRule<Money> => ({
  ...single("number", (text) => {
    const read = number(least, most).read(text);
    return read.ok ? done(bani(read.value * 100)) : read;
  }),
  write: leiText,
});

/** A whole number from 1 to 99. */
export const smallNumber = () =>
  single("number", (text) => (/^[1-9]\d?$/.test(text) ? done(Number(text)) : refused("not_a_number")));

export const date = () => single("date", (text) => (isDay(text) ? done(text) : refused("not_a_date")));

function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** A time of day. */
export const time = () =>
  single("time", (text) => (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? done(text) : refused("not_a_time")));

/** Bucharest time, as a date and time field writes it. */
export const moment = () =>
  single(
    "moment",
    (text): Read<Date> => {
      const [day = "", hour = ""] = text.split("T");
      if (!isDay(day) || text.length !== 16 || !time().read(hour).ok) return refused("not_a_date");
      return momentOf(day, hour);
    },
    momentText,
  );

export const momentText = (at: Date) => `${dayOf(at)}T${wallTimeOf(at)}`;

/** The instant of a day and an hour; refused where March's clocks skip the hour. */
const momentOf = (day: Day, hour: string): Read<Date> =>
  isHourOf(day, hour) ? done(instantOf(day, hour)) : refused(noSuchHour(day, hour));

/** One of a few. */
export const choice = <const Of extends string>(options: readonly Of[]): FieldRule<Of> => ({
  control: "choice",
  isRequired: false,
  options,
  write: String,
  read: (typed) => {
    const found = options.find((one) => one === typed);
    return found === undefined ? refused("unknown") : done(found);
  },
});

/** What the page sends back as it came. */
export const kept = (): FieldRule<string> => ({
  control: "line",
  isRequired: false,
  read: done,
  write: String,
});

/** A box to tick. */
export const flag = (): FieldRule<boolean> => ({
  control: "flag",
  isRequired: false,
  options: ["", "1"],
  read: (typed) => (typed === "" || typed === "1" ? done(typed === "1") : refused("unknown")),
  write: (is) => (is ? "1" : ""),
});

/** Ids of ticked rows, each once. */
export const ticked = (
  most: number,
  order: "any_order" | "in_order" = "any_order",
): FieldRule<readonly string[], readonly string[]> => ({
  control: "ticks",
  isRequired: false,
  isOrdered: order === "in_order",
  read: (typed) => {
    const ids = [...new Set(typed.filter((id) => id !== ""))];
    return ids.length > most || !ids.every(isUuid) ? refused("unknown") : done(ids);
  },
  write: (ids) => ids,
});

/** The same; null for none, which means all. */
export const tickedOrAll = (most: number): FieldRule<readonly string[] | null, readonly string[]> => ({
  ...ticked(most),
  read: (typed) => {
    const ids = ticked(most).read(typed);
    return ids.ok && ids.value.length === 0 ? done(null) : ids;
  },
  write: (ids) => ids ?? [],
});

/** The same field left empty is null. */
export const optional = <Value>(field: FieldRule<Value>): FieldRule<Value | null> => ({
  ...field,
  isRequired: false,
  read: (typed) => (typed.trim() === "" ? done(null) : field.read(typed)),
  write: (value) => (value === null ? "" : field.write(value)),
});

/** The same field, asked only where another field has this value; null elsewhere. */
export const where = <Value>(
  name: string,
  value: string,
  field: FieldRule<Value>,
): FieldRule<Value | null> => ({
  ...field,
  where: { name, value },
  write: (was) => (was === null ? "" : field.write(was)),
});

/** The same field, saved under another key than its name. */
export const savedAs = <const Row extends string, Value, Typed extends string | readonly string[]>(
  row: Row,
  field: FieldRule<Value, Typed>,
): FieldRule<Value, Typed> & { readonly row: Row } => ({ ...field, row });
