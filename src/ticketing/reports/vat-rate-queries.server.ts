import type { Day } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";

/** What the journal says a rate belongs to. */
export const vatSubject = {
  subjectKind: "site",
  subjectId: "00000000-0000-0000-0000-000000000000",
} as const;

/** In hundredths of a percent, from a day on. */
export type VatRate = { readonly validFrom: Day; readonly rate: number };

/** All of them, the newest first. */
export async function listVatRates(sql: Sql): Promise<VatRate[]> {
  const { rows } = await sql.query<VatRate>(
    `SELECT valid_from::text AS "validFrom", rate FROM vat_rates ORDER BY valid_from DESC`,
  );
  return rows;
}
