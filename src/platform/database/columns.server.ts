import { customType, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import { bani } from "#kernel/money.ts";

/** Whole bani in a `bigint`. */
export const money = customType<{ data: Money; driverData: string | number }>({
  dataType: () => "bigint",
  fromDriver: (value) => bani(Number(value)),
  toDriver: (value) => value,
});

/** Text that compares without regard to case (extension citext). */
export const citext = customType<{ data: string }>({ dataType: () => "citext" });

/** Raw bytes. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** The primary key: a UUIDv7 made by us, so that an act knows its ids before it writes. */
export const id = () => uuid("id").primaryKey().$defaultFn(newId);

/** An instant. The database's clock fills it in when nobody else does. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
