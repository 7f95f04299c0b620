import { formatShortDate } from "#kernel/time.ts";
import { type Found, searchEverything } from "#ticketing/reports/search-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { wordsOf } from "../ui/address-query.ts";
import type { Route } from "./+types/search-route.ts";
import { type FoundGroupView, SearchPage, type SearchView } from "./search-page.tsx";
import { searchTexts } from "./search-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(searchTexts.title) }];

const lists: Record<Found["kind"], string> = {
  event: "/admin/events",
  artist: "/admin/artists",
  ticket_type: "/admin/tickets",
  purchase: "/admin/purchases",
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const text = wordsOf(new URL(request.url).searchParams, "q");
  const found =
    text === ""
      ? []
      : await context
          .get(siteContext)
          .database.readAs(context.get(administratorContext), (sql) => searchEverything(sql, text));
  const view: SearchView = { text, groups: groupsOf(found, text) };
  return { view };
}

function groupsOf(found: readonly Found[], text: string): FoundGroupView[] {
  const kinds = [...new Set(found.map((one) => one.kind))];
  return kinds.map((kind) => ({
    kind,
    allTo: `${lists[kind]}?q=${encodeURIComponent(text)}`,
    found: found
      .filter((one) => one.kind === kind)
      .map((one) => ({
        id: one.id,
        to: addressOf(one),
        title: one.title,
        note: kind === "event" ? formatShortDate(one.note) : one.note,
      })),
  }));
}

/** A purchase is opened in its list, found by its code. */
function addressOf({ kind, id, note, isPass }: Found): string {
  if (kind === "purchase") return `${lists.purchase}?q=${encodeURIComponent(note)}`;
  return `${isPass ? "/admin/abonamente" : lists[kind]}/${id}`;
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchPage view={loaderData.view} />;
}
