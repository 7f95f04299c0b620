import { Link } from "react-router";
import { isRowNumber, isUuid } from "#kernel/id.ts";
import { formatInstant } from "#kernel/time.ts";
import { type SecurityEventKind, securityEventKinds } from "#ticketing/journal/security-event.ts";
import {
  findNamed,
  type ListedSecurityEvent,
  listSecurityEvents,
} from "#ticketing/journal/security-event-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { readAs } from "../administrator.server.ts";
import { viewOrNone } from "../attempt.server.ts";
import { StatusTabs } from "../status/status-tabs.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import type { Route } from "./+types/security-events-route.ts";
import { securityEventTexts as texts } from "./security-event-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

const rowsPerPage = 50;

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const kind = securityEventKinds.find((known) => known === query.get("kind")) ?? null;
  const person = query.get("person");
  const personId = isUuid(person) ? person : null;
  const beforeParameter = query.get("before") ?? "";
  const before = isRowNumber(beforeParameter) ? beforeParameter : null;
  return viewOrNone(site, "security events could not be read", () =>
    readAs(context, async (sql) => {
      const events = await listSecurityEvents(sql, { kind, personId, before }, rowsPerPage + 1);
      const shownEvents = events.slice(0, rowsPerPage);
      const last = events.length > rowsPerPage ? shownEvents.at(-1)?.id : undefined;
      return {
        rows: shownEvents.map((event) => rowView(event, kind)),
        stops: site.stops.stops.length,
        kind: kind ?? "",
        person: personId && { id: personId, name: (await findNamed(sql, personId)) ?? texts.somebodyGone },
        older: last ? addressOf({ kind, person: personId, before: last }) : null,
      };
    }),
  );
}

function addressOf(parameters: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value);
  return `?${query}`;
}

function rowView(event: ListedSecurityEvent, kind: SecurityEventKind | null) {
  const { personId, actorId } = event;
  return {
    id: event.id,
    when: formatInstant(event.at),
    what: texts.kinds[event.kind],
    detail: event.detail === null ? "" : texts.detail(event.kind, event.detail),
    person:
      personId === null
        ? null
        : { name: event.person ?? texts.somebodyGone, to: addressOf({ kind, person: personId }) },
    actor:
      actorId === null
        ? event.kind === "role_changed"
          ? texts.onMachine
          : texts.unknown
        : actorId === personId
          ? texts.itself
          : (event.actor ?? texts.somebodyGone),
    network: event.network ?? "",
  };
}

type Row = NonNullable<Route.ComponentProps["loaderData"]["view"]>["rows"][number];

const columns: Column<Row>[] = columnsOf(texts.columns, {
  what: {
    card: "title",
    cell: (row) => (
      <>
        {row.what}
        {row.detail ? <small className="muted"> {row.detail}</small> : null}
      </>
    ),
  },
  person: {
    card: "labelled-line",
    cell: (row) => (row.person ? <Link to={row.person.to}>{row.person.name}</Link> : null),
  },
  actor: { card: "labelled-line" },
  network: {
    card: "labelled",
    cell: (row) => (row.network ? <span className="figures">{row.network}</span> : null),
  },
  when: { card: "corner", cell: (row) => <time className="figures">{row.when}</time> },
});

/** The security events, the latest first. */
export default function SecurityEvents({ loaderData: { view } }: Route.ComponentProps) {
  if (!view) return <NotLoaded title={texts.title} texts={texts} />;
  const { rows, kind, person, older } = view;
  return (
    <>
      <PageHead title={texts.title} sub={person ? texts.only(person.name) : texts.sub} />
      <StatusTabs stops={view.stops} />
      <FilterBar label={texts.filter} active={kind !== "" || person !== null} keep={{ person: person?.id }}>
        <FilterSelect
          label={texts.filter}
          name="kind"
          value={kind}
          all={texts.everything}
          options={securityEventKinds.map((value) => ({ value, label: texts.kinds[value] }))}
        />
      </FilterBar>
      <OfficeTable
        label={texts.title}
        columns={columns}
        rows={rows}
        none={<NothingHere title={texts.none} text={texts.noneText} />}
      />
      {older ? (
        <Pager previous={null} next={older}>
          {texts.older}
        </Pager>
      ) : null}
    </>
  );
}
