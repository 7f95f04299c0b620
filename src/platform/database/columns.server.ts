import { sql } from "drizzle-orm";
import { type AnyPgColumn, customType, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import { bani } from "#kernel/money.ts";
import type { WallTime } from "#kernel/time.ts";

/** Whole bani in a `bigint`. */
export const money = customType<{ data: Money; driverData: string | number }>({
  dataType: () => "bigint",
  fromDriver: (value) => bani(Number(value)),
  toDriver: (value) => value,
});

/** Text that compares without regard to letter case (extension citext). */
export const citext = customType<{ data: string }>({ dataType: () => "citext" });

/** Raw bytes. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** A time of day, `HH:MM`. */
export const wallTime = customType<{ data: WallTime; driverData: string }>({
  dataType: () => "time",
  fromDriver: (value) => value.slice(0, 5),
});

/** The primary key: a UUIDv7 made by us, so that an act knows its ids before it writes. */
export const id = () => uuid("id").primaryKey().$defaultFn(newId);

/** The id of a row of another table, which must exist. With "cascade" this row goes with that one. */
export const rowOf = (name: string, to: () => AnyPgColumn, onDelete?: "cascade") =>
  uuid(name)
    .notNull()
    .references(to, onDelete && { onDelete });

/** An instant. The database's clock fills it in when no value is given. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** The database's `now()`, for a statement of the builder. */
export const databaseNow = sql`now()`;

/** Every save of a row with a version sets these too. A form that shows an older version is then refused. */
export const nextVersion = { version: sql`version + 1`, updatedAt: databaseNow };
