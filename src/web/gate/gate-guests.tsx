import { Form, Link } from "react-router";
import { Icon } from "#web/ui/icon.tsx";
import { GateSearch } from "./gate-parts.tsx";
import { gateTexts, guestChoices } from "./gate-texts.ts";

export type GateGuestView = {
  id: string;
  name: string;
  /** "lista Presă" */
  list: string;
  places: number;
  entered: number;
};

type GateGuestsProps = {
  view: { night: { id: string }; nonce: string; text: string; guests: GateGuestView[]; isCut: boolean };
};

/** Tonight's guest lists: a few letters find a name, and a button lets people in. */
export function GateGuests({ view }: GateGuestsProps) {
  const { night, text, guests, isCut, nonce } = view;
  return (
    <>
      <h1 className="gate__question">{gateTexts.guests}</h1>
      <GateSearch id="gate-name" label={gateTexts.guestName} text={text} button="main">
        <input type="hidden" name="event" value={night.id} />
        <input type="hidden" name="guests" value="on" />
      </GateSearch>
      {guests.length === 0 ? <p className="gate__hint">{gateTexts.noGuest}</p> : null}
      <ul className="gate__guests">
        {guests.map((guest) => (
          <li key={guest.id}>
            <p>
              <b>{guest.name}</b>
              <small>{guest.list}</small>
            </p>
            <em>{gateTexts.guestIn(guest.entered, guest.places)}</em>
            {guest.entered < guest.places ? (
              <Form method="post" action="/gate" aria-label={guest.name}>
                <input type="hidden" name="intent" value="admit-guest" />
                <input type="hidden" name="event" value={night.id} />
                <input type="hidden" name="guest" value={guest.id} />
                <input type="hidden" name="nonce" value={`${nonce}.${guest.id}`} />
                {guestChoices(guest.places - guest.entered).map(({ n, text: enter }) => (
                  <button key={n} type="submit" name="entries" value={n}>
                    {enter}
                  </button>
                ))}
              </Form>
            ) : (
              <Icon name="check" />
            )}
          </li>
        ))}
      </ul>
      {isCut ? <p className="gate__hint">{gateTexts.moreGuests}</p> : null}
      <Link className="gate__big gate__big--second" to={`/gate?event=${encodeURIComponent(night.id)}`}>
        {gateTexts.backToCodes}
      </Link>
    </>
  );
}
