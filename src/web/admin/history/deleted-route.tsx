import { data, Link } from "react-router";
import { formatInstant } from "#kernel/time.ts";
import { listDeleted } from "#ticketing/journal/history-queries.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { readAs } from "../administrator.server.ts";
import { actorInWords } from "../team/team-texts.ts";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/deleted-route.ts";
import { historySubjects } from "./history-subjects.server.ts";
import { historyTexts } from "./history-texts.ts";
import { nameOfDeleted } from "./history-view.ts";

const texts = historyTexts.deleted;
const most = 100;

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

/** Loads what was deleted of the kind that the address names. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const screen = new URL(request.url).pathname.split("/")[2] ?? "";
  const subject = historySubjects[screen];
  if (!subject) throw data(null, { status: 404 });
  const deleted = await readAs(context, (sql) => listDeleted(sql, subject.kind, most));
  return {
    back: { to: `/admin/${screen}`, label: subject.list },
    rows: deleted.map((entry) => ({
      id: entry.id,
      name: nameOfDeleted(entry),
      to: `/admin/${screen}/${entry.subjectId}/history`,
      who: actorInWords(entry.actorKind, entry.who) ?? historyTexts.program,
      when: formatInstant(entry.at),
    })),
  };
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];
const columns: Column<Row>[] = columnsOf(texts.columns, {
  name: { card: "title", cell: (row) => <Link to={row.to}>{row.name}</Link> },
  who: {},
  when: { card: "corner" },
});

/** What was deleted of one kind, each with its history. */
export default function Deleted({ loaderData: { back, rows } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={texts.title} sub={rows.length > 0 && texts.sub(rows.length)} back={back} />
      {rows.length === 0 ? (
        <NothingHere title={texts.empty} text={texts.emptyText} />
      ) : (
        <OfficeTable label={texts.title} columns={columns} rows={rows} />
      )}
    </>
  );
}
