import { namedFile } from "#kernel/named-file.ts";
import { listNightEntries } from "#ticketing/gate/door-night-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { chiefOf, nightIdOf } from "../gates/chief.server.ts";
import type { Route } from "./+types/after-csv-route.ts";
import { nightAfterCsv } from "./after-csv.ts";
import { readNightAfter } from "./read-night-after.server.ts";

export async function loader(args: Route.LoaderArgs) {
  const chief = chiefOf(args);
  const id = nightIdOf(args);
  const site = args.context.get(siteContext);
  const night = await readNightAfter(site, chief, id);
  const entries = await site.database.readAs(chief, (sql) => listNightEntries(sql, id));
  return new Response(nightAfterCsv(night, entries), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": namedFile(`dupa-noapte-${night.night.date}.csv`),
      "cache-control": "no-store",
    },
  });
}
