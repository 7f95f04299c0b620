import { Form } from "react-router";
import { grouped } from "#kernel/romanian.ts";
import { limits } from "#ticketing/limits.ts";
import { Icon } from "#web/ui/icon.tsx";
import { boardTexts } from "../board/board-texts.ts";
import {
  type DoorLine,
  NightCurve,
  NightLists,
  type NightListsView,
  type QuarterView,
} from "../board/night-lists.tsx";
import { DoorHead, GateNotice } from "../gates/door-head.tsx";
import { type SaleLine, SaleList, type TillLine, TillList } from "../sale/till-list.tsx";
import { Say } from "../say.tsx";
import { afterTexts as texts } from "./after-texts.ts";

export type AfterView = {
  night: { id: string; title: string; when: string };
  /** What phones did not send yet; null where everything is here. */
  unsent: string | null;
  settled: string;
  figures: readonly { label: string; value: number; note: string }[];
  quarters: readonly QuarterView[];
  lists: NightListsView;
  people: readonly { id: string; name: string; facts: string }[];
  sales: readonly SaleLine[];
  tills: readonly TillLine[];
  now: string;
};

/** What a mark was answered: what was typed, and why it is not taken. */
export type AfterAnswer = { of: string; word: string; notice: string } | null;

/** A night when it is over: who came in, what was unusual, by whom, and the money at the door. */
export function AfterPage({ view, answer }: { view: AfterView; answer: AfterAnswer }) {
  const { doubles, found } = view.lists;
  const isShown = [...doubles, ...found].some(({ id, mark }) => id === answer?.of && mark === null);
  return (
    <div className="gate gate--ready">
      <DoorHead night={view.night} at="after" />
      <main className="gates">
        <Say
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
          clearUp={(line) => <ClearUp line={line} answer={answer?.of === line.id ? answer : null} />}
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
      </main>
    </div>
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
        maxLength={limits.doubleWord}
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
