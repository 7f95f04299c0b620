import { recordExport } from "#ticketing/journal/record-export.server.ts";
import { refusalOfOtherSite, tableFile } from "#web/request/private-file.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { requireChiefAtNight } from "../gates/chief.server.ts";
import type { Route } from "./+types/after-file-route.ts";
import { nightAfterTable, readNightAfter, readNightRows } from "./night-after.server.ts";

const prefix = "dupa-noapte";

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args;
  const refusal = refusalOfOtherSite(request);
  if (refusal) return refusal;
  const atNight = await requireChiefAtNight(args);
  const { chief, id } = atNight;
  const site = context.get(siteContext);
  const night = await readNightAfter(site, atNight);
  const rows = await site.database.readMoment(chief, (sql) => readNightRows(sql, id));
  const table = nightAfterTable(night, rows);
  const file = await tableFile(site, chief, table, args.params.form, `${prefix}-${night.night.date}`);
  if (file.ok && request.method !== "HEAD") await recordExport(site, chief, prefix);
  return file;
}
