import type { ReactNode } from "react";
import { Link } from "react-router";
import { grouped } from "#kernel/romanian.ts";
import { Icon } from "#web/ui/icon.tsx";
import { DoorHead } from "../gates/door-head.tsx";
import { type TillLine, TillList } from "../sale/till-list.tsx";
import { boardTexts as texts } from "./board-texts.ts";
import type { DoubleView, FoundView } from "./board-views.ts";
import { NightCurve, type QuarterView } from "./night-curve.tsx";

export type BoardView = {
  night: { id: string; title: string; when: string };
  inside: {
    people: number;
    /** With what silent gates may have let in since. */
    about: number;
    capacity: number;
    lastQuarter: number;
    entered: number;
    outside: number;
  };
  /** Gates whose phones have been silent, and since when; null when all are heard. */
  missing: { gates: string; since: string } | null;
  gates: readonly {
    id: string;
    name: string;
    types: string;
    mode: "open" | "strict";
    entered: number;
    note: string;
    /** `battery`: with a warning when it is nearly empty. */
    phones: readonly {
      id: string;
      name: string;
      note: string;
      unsent: string;
      isSilent: boolean;
      battery: { text: string; isLow: boolean } | null;
    }[];
  }[];
  quarters: readonly QuarterView[];
  tills: readonly TillLine[];
  doubles: readonly DoubleView[];
  /** What chiefs let in or took back on phones. */
  overrides: readonly { id: string; what: string; who: string; where: string; time: string }[];
  found: readonly FoundView[];
};

/** Who is inside, gate by gate, and what is still unknown: said, and never a figure that looks exact and is not. */
export function BoardPage({ view }: { view: BoardView }) {
  const { inside, missing } = view;
  const share = inside.capacity > 0 ? Math.min(100, Math.round((inside.people / inside.capacity) * 100)) : 0;
  return (
    <div className="gate gate--ready">
      <DoorHead night={view.night} at="board" />
      <main className="gates">
        {missing ? (
          <p className="gates__say gates__say--warn" role="status">
            <Icon name="alert" />
            <span>
              <b>{texts.missingFrom(missing.gates, missing.since)}</b>
              {texts.missingHint}
            </span>
          </p>
        ) : null}
        <div className="board__pair">
          <section className="board__inside">
            <h2>{missing ? texts.insideAtLeast : texts.inside}</h2>
            <b>{grouped(inside.people)}</b>
            <p>
              {texts.of(inside.capacity)} · {texts.lastQuarter(inside.lastQuarter)}
              {missing ? texts.without(missing.gates) : null}
            </p>
            <span className="gate__meter" aria-hidden="true">
              <i style={{ width: `${share}%` }} />
            </span>
            <p>
              <strong>{grouped(inside.entered)}</strong> {texts.entered}
              {inside.outside > 0 ? (
                <>
                  {" · "}
                  <strong>{grouped(inside.outside)}</strong> {texts.outside}
                </>
              ) : null}
            </p>
            {missing && inside.about > inside.people ? (
              <p>
                {texts.about} <strong>{grouped(inside.about)}</strong>
                {texts.ifAsBefore(missing.gates)}
              </p>
            ) : null}
          </section>
          <NightCurve quarters={view.quarters} />
        </div>
        <ul className="gates__cards">
          {view.gates.map((gate) => (
            <li key={gate.id} className="gates__card">
              <header className="board__gate">
                <h2>{gate.name}</h2>
                <b>{grouped(gate.entered)}</b>
              </header>
              <p>{gate.types || texts.everyType}</p>
              <p>{gate.note}</p>
              {gate.phones.length === 0 ? <p>{texts.noPhones}</p> : null}
              <ul className="gates__phones">
                {gate.phones.map((phone) => (
                  <li key={phone.id} className={phone.isSilent ? "is-silent" : undefined}>
                    <Icon name={phone.isSilent ? "alert" : "signal"} />
                    <span>
                      <b>{phone.name}</b>
                      <small>{phone.note}</small>
                    </span>
                    <small className="board__state">
                      {phone.unsent}
                      {phone.battery ? (
                        <span className={phone.battery.isLow ? "is-low" : undefined}>
                          {phone.battery.isLow ? <Icon name="alert" /> : null} {phone.battery.text}
                        </span>
                      ) : null}
                    </small>
                  </li>
                ))}
              </ul>
              <p className="board__mode">{texts.mode[gate.mode]}</p>
            </li>
          ))}
        </ul>
        {view.tills.length > 0 ? <TillList tills={view.tills} /> : null}
        <div className="board__pair">
          <DoubleList
            doubles={view.doubles}
            hint={texts.doublesHint}
            // the page after the night takes what is typed: this one is loaded again and again
            clearUp={({ id, label }) => (
              <Link
                className="board__clear"
                to={`/gate/nights/${view.night.id}/after#double-${id}`}
                aria-label={texts.clearUpOf(label)}
              >
                {texts.clearUp}
              </Link>
            )}
          />
          <Overrides view={view} />
          <FoundList found={view.found} />
        </div>
      </main>
    </div>
  );
}

/** The tickets on which more people came in than they admit. */
export function DoubleList({
  doubles,
  hint,
  clearUp,
}: {
  doubles: readonly DoubleView[];
  hint: string;
  /** How one that nobody cleared up yet can be. */
  clearUp: (double: DoubleView) => ReactNode;
}) {
  return (
    <section className="gates__card">
      <h2>{texts.doubles(doubles.length)}</h2>
      <p>{doubles.length === 0 ? texts.noDoubles : hint}</p>
      <ul className="board__doubles">
        {doubles.map((double) => (
          <li key={double.id}>
            <p>
              <b>{double.label}</b> {double.type} <em>{texts.excess(double.excess)}</em>
            </p>
            <ol>
              {double.rows.map((row) => (
                <li key={row.id}>
                  <b>{row.time}</b> {row.where} <small>{row.how}</small>
                </li>
              ))}
            </ol>
            {double.mark === null ? (
              clearUp(double)
            ) : (
              <p className="board__mark">
                <Icon name="check" /> {double.mark}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Overrides({ view: { overrides } }: { view: BoardView }) {
  if (overrides.length === 0) return null;
  return (
    <section className="gates__card">
      <h2>{texts.overrides(overrides.length)}</h2>
      <ul className="board__doubles">
        {overrides.map((row) => (
          <li key={row.id}>
            <p>
              <b>{row.time}</b> {row.what}
            </p>
            <small>
              {row.who} · {row.where}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the server knew and a phone did not. */
export function FoundList({ found }: { found: readonly FoundView[] }) {
  return (
    <section className="gates__card">
      <h2>{texts.found(found.length)}</h2>
      <p>{found.length === 0 ? texts.noneFound : texts.foundHint}</p>
      <ul className="board__doubles">
        {found.map((row) => (
          <li key={row.id}>
            <p>
              <b>{row.time}</b> {row.what}
            </p>
            <small>
              {row.where} · {row.note}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The way from the page of typed codes to what the chief leads. */
export function BoardLink({ nightId }: { nightId: string }) {
  return (
    <Link className="gate__big gate__big--second" to={`/gate/nights/${nightId}`}>
      <Icon name="phone" /> {texts.open}
    </Link>
  );
}
