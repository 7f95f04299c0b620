import { useEffect, useState } from "react";
import { fold } from "#kernel/romanian.ts";
import type { GuestAtDoor } from "#ticketing/gate/send-guest-names.server.ts";
import { Icon } from "#web/ui/icon.tsx";
import { gateTexts, guestChoices } from "../gate-texts.ts";
import { GateMessage } from "../say.tsx";
import { admitGuestHere, fetchGuests, guestNamesAge, guestsNamed, guestsOnPhone } from "./phone-guests.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import { NightOff, type ToolScreenProps, whyNightOff } from "./scanner-tool.tsx";

/** Milliseconds between two fetches of names and entries while they are shown. */
const refetchMilliseconds = 15_000;
const namesShown = 30;

/** Tonight's guests by name. A phone gets the names only when somebody opens this. */
export function ScannerGuests({ phone, showResult, onScan }: ToolScreenProps) {
  const [guests, setGuests] = useState<readonly GuestAtDoor[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [age, setAge] = useState<number | null>(null);
  useEffect(() => {
    let isOver = false;
    const refreshNames = async () => {
      const show = async () => {
        const found = await guestsOnPhone(phone);
        const seconds = await guestNamesAge(phone);
        if (isOver) return;
        setGuests(found ?? null);
        setAge(seconds);
      };
      await show();
      const hasNewNames = await fetchGuests(phone).catch(() => false);
      if (hasNewNames) await show();
      if (!isOver) setFailed(!hasNewNames);
    };
    void refreshNames();
    const timer = setInterval(() => void refreshNames(), refetchMilliseconds);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [phone]);
  const letIn = async (guest: GuestAtDoor, entries: number) =>
    showResult(await admitGuestHere(phone, guest.id, entries));
  const isMissing = guests === null && failed;
  const off = whyNightOff(phone);
  if (off) return <NightOff off={off} onScan={onScan} />;
  return (
    <GuestNamesView
      guests={guests}
      isMissing={isMissing}
      age={failed ? age : null}
      onScan={onScan}
      onLetIn={(guest, entries) => void letIn(guest, entries)}
    />
  );
}

type GuestNamesViewProps = {
  /** Null while the names are not on this phone. */
  guests: readonly GuestAtDoor[] | null;
  /** True when this phone has no names and there is no network. */
  isMissing: boolean;
  /** How many seconds old the names are when newer ones do not come; null otherwise. */
  age?: number | null;
  /** The id of the name that is chosen when the screen opens; none without it. */
  opened?: string | null;
  onLetIn: (guest: GuestAtDoor, entries: number) => void;
  onScan: () => void;
};

export function GuestNamesView({
  guests,
  isMissing,
  age = null,
  opened = null,
  onLetIn,
  onScan,
}: GuestNamesViewProps) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(opened);
  const found = guestsNamed(guests ?? [], text);
  const guest = found.find(({ id, entered, places }) => id === chosen && entered < places);
  return (
    <>
      <main className="gate__main scanner__page">
        <h1>{texts.guests}</h1>
        <label htmlFor="scanner-guest">{gateTexts.guestName}</label>
        <input
          id="scanner-guest"
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        {isMissing ? (
          <GateMessage
            as="phone"
            icon="alert"
            role="alert"
            title={texts.guestsMissing}
            hint={texts.guestsMissingHint}
          />
        ) : null}
        {guests !== null && age !== null ? <p className="gate__hint">{texts.guestsOld(age)}</p> : null}
        {guests !== null && found.length === 0 ? <p>{gateTexts.noGuest}</p> : null}
        <ul className="scanner__rows">
          {found.slice(0, namesShown).map((one) => {
            const isFull = one.entered >= one.places;
            return (
              <li key={one.id}>
                <button
                  type="button"
                  className={isFull ? "is-admitted" : undefined}
                  aria-pressed={one.id === chosen}
                  disabled={isFull}
                  onClick={() => setChosen(one.id === chosen ? null : one.id)}
                >
                  <Icon name={isFull ? "check" : "clipboard"} />
                  <span>
                    <b>
                      <Marked text={one.name} part={text} />
                    </b>
                    <small>{gateTexts.guestList(one.list)}</small>
                  </span>
                  <small>{gateTexts.guestIn(one.entered, one.places)}</small>
                </button>
              </li>
            );
          })}
        </ul>
        {found.length > namesShown ? <p>{gateTexts.moreGuests}</p> : null}
      </main>
      <section className="scanner__panel" aria-label={guest?.name}>
        {guest ? (
          <>
            <h2>{guest.name}</h2>
            <div className="scanner__three">
              {guestChoices(guest.places - guest.entered).map(({ n, text: enter }) => (
                <button key={n} type="button" onClick={() => onLetIn(guest, n)}>
                  {enter}
                </button>
              ))}
            </div>
          </>
        ) : null}
        <button className="gate__big gate__big--second" type="button" onClick={onScan}>
          <Icon name="camera" /> {texts.scan}
        </button>
      </section>
    </>
  );
}

/** A name with the typed part marked. */
function Marked({ text, part }: { text: string; part: string }) {
  const searched = fold(part.trim());
  const at = searched === "" ? -1 : fold(text).indexOf(searched);
  if (at < 0 || fold(text).length !== text.length) return text;
  const end = at + searched.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
