import { Form, Link, useLocation } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { withQuery } from "../ui/address-query.ts";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, OfficeTable } from "../ui/office-table.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { Pager } from "../ui/pager.tsx";
import { EmailFrame } from "./email-frame.tsx";
import { emailTexts } from "./email-texts.ts";
import { LetterDrawer } from "./letter-drawer.tsx";
import { LetterStatus } from "./letter-status.tsx";
import type { OutboxAnswer, OutboxPageView, OutboxRowView } from "./outbox-view.ts";

const texts = emailTexts.outbox;

const columns: Column<OutboxRowView>[] = [
  {
    key: "state",
    label: texts.columns.state,
    card: "corner",
    cell: (row) => <LetterStatus state={row.state} />,
  },
  { key: "to", label: texts.columns.to, card: "title", cell: (row) => <OpenLink row={row} /> },
  { key: "template", label: texts.columns.template, cell: (row) => row.template },
  { key: "code", label: texts.columns.code, cell: (row) => row.code },
  { key: "answer", label: texts.columns.answer, from: "wide", cell: (row) => <Answer row={row} /> },
  { key: "date", label: texts.columns.date, align: "right", card: "end", cell: (row) => row.when },
];

/** Every email: its state, the server's answer, and one button that sends it again. */
export function OutboxPage({ view, answer }: { view: OutboxPageView; answer: OutboxAnswer | null }) {
  const { search: address } = useLocation();
  const { search, counts, page } = view;
  const isFiltered = search.text !== "" || search.state !== "all";
  return (
    <EmailFrame sub={texts.sub} failed={counts.failed}>
      <Form method="post" className="outbox-resume">
        {view.paused ? (
          <Button look="sun" type="submit" name="intent" value="resume">
            <OfficeIcon name="refresh" /> {texts.resume}
          </Button>
        ) : null}
        {counts.failed > 0 ? (
          <Button look="line" type="submit" name="intent" value="retry_failed">
            <OfficeIcon name="send" /> {texts.retryFailedLetters}
          </Button>
        ) : null}
      </Form>
      <FilterBar
        search={{ label: texts.search, hint: texts.searchHint, value: search.text }}
        active={isFiltered}
      >
        <FilterSelect
          label={texts.state}
          name="status"
          value={search.state === "all" ? "" : search.state}
          options={(["all", "waiting", "sent", "failed"] as const).map((state) => ({
            value: state === "all" ? "" : state,
            label: texts.stateWithCount(texts.states[state], counts[state]),
          }))}
        />
      </FilterBar>
      {view.rows.length === 0 ? (
        <NothingHere title={texts.none} text={texts.noneText} />
      ) : (
        <OfficeTable
          label={texts.sub}
          columns={columns}
          groups={[{ rows: view.rows }]}
          rowKey={(row) => row.id}
          selected={view.open?.id ?? null}
        />
      )}
      {view.rows.length === 0 ? null : (
        <Pager
          previous={page.number > 1 ? withQuery(address, { page: String(page.number - 1) }) : null}
          next={page.isLast ? null : withQuery(address, { page: String(page.number + 1) })}
        >
          {officeTexts.range(page.from, page.to, page.total)}
        </Pager>
      )}
      {view.open ? (
        <LetterDrawer
          letter={view.open}
          words={view.words}
          answer={answer}
          closeTo={`/admin/email/outbox${withQuery(address, { open: null, view: null })}`}
        />
      ) : null}
    </EmailFrame>
  );
}

function OpenLink({ row }: { row: OutboxRowView }) {
  const { search } = useLocation();
  const page = new URLSearchParams(search).get("page");
  return (
    <Link to={withQuery(search, { open: row.id, ...(page ? { page } : {}) })} preventScrollReset>
      <Address text={row.to} />
    </Link>
  );
}

/** On a phone an address breaks before its @, if it has to. */
function Address({ text }: { text: string }) {
  const at = text.lastIndexOf("@");
  return at <= 0 ? (
    text
  ) : (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}

/** A mail server's answer may be long; the drawer shows all of it. */
function Answer({ row }: { row: OutboxRowView }) {
  return (
    <span className="outbox-answer" title={row.answer}>
      {row.answer}
    </span>
  );
}
