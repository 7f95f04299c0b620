import { isUuid } from "#kernel/id.ts";
import { bani, formatLei, lei, type Money } from "#kernel/money.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { type Day, dayOf, instantOf, isHourOf, wallTimeOf } from "#kernel/time.ts";
import { typedLine } from "#kernel/typed-text.ts";
import { type FieldProblem, noSuchHour } from "./field-problem.ts";

/** The kinds of input. `admin/ui/form-field.tsx` draws each kind in one way. */
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

/** One field of a form: its input, which typed text it accepts, and how an accepted value is written back. */
export type FieldRule<Value, Typed extends string | readonly string[] = string> = {
  readonly control: Control;
  readonly isRequired: boolean;
  /** The field's key in the row, if it is not the field's name in camelCase. */
  readonly row?: string;
  /** The allowed values. The first one is the default. */
  readonly options?: readonly string[];
  /** Whether the order of the values matters. */
  readonly isOrdered?: boolean;
  /** The field is asked for only if another field has this value; otherwise it is null. */
  readonly where?: { readonly name: string; readonly value: string };
  // methods, not properties, so that any rule is also a `FieldRule<unknown>`
  read(typed: Typed): Read<Value>;
  write(value: Value): Typed;
};

/** A required field with its own rule. `read` gets the typed text without blanks at its ends, never an empty one. */
export const requiredField = <Value>(
  control: Control,
  read: (text: string) => Read<Value>,
  write: (value: Value) => string = String,
): FieldRule<Value> => ({
  control,
  isRequired: true,
  write,
  read: (typed) => (typed.trim() === "" ? refused("required") : read(typed.trim())),
});

/** A text at most `most` characters long. What stands in one line has no line break, however it was sent. */
export const textUpTo = (most: number, control: "line" | "text" = "line") =>
  requiredField(control, (typed) => {
    const text = control === "line" ? typedLine(typed) : typed;
    if (text === "") return refused("required");
    return text.length > most ? refused("too_long") : done(text);
  });

/** A text with its own rule, at most `most` characters long. */
export const checkedText = <Value>(
  most: number,
  read: (text: string) => Value | undefined,
  problem: FieldProblem = "unknown",
  control: "line" | "link" = "line",
) =>
  requiredField(control, (text): Read<Value> => {
    if (text.length > most) return refused("too_long");
    const value = read(text);
    return value === undefined ? refused(problem) : done(value);
  });

/** A whole number, also written as "120,00". An ambiguous text such as "1.200" is refused. */
export const number = (least: number, most: number) =>
  requiredField("number", (text) => {
    const digits = text.replace(/(\d)[.,]00?$/, "$1");
    return /^\d{1,9}$/.test(digits) ? within(Number(digits), least, most) : refused("not_a_number");
  });

function within<N extends number>(n: N, least: number, most: number): Read<N> {
  return n < least ? refused("too_small") : n > most ? refused("too_big") : done(n);
}

const leiText = (amount: Money) => formatLei(amount).replaceAll(".", "");

/** An amount typed in lei. The value and the limits are whole bani. */
export const price = (least: number, most: number) =>
  requiredField(
    "lei",
    (text): Read<Money> => {
      const typed = lei(text);
      return typed === undefined ? refused("not_an_amount") : within(typed, least, most);
    },
    leiText,
  );

/** An amount in whole lei. The value is in bani, the limits are in lei. */
export const wholeLei = (least: number, most: number): FieldRule<Money> => ({
  ...requiredField("number", (text) => {
    const read = number(least, most).read(text);
    return read.ok ? done(bani(read.value * 100)) : read;
  }),
  write: leiText,
});

/** A whole number from 1 to 99. */
export const smallNumber = () =>
  requiredField("number", (text) => (/^[1-9]\d?$/.test(text) ? done(Number(text)) : refused("not_a_number")));

export const date = () => requiredField("date", (text) => (isDay(text) ? done(text) : refused("not_a_date")));

function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T12:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** A time of day, HH:MM. */
export const time = () =>
  requiredField("time", (text) =>
    /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? done(text) : refused("not_a_time"),
  );

/** A moment in Bucharest time, in the format of a date and time input. */
export const moment = () =>
  requiredField(
    "moment",
    (text): Read<Date> => {
      const [day = "", hour = ""] = text.split("T");
      if (!isDay(day) || text.length !== 16 || !time().read(hour).ok) return refused("not_a_date");
      return momentOf(day, hour);
    },
    momentText,
  );

export const momentText = (at: Date) => `${dayOf(at)}T${wallTimeOf(at)}`;

/** The instant of a day and a time; refused when the clocks skip that time in March. */
const momentOf = (day: Day, hour: string): Read<Date> =>
  isHourOf(day, hour) ? done(instantOf(day, hour)) : refused(noSuchHour(day, hour));

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

/** A hidden value that the page sends back unchanged. */
export const hiddenValue = (): FieldRule<string> => ({
  control: "line",
  isRequired: false,
  read: done,
  write: String,
});

/** A checkbox. */
export const flag = (): FieldRule<boolean> => ({
  control: "flag",
  isRequired: false,
  options: ["", "1"],
  read: (typed) => (typed === "" || typed === "1" ? done(typed === "1") : refused("unknown")),
  write: (is) => (is ? "1" : ""),
});

/** The ids of ticked rows, without repetition. */
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

/** As `ticked`; with none ticked it is null, which means all. */
export const tickedOrAll = (most: number): FieldRule<readonly string[] | null, readonly string[]> => ({
  ...ticked(most),
  read: (typed) => {
    const ids = ticked(most).read(typed);
    return ids.ok && ids.value.length === 0 ? done(null) : ids;
  },
  write: (ids) => ids ?? [],
});

/** The same field, but it may be empty, which gives null. */
export const optional = <Value>(field: FieldRule<Value>): FieldRule<Value | null> => ({
  ...field,
  isRequired: false,
  read: (typed) => (typed.trim() === "" ? done(null) : field.read(typed)),
  write: (value) => (value === null ? "" : field.write(value)),
});

/** The same field, asked for only if another field has this value; otherwise it is null. */
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
