import { newId, type Uuid } from "#kernel/id.ts";
import type { Money } from "#kernel/money.ts";
import type { Sql } from "#platform/database/sql.ts";
import { lockCounters } from "#ticketing/stock/move-stock.server.ts";
import { type Counter, noLimit } from "#ticketing/stock/stock.ts";
import type { VoucherForm } from "./voucher-form.ts";

/**
 * A voucher, or a set of vouchers that were made together and change together; `id` is the set's or the voucher's.
 */
export type StoredVoucher = Omit<VoucherForm, "uses"> & {
  readonly id: string;
  /** The text of the voucher; for a set, of its first. */
  readonly code: string;
  readonly isSet: boolean;
  readonly isOn: boolean;
  readonly version: number;
};

const columns = `coalesce(set_id, id) AS id, code, set_id IS NOT NULL AS "isSet", is_on AS "isOn", version, kind, percent, amount::float8 AS amount, name,
  event_ids AS "eventIds", ticket_type_ids AS "ticketTypeIds", per_person AS "perPerson", starts_at AS "startsAt", ends_at AS "endsAt", returns_uses AS "returnsUses"`;

/** The values of a form, in the order of `formColumns`. */
const formColumns =
  "name, kind, percent, amount, event_ids, ticket_type_ids, per_person, starts_at, ends_at, returns_uses";
const valuesOf = (form: VoucherForm): unknown[] => [
  form.name,
  form.kind,
  form.percent,
  form.amount satisfies Money | null,
  form.eventIds,
  form.ticketTypeIds,
  form.perPerson,
  form.startsAt,
  form.endsAt,
  form.returnsUses,
];

/** Inserts these vouchers with a counter each. `id` is the id of the set, or of the single voucher. */
export async function insertVouchers(
  sql: Sql,
  form: VoucherForm,
  { id, codes, isSet }: { readonly id: Uuid; readonly codes: readonly string[]; readonly isSet: boolean },
): Promise<void> {
  const ids = isSet ? codes.map(() => newId()) : [id];
  await sql.query(
    `WITH given AS (SELECT * FROM unnest($1::uuid[], $2::text[]) AS g(id, code)),
       counted AS (INSERT INTO stock_counters (id, kind, capacity) SELECT id, 'voucher', $3 FROM given)
     INSERT INTO vouchers (id, code, set_id, ${formColumns})
     SELECT id, code, $4, $5, $6, $7, $8, $9::uuid[], $10::uuid[], $11, $12, $13, $14 FROM given`,
    [ids, codes, form.uses ?? noLimit, isSet ? id : null, ...valuesOf(form)],
  );
}

/** Reads a voucher or set without locks, for a screen. */
export async function readVoucher(sql: Sql, id: string): Promise<StoredVoucher | undefined> {
  const { rows } = await sql.query<StoredVoucher>(
    `SELECT ${columns} FROM vouchers WHERE id = $1 OR set_id = $1 ORDER BY vouchers.id LIMIT 1`,
    [id],
  );
  return rows[0]?.id === id ? rows[0] : undefined;
}

export type LockedVoucher = StoredVoucher & { readonly counters: readonly Counter[] };

/** Reads a voucher or set and locks it; the counters first and in order of ids, as the hold does. */
export async function lockVoucher(sql: Sql, id: string): Promise<LockedVoucher | undefined> {
  const { rows: codes } = await sql.query<{ id: string }>(
    "SELECT id FROM vouchers WHERE coalesce(set_id, id) = $1",
    [id],
  );
  const counters = await lockCounters(
    sql,
    codes.map((code) => code.id),
  );
  const { rows } = await sql.query<StoredVoucher>(
    `SELECT ${columns} FROM vouchers WHERE vouchers.id = ANY($1::uuid[]) ORDER BY vouchers.id FOR NO KEY UPDATE`,
    [[...counters.keys()]],
  );
  return rows[0] && { ...rows[0], counters: [...counters.values()] };
}

const nextVersion = "version = version + 1, updated_at = now()";
const idsOf = ({ counters }: LockedVoucher) => counters.map(({ id }) => id);

export async function updateVoucher(sql: Sql, voucher: LockedVoucher, form: VoucherForm): Promise<void> {
  await sql.query(
    `UPDATE vouchers SET (${formColumns}) = ROW ($2, $3, $4, $5, $6::uuid[], $7::uuid[], $8, $9, $10, $11), ${nextVersion} WHERE id = ANY($1::uuid[])`,
    [idsOf(voucher), ...valuesOf(form)],
  );
  await sql.query("UPDATE stock_counters SET capacity = $2 WHERE id = ANY($1::uuid[]) AND capacity <> $2", [
    idsOf(voucher),
    form.uses ?? noLimit,
  ]);
}

/** Switches vouchers on or off; returns the ids that changed. Without a lock: a hold before or after is right. */
export async function setOn(sql: Sql, ids: readonly string[], isOn: boolean): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `WITH changed AS (UPDATE vouchers SET is_on = $2, ${nextVersion} WHERE coalesce(set_id, id) = ANY($1::uuid[]) AND is_on <> $2 RETURNING coalesce(set_id, id) AS id)
     SELECT DISTINCT id FROM changed`,
    [ids, isOn],
  );
  return rows.map(({ id }) => id);
}

/** Whether any order ever had the voucher, also one that ended unpaid: the order's line keeps naming it. */
export async function wasUsed(sql: Sql, voucher: LockedVoucher): Promise<boolean> {
  const { rowCount } = await sql.query(
    "SELECT FROM order_lines WHERE voucher_id IS NOT NULL AND voucher_id = ANY($1::uuid[]) LIMIT 1",
    [idsOf(voucher)],
  );
  return rowCount === 1;
}

export async function deleteVoucher(sql: Sql, voucher: LockedVoucher): Promise<void> {
  await sql.query("DELETE FROM vouchers WHERE id = ANY($1::uuid[])", [idsOf(voucher)]);
  await sql.query("DELETE FROM stock_counters WHERE id = ANY($1::uuid[])", [idsOf(voucher)]);
}

/** Whether these nights and types are ordinary ones (`not_all`), and need a voucher that opens them (`not_hidden`). */
export async function checkNightsAndTypes(
  sql: Sql,
  form: VoucherForm,
): Promise<"yes" | "not_all" | "not_hidden"> {
  const { rows } = await sql.query<{ events: number; types: number; hidden: number }>(
    `SELECT (SELECT count(*) FROM events WHERE id = ANY($1::uuid[]))::int AS events,
       count(*)::int AS types, (count(*) FILTER (WHERE requires_code))::int AS hidden
     FROM tickets WHERE id = ANY($2::uuid[]) AND archived_at IS NULL AND family = 'ordinary'`,
    [form.eventIds ?? [], form.ticketTypeIds ?? []],
  );
  const [found] = rows;
  if (found?.events !== (form.eventIds?.length ?? 0) || found.types !== (form.ticketTypeIds?.length ?? 0))
    return "not_all";
  return form.kind === "unlock" && found.hidden < found.types ? "not_hidden" : "yes";
}
