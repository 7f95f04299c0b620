import type { Day } from "#kernel/time.ts";
import type { Sql } from "#platform/database/sql.ts";

/** The journal's subject for changes of VAT rates. */
export const vatSubject = { subjectKind: "site", subjectId: "00000000-0000-0000-0000-000000000000" } as const;

/** A rate in hundredths of a percent and its first day. */
export type VatRate = { readonly validFrom: Day; readonly rate: number };

/** All VAT rates, the newest first. */
export async function listVatRates(sql: Sql): Promise<VatRate[]> {
  const { rows } = await sql.query<VatRate>(
    `SELECT valid_from::text AS "validFrom", rate FROM vat_rates ORDER BY valid_from DESC`,
  );
  return rows;
}
