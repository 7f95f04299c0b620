import { Link } from "react-router";
import { grouped } from "#kernel/romanian.ts";
import { Icon } from "#web/ui/icon.tsx";
import { DoorHead } from "../gates/door-head.tsx";
import { type TillLine, TillList } from "../sale/till-list.tsx";
import { Say } from "../say.tsx";
import { boardTexts as texts } from "./board-texts.ts";
import { NightCurve, NightLists, type NightListsView, type QuarterView } from "./night-lists.tsx";

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
  missing: { gates: string; phones: string; since: string } | null;
  gates: readonly {
    id: string;
    name: string;
    types: string;
    /** Null for the staff's page, where people were let in too: it is no gate. */
    mode: "open" | "strict" | null;
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
  lists: NightListsView;
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
          <Say
            as="warning"
            icon="alert"
            role="status"
            title={texts.missingFrom(missing.gates, missing.since)}
            hint={
              <>
                {texts.missingHint(missing.phones)}{" "}
                <Link to={`/gate/nights/${view.night.id}/gates`}>{texts.stopIt}</Link>.
              </>
            }
          />
        ) : null}
        {view.lists.unknown.forgedLately ? (
          <Say
            as="warning"
            icon="alert"
            role="alert"
            title={view.lists.unknown.forgedLately}
            hint={texts.forgedHint}
          />
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
              {gate.phones.length === 0 && gate.mode ? <p>{texts.noPhones}</p> : null}
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
              {gate.mode ? <p className="board__mode">{texts.mode[gate.mode]}</p> : null}
            </li>
          ))}
        </ul>
        {view.tills.length > 0 ? <TillList tills={view.tills} /> : null}
        <NightLists
          lists={view.lists}
          // the page after the night takes what is typed: this one is loaded again and again
          clearUp={({ id, lead, what }) => (
            <Link
              className="board__clear"
              to={`/gate/nights/${view.night.id}/after#clear-${id}`}
              aria-label={texts.clearUpOf(lead, what)}
            >
              {texts.clearUp}
            </Link>
          )}
        />
      </main>
    </div>
  );
}
