import { Link } from "react-router";
import { StatusTabs } from "../status/status-tabs.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Pager } from "../ui/pager.tsx";
import { securityEventTexts as texts } from "./security-event-texts.ts";

export type SecurityEventRowView = {
  id: string;
  when: string;
  what: string;
  detail: string;
  /** The name, and the list of this person's events alone. */
  person: { name: string; to: string } | null;
  actor: string;
  network: string;
};

export type SecurityEventsView = {
  rows: SecurityEventRowView[];
  stops: number;
  kind: string;
  kinds: { value: string; label: string }[];
  person: { id: string; name: string } | null;
  /** The address of the older page; null at the end. */
  older: string | null;
};

const columns: Column<SecurityEventRowView>[] = [
  {
    key: "what",
    label: texts.columns.what,
    card: "title",
    cell: (row) => (
      <>
        {row.what}
        {row.detail ? <small className="muted"> {row.detail}</small> : null}
      </>
    ),
  },
  {
    key: "person",
    label: texts.columns.person,
    card: "labelled",
    cell: (row) => (row.person ? <Link to={row.person.to}>{row.person.name}</Link> : null),
  },
  { key: "actor", label: texts.columns.actor, card: "labelled", cell: (row) => row.actor },
  {
    key: "network",
    label: texts.columns.network,
    card: "labelled",
    cell: (row) => (row.network ? <span className="figures">{row.network}</span> : null),
  },
  {
    key: "when",
    label: texts.columns.when,
    card: "corner",
    cell: (row) => <time className="figures">{row.when}</time>,
  },
];

/** The security events, the latest first. */
export function SecurityEventsPage({ view }: { view: SecurityEventsView }) {
  const { rows, kind, kinds, person, older } = view;
  return (
    <>
      <PageHead title={texts.title} sub={person ? texts.only(person.name) : texts.sub} />
      <StatusTabs stops={view.stops} />
      <FilterBar label={texts.filter} active={kind !== "" || person !== null} keep={{ person: person?.id }}>
        <FilterSelect label={texts.filter} name="kind" value={kind} options={kinds} />
      </FilterBar>
      {rows.length === 0 ? (
        <NothingHere title={texts.none} text={texts.noneText} />
      ) : (
        <OfficeTable label={texts.title} columns={columns} groups={[{ rows }]} rowKey={(row) => row.id} />
      )}
      {older ? (
        <Pager previous={null} next={older}>
          {texts.older}
        </Pager>
      ) : null}
    </>
  );
}
