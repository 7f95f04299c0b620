import { listPasskeys } from "#platform/identity/factors/passkeys.server.ts";
import { listSessions } from "#platform/identity/sessions/own-sessions.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { isFileForm } from "#ticketing/reports/file-table.ts";
import { readOwnExport } from "#ticketing/reports/own-export-queries.server.ts";
import { privateFile, refusalOfOtherSite, tableFile } from "#web/request/private-file.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/own-export-route.ts";
import { ownExportTable } from "./own-export-table.ts";

/** Everything the club knows of the signed-in person, as a download (GDPR, articles 15 and 20). */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const refusal = refusalOfOtherSite(request);
  if (refusal) return refusal;
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") return new Response(null, { status: 401 });
  if (params.form !== "json" && !isFileForm(params.form)) return new Response(null, { status: 404 });
  const site = context.get(siteContext);
  const { userId, sessionHash } = visitor;
  const [ownTables, sessions, passkeys] = await Promise.all([
    readOwnExport(site, asOwner(visitor)),
    listSessions(site.identity, { userId, sessionHash }),
    listPasskeys(site.identity, userId),
  ]);
  const all = { ...ownTables, sessions, passkeys };
  return params.form === "json"
    ? privateFile(JSON.stringify(all, null, 2), "application/json; charset=utf-8", "datele-mele.json")
    : tableFile(site, visitor, ownExportTable(all), params.form, "datele-mele");
}
