import { Readable } from "node:stream";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { formatLongDate } from "#kernel/time.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import type { Services } from "#platform/services.ts";
import { readClub } from "#ticketing/delivery/club-queries.server.ts";
import type { missing } from "#ticketing/events/catalogue-refusals.ts";
import { mayDo, type NotAllowed, notAllowed } from "#ticketing/rights/act-rights.ts";
import type { FileForm } from "./file-table.ts";
import { readSettlement } from "./read-settlement.server.ts";
import type { SettledNights } from "./settled-nights.ts";
import { settlementPdf } from "./settlement-pdf.server.ts";
import { settlementTables } from "./settlement-table.ts";
import { dayAndYear, settledMoment, settlementTexts as texts } from "./settlement-texts.ts";
import { type FileRefusal, writeTables } from "./write-file.server.ts";

/** A settlement as a file: a workbook with all its tables, a CSV of what was sold, or a PDF with everything. */
export async function exportSettlement(
  services: Services,
  {
    actor,
    chosen,
    as,
  }: { readonly actor: Actor; readonly chosen: SettledNights; readonly as: FileForm | "pdf" },
): Promise<Outcome<Readable, NotAllowed | FileRefusal | typeof missing>> {
  if (!mayDo(actor, "export-settlement")) return refused(notAllowed);
  const read = await readSettlement(services, { actor, chosen });
  if (!read.ok) return read;
  const settlement = read.value;
  if (as !== "pdf") {
    const { rows, door, ...money } = settlementTables(settlement);
    // a program tells rows of the doors by their channel
    if (as === "csv")
      return writeTables(services, { actor, as }, [{ ...rows, rows: [...rows.rows, ...door.rows] }]);
    const otherTables = [door, ...Object.values(money)].filter((table) => table.rows.length > 0);
    return writeTables(services, { actor, as }, [rows, ...otherTables]);
  }
  const [night] = settlement.nights;
  const isOneNight = "eventId" in chosen;
  const days = isOneNight
    ? night && formatLongDate(night.date)
    : `${dayAndYear(chosen.from)} – ${dayAndYear(chosen.to)}`;
  const now = services.now();
  const club = await services.database.withDuty("deliver", readClub);
  const pdf = await settlementPdf(settlement, {
    title: isOneNight ? `${texts.open}: ${night?.title ?? ""}` : texts.open,
    sub: `${days}; ${settledMoment(now)}`,
    club: club.name,
    seller: club.trader,
    at: now,
  });
  return done(Readable.from([pdf]));
}
