import { data, Form } from "react-router";
import { grouped } from "#kernel/romanian.ts";
import { wallTimeOf } from "#kernel/time.ts";
import { markCleared, readNote } from "#ticketing/gate/mark-cleared.server.ts";
import { limits } from "#ticketing/limits.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { Icon } from "#web/ui/icon.tsx";
import {
  countOpen,
  type DoorLine,
  NightCurve,
  NightLists,
  nightLists,
  quarterViews,
} from "../board/night-lists.tsx";
import { boardTexts, afterTexts as texts } from "../chief-texts.ts";
import { DoorPage } from "../door-page.tsx";
import { GateNotice, titled } from "../gate-parts.tsx";
import { doorNight, requireChiefAtNight, textOf } from "../gates/chief.server.ts";
import { SaleList, saleLines, TillList, tillLines } from "../sale/till-list.tsx";
import { GateMessage } from "../say.tsx";
import { leiInWords, scannerTexts } from "../scanner/scanner-texts.ts";
import type { Route } from "./+types/after-route.ts";
import { type NightAfter, readNightAfter } from "./night-after.server.ts";

export const meta = () => titled(texts.title);

/** The most unknown codes on the page; the file has all of them. */
const unknownShown = 50;

export type AfterView = Awaited<ReturnType<typeof loader>>;

export async function loader(args: Route.LoaderArgs) {
  const atNight = await requireChiefAtNight(args);
  const { id } = atNight;
  const night = await readNightAfter(args.context.get(siteContext), atNight);
  const { phones, doubles, found, inside, tickets, sums } = night;
  const unsent = phones.flatMap((phone) => phone.unsent || []);
  const [oldestSign] = phones
    .filter(({ isStopped }) => !isStopped)
    .map(({ seenAt }) => seenAt)
    .toSorted((a, b) => a.getTime() - b.getTime());
  const unheard = phones.filter((phone) => phone.unsent === null);
  const missingNews = [
    unsent.length > 0 &&
      texts.unsettled(
        unsent.length,
        sumOf(unsent, (rows) => rows),
      ),
    unheard.length > 0 && texts.unheard(unheard.length),
  ].filter((sentence) => sentence !== false);
  return {
    night: doorNight(atNight.chief, id, night.night),
    unsent: missingNews.length > 0 ? missingNews.join(" ") : null,
    settled: texts.settled(phones.length, oldestSign ? wallTimeOf(oldestSign) : null),
    figures: [
      { label: texts.figures.entered, value: inside.entered, note: texts.ofTickets(tickets, inside.entered) },
      {
        label: night.night.isOver ? texts.figures.missing : texts.figures.missingYet,
        value: tickets.awaited,
        note: texts.unused,
      },
      {
        label: texts.figures.look,
        value: countOpen(doubles) + countOpen(found),
        note: texts.looked(countOpen(doubles), countOpen(found)),
      },
      {
        label: texts.figures.sales,
        value: sumOf(sums, ({ tickets: sold }) => sold),
        note: leiInWords(sumOf(sums, ({ bani }) => bani)),
      },
      ...(night.given.length === 0
        ? []
        : [
            {
              label: texts.figures.given,
              value: sumOf(night.given, ({ given }) => given),
              note: night.given.map(({ typeName, given }) => texts.given(typeName, given)).join(", "),
            },
          ]),
    ],
    quarters: quarterViews(night.quarters),
    lists: nightLists({ ...night, unknown: night.unknown.slice(0, unknownShown) }, night.chiefs),
    people: night.exceptions.map(personView),
    sales: saleLines(sums),
    tills: tillLines(night.tills),
    now: wallTimeOf(args.context.get(siteContext).now()),
  };
}

const sumOf = <Thing,>(things: readonly Thing[], of: (thing: Thing) => number) =>
  things.reduce((n, thing) => n + of(thing), 0);

function personView(phone: NightAfter["exceptions"][number]) {
  const { phoneId, phoneName, gateName, admitted, overrides, undos } = phone;
  const reasons = (["mistake", "not_entered", "other"] as const).filter((reason) => undos[reason] > 0);
  return {
    id: phoneId,
    name: `${gateName}, ${phoneName}`,
    facts: [
      texts.admitted(admitted),
      texts.overrides(overrides),
      texts.undos(
        sumOf(reasons, (reason) => undos[reason]),
        reasons.map((reason) => texts.reason(undos[reason], scannerTexts.reasons[reason])).join(", "),
      ),
    ].join(" · "),
  };
}

/** Marks a double entry or a finding as cleared up. */
export async function action(args: Route.ActionArgs) {
  const { chief: actor, id: eventId } = await requireChiefAtNight(args);
  const form = await args.request.formData();
  const [subject, typed] = [textOf(form, "of"), textOf(form, "word")];
  const showAgain = (status: number, notice: string) =>
    data({ subject, word: typed, notice } satisfies AfterAnswer, { status });
  const entered = form.has("entered") ? Number(textOf(form, "entered")) : null;
  const word = readNote(typed);
  if (word === undefined) return showAgain(422, texts.wordWrong);
  const site = args.context.get(siteContext);
  const marked = await markCleared(site, { actor, eventId, subject, entered, word });
  if (marked.ok) {
    const { origin } = site;
    const flash = { kind: "success", text: texts.clearedNow } as const;
    return seeOther(`/gate/nights/${eventId}/after`, { origin, flash });
  }
  const { reason } = marked.refusal;
  if (reason === "not_allowed") throw data(null, { status: 403 });
  return showAgain(409, reason === "changed" ? texts.changed : texts.gone);
}

export default function After({ loaderData, actionData }: Route.ComponentProps) {
  return <AfterPage view={loaderData} answer={actionData ?? null} />;
}

/** The answer to a refused mark: what was typed, and why it was refused. */
export type AfterAnswer = { subject: string; word: string; notice: string } | null;

/** A night that is over: who came in, what was unusual and on which phone, and the money at the door. */
export function AfterPage({ view, answer }: { view: AfterView; answer: AfterAnswer }) {
  const { doubles, found } = view.lists;
  const isShown = [...doubles, ...found].some(({ id, mark }) => id === answer?.subject && mark === null);
  return (
    <DoorPage night={view.night} at="after">
      <GateMessage
        {...(view.unsent
          ? ({ as: "warning", icon: "alert" } as const)
          : ({ as: "chief", icon: "check" } as const))}
        role="status"
        title={view.unsent ?? view.settled}
        hint={view.unsent ? texts.unsettledHint : null}
      />
      <dl className="after__figures">
        {view.figures.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{grouped(value)}</dd>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
      {(["xlsx", "csv"] as const).map((form) => (
        <a
          key={form}
          className="gate__big gate__big--second after__file"
          href={`/gate/nights/${view.night.id}/after/${form}`}
          download
        >
          <Icon name="download" /> {texts.file(form === "xlsx" ? "Excel" : "CSV")}
        </a>
      ))}
      <NightCurve quarters={view.quarters} />
      <GateNotice text={isShown ? null : answer?.notice} />
      <NightLists
        lists={view.lists}
        clearUp={(line) => <ClearUp line={line} answer={answer?.subject === line.id ? answer : null} />}
      />
      <section className="gates__card">
        <h2>{texts.people}</h2>
        <p>{view.people.length === 0 ? texts.nobody : texts.peopleHint}</p>
        <ul className="board__doubles">
          {view.people.map(({ id, name, facts }) => (
            <li key={id}>
              <p>
                <b>{name}</b>
              </p>
              <p>{facts}</p>
            </li>
          ))}
        </ul>
      </section>
      <div className="gates__cards">
        <SaleList sales={view.sales} />
        <TillList tills={view.tills} />
      </div>
      <p className="gate__hint">{boardTexts.asOf(view.now)}</p>
    </DoorPage>
  );
}

function ClearUp({ line: { id, lead, what, entered }, answer }: { line: DoorLine; answer: AfterAnswer }) {
  const field = `clear-${id}`;
  return (
    <Form className="after__clear" method="post" preventScrollReset>
      <input type="hidden" name="of" value={id} />
      {entered === undefined ? null : <input type="hidden" name="entered" value={entered} />}
      <label htmlFor={field}>{texts.howCleared}</label>
      <input
        id={field}
        name="word"
        defaultValue={answer?.word}
        maxLength={limits.clearedNote}
        required
        autoComplete="off"
        aria-invalid={answer ? true : undefined}
        aria-describedby={answer ? `${field}-wrong` : undefined}
      />
      <GateNotice id={`${field}-wrong`} text={answer?.notice} />
      <button className="gate__big gate__big--second" type="submit" aria-label={texts.clearedOf(lead, what)}>
        {texts.cleared}
      </button>
    </Form>
  );
}
