import { formatLei } from "#kernel/money.ts";
import { type GuestLimit, mostForGuestOf } from "#ticketing/orders/checkout/guest-share.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import type { TicketTypeView } from "./event-views.ts";
import { publicTexts } from "./public-texts.ts";
import type { Choice } from "./use-choice.ts";

type TicketRowsProps = {
  types: readonly TicketTypeView[];
  /** Null when nothing can be chosen. */
  choice: Pick<Choice, "quantities" | "choose"> | null;
  /** What may be bought of the night without an account, over all types; null when that equals the usual limit. */
  mostForGuest?: GuestLimit | null;
};

export function TicketRows({ types, choice, mostForGuest = null }: TicketRowsProps) {
  return (
    <ul className="ticket-rows">
      {types.map((type) => (
        <li className="ticket-row" key={type.id}>
          <label htmlFor={type.id}>{type.name}</label>
          <strong className="display figures" id={`${type.id}-price`}>
            {saleTexts.price(formatLei(type.price))}
          </strong>
          <Notes type={type} />
          {choice && type.configured ? (
            <Stepper type={type} choice={choice} mostForGuest={mostForGuest} />
          ) : null}
          {type.phaseNote ? (
            <p className="ticket-row__phase">
              <b>{type.phaseNote.now}</b> · {type.phaseNote.until}
            </p>
          ) : null}
          {type.nights.map((words) => (
            <p key={words}>{words}</p>
          ))}
          {type.isSoldAlone && types.length > 1 ? <p>{publicTexts.soldAloneNote}</p> : null}
        </li>
      ))}
    </ul>
  );
}

/** The notes of a type. The hour until which it lets in is left out when the description already says it. */
function Notes({ type }: { type: TicketTypeView }) {
  const { words, left } = ticketNotes(type);
  return (
    <p id={`${type.id}-note`}>
      {type.isUnlocked ? <span className="phosphor">{priceTexts.openedByCode}</span> : null}
      {words ? <span>{words}</span> : null}
      {left ? <span className="scarce">{left}</span> : null}
      {type.enterUntil && !words?.includes(type.enterUntil) ? (
        <span>{priceTexts.enterUntil(type.enterUntil)}</span>
      ) : null}
      {type.configured ? null : <span className="refused">{saleTexts.typeNotConfigured}</span>}
    </p>
  );
}

type StepperProps = {
  type: TicketTypeView;
  choice: Pick<Choice, "quantities" | "choose">;
  mostForGuest: GuestLimit | null;
};

/**
 * Chooses how many tickets of a type: the browser's own select, from 0. JavaScript adds two buttons for fingers;
 * keyboards use the select. Both fields of a type must stay together: see `readChoice`.
 */
function Stepper({
  type: { id, name, price, most, entries, hasOneCode },
  choice,
  mostForGuest,
}: StepperProps) {
  const quantity = choice.quantities[id] ?? 0;
  const forGuest = mostForGuest ? mostForGuestOf(mostForGuest, entries) : most;
  const step = (by: number, label: string) => (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${label}: ${name}`}
      disabled={quantity + by < 0 || quantity + by > most}
      onClick={() => choice.choose(id, quantity + by)}
    >
      {by > 0 ? "+" : "−"}
    </button>
  );
  return (
    <>
      <div className="stepper">
        {step(-1, publicTexts.oneLess)}
        <input type="hidden" name="ticket_id" value={id} />
        <input type="hidden" name="price" value={price} />
        <select
          className="figures"
          id={id}
          name="quantity"
          aria-describedby={`${id}-price ${id}-note`}
          value={quantity}
          onChange={(change) => choice.choose(id, Number(change.currentTarget.value))}
        >
          {Array.from({ length: most + 1 }, (_, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the number
            <option key={n}>{n}</option>
          ))}
        </select>
        {step(1, publicTexts.oneMore)}
      </div>
      {quantity > 0 ? (
        <span className="ticket-row__most">
          {publicTexts.mostOfType(most)}
          {forGuest < most ? publicTexts.mostOfGuest(forGuest) : null}
        </span>
      ) : null}
      {hasOneCode && quantity * entries > 1 ? <p>{publicTexts.oneCode}</p> : null}
    </>
  );
}

/**
 * The lines under a type's name: for how many people one ticket is, unless its description has the number; that
 * description; and how few are left.
 */
export function ticketNotes({ left, description, entries }: TicketTypeView) {
  const isSaid = entries <= 1 || new RegExp(`\\b${entries}\\b`).test(description ?? "");
  return {
    words: [isSaid ? null : publicTexts.forPeople(entries), description].filter(Boolean).join(" · ") || null,
    left: left === null ? null : publicTexts.left(left, entries === 0),
  };
}
