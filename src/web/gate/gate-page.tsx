import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { Picture, type PictureView } from "#web/ui/picture.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { boardTexts } from "./board/board-texts.ts";
import { GateGuests, type GateGuestView } from "./gate-guests.tsx";
import { gateTexts } from "./gate-texts.ts";
import { GateVerdict, type VerdictView } from "./gate-verdict.tsx";

export type GateNightView = {
  id: string;
  title: string;
  /** "azi, ora 22:00" */
  note: string;
  /** `no`: the night is cancelled or over. */
  goes: "now" | "later" | "no";
  entered: number;
  sold: number;
  /** The people on its guest lists; null when there are none. */
  guests: { places: number; entered: number } | null;
  picture: PictureView | null;
  state: "open" | "closed";
};

export type GateEntryView = {
  id: string;
  kind: "admitted" | "refused";
  text: string;
  note: string;
  time: string;
};

export type GatePageView =
  | { kind: "choose"; staff: string; nights: GateNightView[] }
  | {
      kind: "ready";
      night: GateNightView;
      /** One per form, so that the same form sent twice admits once. */
      nonce: string;
      /** The entered text, and why it was not looked up. */
      typed: { code: string; group: string };
      errors: { code?: string; group?: string };
      latest: GateEntryView[];
      /** Whether this person leads the gates and phones of the door. */
      leads: boolean;
    }
  | {
      kind: "guests";
      night: GateNightView;
      nonce: string;
      text: string;
      guests: GateGuestView[];
      isCut: boolean;
    }
  | { kind: "verdict"; night: GateNightView; nonce: string; verdict: VerdictView };

/**
 * The page for typed codes. It is for a phone in the dark, one thumb and a queue, so the whole screen is the verdict.
 */
export function GatePage({ view }: { view: GatePageView }) {
  switch (view.kind) {
    case "choose":
      return (
        <GateFrame tone="ready" title={gateTexts.title} note={view.staff}>
          <Choose nights={view.nights} />
        </GateFrame>
      );
    case "ready":
      return (
        <GateFrame tone="ready" title={view.night.title} note={view.night.note}>
          <Ready view={view} />
        </GateFrame>
      );
    case "guests":
      return (
        <GateFrame tone="ready" title={view.night.title} note={view.night.note}>
          <GateGuests view={view} />
        </GateFrame>
      );
    case "verdict":
      return (
        <GateFrame tone={view.verdict.kind} title={view.night.title} note={view.night.note}>
          <GateVerdict verdict={view.verdict} nightId={view.night.id} nonce={view.nonce} />
        </GateFrame>
      );
  }
}

type GateFrameProps = {
  tone: "ready" | VerdictView["kind"];
  title: string;
  note: string;
  children: ReactNode;
};

function GateFrame({ tone, title, note, children }: GateFrameProps) {
  return (
    <div className={`gate gate--${tone}`}>
      <header className="gate__head">
        <Link className="gate__leave" to="/gate" aria-label={gateTexts.leave}>
          <Icon name="door" />
        </Link>
        <div className="gate__where">
          <b>{title}</b>
          <span>{note}</span>
        </div>
        <p className="gate__net">
          <Icon name="signal" /> <b>{gateTexts.online}</b>
        </p>
      </header>
      <main className="gate__main">{children}</main>
    </div>
  );
}

function Choose({ nights }: { nights: GateNightView[] }) {
  const open = nights.filter((night) => night.state === "open");
  const that = (is: GateNightView["goes"]) => open.find(({ goes }) => goes === is);
  const first = that("now") ?? that("later") ?? that("no");
  return (
    <Form className="gate__choose" action="/gate">
      <h1 className="gate__question">{gateTexts.chooseTitle}</h1>
      <fieldset>
        <legend className="visually-hidden">{gateTexts.chooseNight}</legend>
        {nights.map((night) => (
          <label
            key={night.id}
            className={night.state === "open" ? "gate__night" : "gate__night gate__night--closed"}
          >
            <input
              type="radio"
              name="event"
              value={night.id}
              required
              defaultChecked={night.id === first?.id}
              disabled={night.state === "closed"}
            />
            <Picture picture={night.picture} seed={night.id} alt="" sizes="74px" />
            <span>
              <b>{night.title}</b>
              <small>{night.note}</small>
            </span>
            <em>
              {night.entered} / {night.sold}
            </em>
          </label>
        ))}
      </fieldset>
      {open.length === 0 ? <p className="gate__hint">{gateTexts.chooseNone}</p> : null}
      <div className="gate__end">
        <button className="gate__big gate__big--main" type="submit" disabled={open.length === 0}>
          {gateTexts.chooseButton}
        </button>
        <p className="gate__hint">{gateTexts.chooseNote}</p>
      </div>
    </Form>
  );
}

function Ready({ view }: { view: Extract<GatePageView, { kind: "ready" }> }) {
  const busy = useNavigation().state === "submitting";
  const share = view.night.sold > 0 ? Math.round((view.night.entered / view.night.sold) * 100) : 0;
  return (
    <>
      <h1 className="visually-hidden">
        {gateTexts.title}: {view.night.title}
      </h1>
      <section className="gate__count" aria-label={gateTexts.enteredLabel}>
        <p>
          <b>{view.night.entered}</b>
          <span>{gateTexts.entered(view.night.sold)}</span>
        </p>
        <span className="gate__meter" aria-hidden="true">
          <i style={{ width: `${share}%` }} />
        </span>
      </section>
      <div className="gate__ways">
        {view.night.guests ? (
          <Link
            className="gate__big gate__big--second"
            to={`?event=${encodeURIComponent(view.night.id)}&guests=on`}
          >
            <Icon name="door" /> {gateTexts.openGuests(view.night.guests.entered, view.night.guests.places)}
          </Link>
        ) : null}
        {view.leads ? (
          <Link className="gate__big gate__big--second" to={`/gate/nights/${view.night.id}`}>
            <Icon name="phone" /> {boardTexts.open}
          </Link>
        ) : null}
      </div>
      <Form className="gate__typed" method="post" noValidate>
        <input type="hidden" name="event" value={view.night.id} />
        <input type="hidden" name="nonce" value={view.nonce} />
        <CodeInput
          id="gate-code"
          name="code"
          label={gateTexts.code}
          placeholder={gateTexts.codePlaceholder}
          hint={gateTexts.codeHint}
          error={view.errors.code}
          typed={view.typed.code}
          focus="first"
        />
        <CodeInput
          id="gate-group"
          name="group"
          label={gateTexts.group}
          placeholder={gateTexts.groupPlaceholder}
          hint={gateTexts.groupHint}
          error={view.errors.group}
          typed={view.typed.group}
          focus="later"
        />
        <div className="gate__two">
          <PasteButton into="gate-code" />
          <button
            className="gate__big gate__big--main"
            type="submit"
            name="intent"
            value="admit"
            disabled={busy}
          >
            {busy ? gateTexts.checking : gateTexts.check}
          </button>
        </div>
      </Form>
      <Latest entries={view.latest} />
    </>
  );
}

type CodeInputProps = {
  id: string;
  name: string;
  label: string;
  placeholder: string;
  hint: string;
  error: string | undefined;
  typed: string;
  focus: "first" | "later";
};

function CodeInput({ id, name, label, placeholder, hint, error, typed, focus }: CodeInputProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        defaultValue={typed}
        placeholder={placeholder}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        // A scanner that types like a keyboard must work as soon as the page is open.
        // biome-ignore lint/a11y/noAutofocus: the page has this one purpose
        autoFocus={focus === "first"}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      />
      {error ? (
        <p className="gate__error" id={`${id}-note`} role="alert">
          <Icon name="alert" /> {error}
        </p>
      ) : (
        <p className="gate__hint" id={`${id}-note`}>
          {hint}
        </p>
      )}
    </>
  );
}

const entrySigns: Record<GateEntryView["kind"], IconName> = { admitted: "check", refused: "cross" };

function Latest({ entries }: { entries: GateEntryView[] }) {
  return (
    <section className="gate__latest" aria-labelledby="latest">
      <h2 id="latest">{gateTexts.latest}</h2>
      {entries.length === 0 ? <p className="gate__hint">{gateTexts.nobodyYet}</p> : null}
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} className={`gate__entry--${entry.kind}`}>
            <Icon name={entrySigns[entry.kind]} />
            <span>
              <b>{entry.text}</b>
              <small>{entry.note}</small>
            </span>
            <time>{entry.time}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Pastes the clipboard into the field with this id. It appears only where JavaScript may read the clipboard. */
export function PasteButton({ into }: { into: string }) {
  const enhanced = useEnhanced();
  if (!enhanced || !navigator.clipboard?.readText) return null;
  const paste = async () => {
    const field = document.getElementById(into);
    // When the person refuses the permission, the field stays as it is.
    const text = await navigator.clipboard.readText().catch(() => "");
    if (!(field instanceof HTMLInputElement)) return;
    if (text) field.value = text.trim();
    field.focus();
  };
  return (
    <button className="gate__big gate__big--second" type="button" onClick={() => void paste()}>
      <Icon name="clipboard" /> {gateTexts.paste}
    </button>
  );
}
