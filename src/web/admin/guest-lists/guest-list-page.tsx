import { Form, Link } from "react-router";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { adminTexts } from "../admin-texts.ts";
import { RecentHistory } from "../history/recent-history.tsx";
import { useMay, useMayOpen } from "../shown-rights.ts";
import { IconLink, IconSubmit } from "../ui/act-buttons.tsx";
import { FileLinks } from "../ui/file-links.tsx";
import { FilterBar, FilterSelect } from "../ui/filter-bar.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Status } from "../ui/status.tsx";
import {
  AddGuestForm,
  CorrectGuest,
  type GuestListAnswer,
  type GuestListCard,
  type GuestListView,
  type ListedGuestView,
  ListForm,
  PasteForm,
  RemovedGuests,
} from "./guest-list-forms.tsx";
import { guestListTexts as texts } from "./guest-list-texts.ts";

type GuestListPageProps = { view: GuestListView; answer: GuestListAnswer | null };

/** The guest lists of a night: their places, the forms that add names, and the names with who has come in. */
export function GuestListPage({ view, answer }: GuestListPageProps) {
  const { night, lists, guests, search, figures } = view;
  const canPrint = useEnhanced();
  const [may, mayOpen] = [useMay(), useMayOpen()];
  const isFiltered = search.text !== "" || search.list !== null || search.at !== "all";
  return (
    <>
      <PageHead
        title={texts.title(night.name)}
        sub={night.when}
        back={
          mayOpen("/admin/events/:id")
            ? { to: `/admin/events/${night.id}`, label: night.name }
            : { to: "/admin/guests", label: adminTexts.guests }
        }
      >
        {guests.length > 0 ? (
          <FileLinks file="/admin/guests" query={view.file} right="guest_lists.write" />
        ) : null}
        {canPrint && guests.length > 0 ? (
          <Button look="line" onClick={() => window.print()}>
            <OfficeIcon name="receipt" /> {texts.print}
          </Button>
        ) : null}
      </PageHead>
      {night.isCancelled ? <Notice kind="info">{texts.cancelled}</Notice> : null}
      <Figures view={view} />
      {answer?.notice && answer.form !== "correct" ? <Notice kind="bad">{answer.notice}</Notice> : null}
      {night.isOpen && lists.length > 0 ? (
        <Card>
          <Section title={texts.add}>
            <AddGuestForm lists={lists} answer={answer?.form === "add" ? answer : null} />
            <PasteForm lists={lists} answer={answer?.form === "paste" ? answer : null} />
            {may("invitations.give") ? (
              <p className="muted">
                {texts.withCode} <Link to="/admin/purchases?act=invite">{texts.invite}</Link>
              </p>
            ) : null}
          </Section>
        </Card>
      ) : null}
      <h2 className="visually-hidden">{texts.lists}</h2>
      {lists.length === 0 ? <NothingHere title={texts.noLists} text={texts.noListsText} /> : null}
      <ul className="guest-lists">
        {lists.map((list) => (
          <ListCard
            key={list.id}
            list={list}
            isOpen={night.isOpen}
            answer={answer?.form === "list" && answer.values.list === list.id ? answer : null}
          />
        ))}
        {night.isOpen ? (
          <li className="guest-list guest-list--new">
            <ListForm
              // empty again after each new list
              key={lists.length}
              list={null}
              isFirst={lists.length === 0}
              answer={answer?.form === "list" && answer.values.list === "" ? answer : null}
            />
          </li>
        ) : null}
      </ul>
      {lists.length > 0 ? (
        <FilterBar
          search={{ label: texts.searchLabel, hint: texts.searchHint, value: search.text }}
          active={isFiltered}
        >
          <FilterSelect
            label={texts.filters.list}
            name="list"
            value={search.list ?? ""}
            options={[
              { value: "", label: texts.all },
              ...lists.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <FilterSelect
            label={texts.filters.gate}
            name="gate"
            value={search.at === "all" ? "" : search.at}
            options={[
              { value: "", label: texts.gates.all },
              { value: "in", label: texts.gates.in },
              { value: "out", label: texts.gates.out },
            ]}
          />
        </FilterBar>
      ) : null}
      {guests.length > 0 ? (
        <>
          <OfficeTable
            label={texts.open}
            columns={night.isOpen ? [...columns, actsColumn] : columns}
            groups={[{ rows: guests }]}
            rowKey={({ id }) => id}
          />
          <p className="muted guest-note">
            {texts.shown(guests.length, figures.names)}. {texts.atDoor}
          </p>
        </>
      ) : lists.length > 0 ? (
        <NothingHere
          title={isFiltered ? texts.noneFound : texts.none}
          text={isFiltered ? texts.noneFoundText : texts.noneText}
          searched={[search.text, texts.searchHint]}
        />
      ) : null}
      {night.isOpen && view.removed.length > 0 ? <RemovedGuests removed={view.removed} /> : null}
      <RecentHistory
        steps={view.history}
        to={mayOpen("/admin/events/:id/history") ? `/admin/events/${night.id}/history` : null}
      />
      {night.isOpen && view.edited ? (
        <CorrectGuest
          key={view.edited.id}
          guest={view.edited}
          closeTo={view.here}
          answer={answer?.form === "correct" ? answer : null}
        />
      ) : null}
      {answer?.reentry ? <ReentryDialog view={answer.reentry} /> : null}
    </>
  );
}

function Figures({ view: { night, figures } }: { view: GuestListView }) {
  return (
    <dl className="figures-row figures">
      <div>
        <dt>{texts.tiles.listed}</dt>
        <dd>{figures.places}</dd>
        <dd>{texts.names(figures.names)}</dd>
      </div>
      <div>
        <dt>{texts.tiles.entered}</dt>
        <dd>
          {figures.entered} <small>{texts.of(figures.places)}</small>
        </dd>
        <dd>{figures.lastAt ? texts.lastAt(figures.lastAt, figures.beyond) : texts.nobodyYet}</dd>
      </div>
      <div>
        <dt>{texts.tiles.capacity}</dt>
        <dd>
          {night.taken} <small>{texts.of(night.capacity)}</small>
        </dd>
        <dd>{texts.notSold}</dd>
      </div>
    </dl>
  );
}

type ListCardProps = {
  list: GuestListCard;
  isOpen: boolean;
  answer: Extract<GuestListAnswer, { form: "list" }> | null;
};

function ListCard({ list, isOpen, answer }: ListCardProps) {
  return (
    <li className="guest-list">
      <p className="guest-list__head">
        <Link to={`?list=${encodeURIComponent(list.id)}`}>{list.name}</Link>
        <span className="figures">
          <b>{list.named}</b>
          {list.quota ? ` / ${list.quota}` : ""}
        </span>
      </p>
      {list.share === null ? null : (
        <span className="guest-list__bar" style={{ "--sold": `${list.share}%` }} aria-hidden="true">
          <b />
        </span>
      )}
      <p className="muted">{list.note}</p>
      {isOpen ? <ListForm list={list} isFirst={false} answer={answer} /> : null}
    </li>
  );
}

const signs = {
  awaited: { sign: "none", tone: "mute" },
  partly: { sign: "part", tone: "info" },
  inside: { sign: "fine", tone: "ok" },
} as const;

const columns: Column<ListedGuestView>[] = columnsOf(texts.columns, {
  name: { card: "title" },
  places: { align: "right", card: "corner" },
  list: {},
  note: { cell: ({ note, email }) => [note, email].filter(Boolean).join(", ") },
  gate: { card: "start", cell: ({ gate }) => <Status {...signs[gate.kind]} label={gate.words} /> },
});

const actsColumn: Column<ListedGuestView> = {
  key: "acts",
  label: officeTexts.actions,
  head: "hidden",
  align: "right",
  card: "end",
  cell: ({ id, name, gate, editTo }) => (
    <span className="guest-acts">
      <IconLink icon="pencil" label={texts.correct(name)} to={editTo} preventScrollReset />
      {gate.kind === "awaited" ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="guest" value={id} />
          <IconSubmit icon="close" label={texts.removeName(name)} name="intent" value="remove" />
        </Form>
      ) : null}
    </span>
  ),
};
