import { Link } from "react-router";
import { formatShortDate } from "#kernel/time.ts";
import { orderName } from "#ticketing/orders/order-number.ts";
import { type SearchResult, searchEverything } from "#ticketing/reports/search-queries.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, readAs } from "../administrator.server.ts";
import { mayEnter } from "../office-rights.ts";
import { wordsOf } from "../ui/address-query.ts";
import { FilterBar } from "../ui/filter-bar.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/search-route.ts";
import { searchTexts } from "./search-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(searchTexts.title) }];

const lists: Record<SearchResult["kind"], string> = {
  order: "/admin/purchases",
  event: "/admin/events",
  artist: "/admin/artists",
  ticket_type: "/admin/tickets",
  person: "/admin/customers/:id",
  purchase: "/admin/purchases",
  guest: "/admin/guests",
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const text = wordsOf(new URL(request.url).searchParams, "q");
  const allResults = text === "" ? [] : await readAs(context, (sql) => searchEverything(sql, text));
  const person = context.get(administratorContext);
  const visibleResults = allResults.filter(({ kind }) => mayEnter(person, lists[kind].slice(1), "look"));
  const view = { text, groups: groupsOf(visibleResults, text) };
  return { view };
}

function groupsOf(results: readonly SearchResult[], text: string) {
  const kinds = [...new Set(results.map((one) => one.kind))];
  return kinds.map((kind) => ({
    kind,
    // there is no list of all people; guests are listed per night
    allTo: kind === "person" || kind === "guest" ? null : `${lists[kind]}?q=${encodeURIComponent(text)}`,
    found: results
      .filter((one) => one.kind === kind)
      .map((one) => ({
        to: addressOf(one),
        title: kind === "order" ? orderName(Number(one.title)) : one.title,
        note: kind === "event" ? formatShortDate(one.note) : one.note,
      })),
  }));
}

/** Returns the address of a result. An order opens beside the list of purchases, also by a ticket of it. */
function addressOf({ kind, id, title, isPass }: SearchResult): string {
  if (kind === "guest") return `/admin/events/${id}/guests?q=${encodeURIComponent(title)}`;
  if (kind === "person") return `/admin/customers/${id}`;
  if (kind === "order" || kind === "purchase") return `${lists[kind]}?open=${encodeURIComponent(id)}`;
  return `${isPass ? "/admin/abonamente" : lists[kind]}/${id}`;
}

/** The results of the top bar's search, by kind, each kind with a link to all its results. */
export default function Search({ loaderData: { view } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={searchTexts.title}
        sub={view.text === "" ? undefined : searchTexts.results(view.text)}
      />
      <FilterBar
        search={{ label: searchTexts.title, hint: searchTexts.hint, value: view.text }}
        active={false}
      />
      {view.text === "" ? (
        <NothingHere title={searchTexts.ask} text={searchTexts.askText} />
      ) : view.groups.length === 0 ? (
        <NothingHere
          title={searchTexts.none}
          text={searchTexts.noneText}
          searched={[view.text, searchTexts.within]}
        />
      ) : (
        <Card>
          {view.groups.map((group) => (
            <Section
              key={group.kind}
              title={searchTexts.kinds[group.kind]}
              note={
                group.allTo ? (
                  <Link className="office-link" to={group.allTo}>
                    {searchTexts.all}
                  </Link>
                ) : null
              }
            >
              <ul className="night-list">
                {group.found.map((one) => (
                  <li key={one.to}>
                    <Link to={one.to}>{one.title}</Link>
                    <span className="figures">{one.note}</span>
                  </li>
                ))}
              </ul>
            </Section>
          ))}
        </Card>
      )}
    </>
  );
}
