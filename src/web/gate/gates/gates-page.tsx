import { Form, Link } from "react-router";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { AskedDialog } from "#web/ui/asked-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Say } from "../say.tsx";
import { DoorHead, GateNotice } from "./door-head.tsx";
import { gatesTexts as texts } from "./gates-texts.ts";

export type GateCard = {
  id: string;
  name: string;
  mode: "open" | "strict";
  typeIds: readonly string[];
  phones: readonly { id: string; name: string; note: string }[];
  /** A strict gate where no phone decides. */
  isLeaderless: boolean;
};

export type GatesView = {
  night: { id: string; title: string; when: string };
  types: readonly { id: string; name: string }[];
  gates: readonly GateCard[];
  /** Stopped phones whose rows are not counted. */
  stopped: readonly { id: string; name: string; note: string }[];
};

/** The answer to a form; `gate` is null for the form of a new gate. */
export type GatesAnswer = {
  reentry?: ReentryView;
  /** Asks whether to stop a phone; `means` says what is kept and what is lost. */
  stopping?: { gate: string; phone: string; name: string; means: readonly string[] };
  notice?: { gate: string | null; text: string };
  /** `was`: the values that the form was opened with; null when it does not send them. */
  typed?: { gate: string | null; name: string; typeIds: readonly string[]; was: string | null };
  invited?: { gate: string; qr: string; until: string };
};

type GatesPageProps = { view: GatesView; answer: GatesAnswer };

/** The gates of a night for the chief: which ticket types enter where, how strict each gate is, and its phones. */
export function GatesPage({ view, answer }: GatesPageProps) {
  if (answer.invited) return <Invited view={view} invited={answer.invited} />;
  return (
    <div className="gate gate--ready">
      {answer.reentry ? <ReentryDialog view={answer.reentry} /> : null}
      {answer.stopping ? <StopDialog stopping={answer.stopping} /> : null}
      <DoorHead night={view.night} at="gates" />
      <main className="gates">
        <Say as="chief" icon="door" title={texts.advice} hint={texts.adviceHint} />
        <ul className="gates__cards">
          {view.gates.map((gate) => (
            <li key={gate.id} className="gates__card">
              <GateForms gate={gate} types={view.types} answer={answer} />
            </li>
          ))}
          <li className="gates__card">
            <h2>{texts.newGate}</h2>
            <Form method="post" preventScrollReset key={view.gates.length}>
              <label htmlFor="gate-name">{texts.name}</label>
              <input
                id="gate-name"
                name="name"
                defaultValue={answer.typed?.gate === null ? answer.typed.name : ""}
                placeholder={texts.namePlaceholder}
                maxLength={60}
                required
                autoComplete="off"
              />
              <Types
                legend={texts.typesOf(texts.newGate)}
                types={view.types}
                chosen={answer.typed?.gate === null ? answer.typed.typeIds : []}
              />
              <GateNotice text={noticeFor(answer, null)} />
              <button className="gate__big gate__big--second" type="submit" name="intent" value="save">
                {texts.addGate}
              </button>
            </Form>
          </li>
        </ul>
        {view.stopped.length > 0 ? <Stopped view={view} /> : null}
        <Say as="warning" icon="phone" title={texts.lost} hint={texts.lostHint} />
      </main>
    </div>
  );
}

function Stopped({ view: { stopped } }: { view: GatesView }) {
  return (
    <section className="gates__card">
      <h2>{texts.stoppedPhones}</h2>
      <p>{texts.stoppedPhonesHint}</p>
      <Phones
        phones={stopped}
        act={({ name }) => ({ intent: "accept", text: texts.accept, label: texts.acceptPhone(name) })}
      />
    </section>
  );
}

const noticeFor = ({ notice }: GatesAnswer, gate: string | null) =>
  notice && notice.gate === gate ? notice.text : null;

type GateFormsProps = { gate: GateCard; types: GatesView["types"]; answer: GatesAnswer };

function GateForms({ gate, types, answer }: GateFormsProps) {
  const typed = answer.typed?.gate === gate.id ? answer.typed : undefined;
  return (
    <>
      <h2>{gate.name}</h2>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="gate" value={gate.id} />
        <input type="hidden" name="name" value={gate.name} />
        <input type="hidden" name="was" value={typed?.was ?? gate.typeIds.join(" ")} />
        <Types legend={texts.typesOf(gate.name)} types={types} chosen={typed?.typeIds ?? gate.typeIds} />
        <button className="gate__big gate__big--second" type="submit" name="intent" value="save">
          {texts.saveGate}
        </button>
      </Form>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="gate" value={gate.id} />
        <input type="hidden" name="intent" value="mode" />
        <fieldset className="gates__modes">
          <legend className="visually-hidden">{texts.modeOf(gate.name)}</legend>
          {(["strict", "open"] as const).map((mode) => (
            <button key={mode} type="submit" name="mode" value={mode} aria-pressed={mode === gate.mode}>
              {texts.modes[mode]}
            </button>
          ))}
        </fieldset>
      </Form>
      <GateNotice text={noticeFor(answer, gate.id)} />
      {gate.phones.length === 0 ? <p className="gate__hint">{texts.noPhones}</p> : null}
      {gate.isLeaderless ? <p className="gate__error">{texts.noneDecides}</p> : null}
      <Phones
        phones={gate.phones}
        gate={gate.id}
        act={({ name }) => ({ intent: "stop", text: texts.stop, label: texts.stopPhone(name) })}
      />
      <Form method="post">
        <input type="hidden" name="gate" value={gate.id} />
        <button
          className="gate__big gates__bind"
          type="submit"
          name="intent"
          value="invite"
          aria-label={texts.bindTo(gate.name)}
        >
          {texts.bind}
        </button>
        <button
          className="gate__big gate__big--second"
          type="submit"
          name="intent"
          value="invite-chief"
          aria-label={texts.bindChiefTo(gate.name)}
        >
          {texts.bindChief}
        </button>
      </Form>
    </>
  );
}

type PhoneAct = { intent: string; text: string; label: string };

type PhonesProps<Phone> = {
  phones: readonly Phone[];
  gate?: string;
  act: (phone: Phone) => PhoneAct;
};

function Phones<Phone extends { id: string; name: string; note: string }>({
  phones,
  gate,
  act,
}: PhonesProps<Phone>) {
  return (
    <ul className="gates__phones">
      {phones.map((phone) => (
        <li key={phone.id}>
          <Icon name="phone" />
          <span>
            <b>{phone.name}</b>
            <small>{phone.note}</small>
          </span>
          <Form method="post" preventScrollReset>
            {gate ? <input type="hidden" name="gate" value={gate} /> : null}
            <input type="hidden" name="phone" value={phone.id} />
            <PhoneButton {...act(phone)} />
          </Form>
        </li>
      ))}
    </ul>
  );
}

function PhoneButton({ intent, text, label }: PhoneAct) {
  return (
    <button type="submit" name="intent" value={intent} aria-label={label}>
      {text}
    </button>
  );
}

function StopDialog({ stopping }: { stopping: NonNullable<GatesAnswer["stopping"]> }) {
  return (
    <AskedDialog title={texts.stopTitle(stopping.name)} kind="risk" openedBy={stopping}>
      <ul>
        {stopping.means.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Form className="form" method="post" preventScrollReset>
        <input type="hidden" name="gate" value={stopping.gate} />
        <input type="hidden" name="phone" value={stopping.phone} />
        <input type="hidden" name="sure" value="yes" />
        <Button type="submit" name="intent" value="stop" look="risk" width="full">
          {texts.stopPhone(stopping.name)}
        </Button>
      </Form>
      <form className="actions" method="dialog">
        <Button type="submit" look="quiet" size="small">
          {texts.keepPhone}
        </Button>
      </form>
    </AskedDialog>
  );
}

type TypesProps = { legend: string; types: GatesView["types"]; chosen: readonly string[] };

/** More types would fill a phone's screen above the button that binds a phone. */
const typesUnfolded = 4;

function Types({ legend, types, chosen }: TypesProps) {
  const named = types.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <details className="gates__fold" open={types.length <= typesUnfolded}>
      <summary>{texts.typesNow(named)}</summary>
      <fieldset className="gates__types" key={chosen.join()}>
        <legend className="visually-hidden">{legend}</legend>
        {types.map(({ id, name }) => (
          <label key={id}>
            <input type="checkbox" name="types" value={id} defaultChecked={chosen.includes(id)} />
            {name}
          </label>
        ))}
        <p className="gate__hint">{texts.allTypes}</p>
      </fieldset>
    </details>
  );
}

function Invited({ view, invited }: { view: GatesView; invited: NonNullable<GatesAnswer["invited"]> }) {
  return (
    <div className="gate gate--ready">
      <DoorHead night={view.night} at="gates" />
      <main className="gate__main gates__invited">
        <h2>{texts.scanWith(invited.gate)}</h2>
        <img className="gates__qr" src={invited.qr} alt={texts.qrLabel(invited.gate)} />
        <p>{texts.scanHint}</p>
        <p>{texts.goodUntil(invited.until)}</p>
        <Link className="gate__big gates__bind" to={`/gate/nights/${view.night.id}/gates`}>
          {texts.done}
        </Link>
      </main>
    </div>
  );
}
