import { useId, useState } from "react";
import { fold } from "#kernel/romanian.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import type { TicketFormView } from "./ticket-form-reading.server.ts";
import { nightPickerTexts, ticketTexts } from "./ticket-texts.ts";

type NightPickerProps = {
  nights: TicketFormView["nights"];
  chosen: readonly string[];
  error: string | undefined;
};

/**
 * The nights of a pass: a list to search and tick, what is to come first; what is over opens by its own line. Without a
 * script all of it is there, without the search.
 */
export function NightPicker({ nights, chosen, error }: NightPickerProps) {
  const enhanced = useEnhanced();
  const id = useId();
  const [words, setWords] = useState("");
  const [count, setCount] = useState(chosen.length);
  const coming = nights.filter((night) => !night.isPast).reverse();
  const past = nights.filter((night) => night.isPast);
  const sought = fold(words).split(/\s+/);
  const isFound = (label: string) => sought.every((word) => fold(label).includes(word));
  const row = (night: TicketFormView["nights"][number]) => (
    <li key={night.id} hidden={!isFound(night.label)}>
      <label>
        <input
          type="checkbox"
          name="events"
          value={night.id}
          defaultChecked={chosen.includes(night.id)}
          onChange={({ currentTarget }) => setCount(count + (currentTarget.checked ? 1 : -1))}
        />{" "}
        <span className="figures">{night.label}</span>
        {night.note ? <small className="muted">{night.note}</small> : null}
      </label>
    </li>
  );
  return (
    <fieldset
      className={error ? "night-picker field field--bad" : "night-picker field"}
      aria-describedby={`${id}-hint`}
      data-choice
    >
      <legend className="field-label">
        {ticketTexts.labels.events} <span className="muted">{nightPickerTexts.chosen(count)}</span>
      </legend>
      {enhanced ? (
        <input
          type="search"
          className="input"
          aria-label={nightPickerTexts.search}
          placeholder={nightPickerTexts.search}
          value={words}
          onChange={(change) => setWords(change.currentTarget.value)}
          onKeyDown={(key) => {
            if (key.key === "Enter") key.preventDefault();
          }}
        />
      ) : null}
      <ul className="night-picker__list">{coming.map(row)}</ul>
      {coming.length === 0 ? <p className="muted">{nightPickerTexts.noneComing}</p> : null}
      {past.length > 0 ? (
        <details
          className="night-picker__past"
          open={past.some((night) => chosen.includes(night.id)) || undefined}
        >
          <summary>{nightPickerTexts.past(past.length)}</summary>
          <ul className="night-picker__list">{past.map(row)}</ul>
        </details>
      ) : null}
      {error ? (
        <p className="field__error">
          <Icon name="alert" /> <span>{error}</span>
        </p>
      ) : null}
      <p className="field__hint" id={`${id}-hint`}>
        {nightPickerTexts.hint}
      </p>
    </fieldset>
  );
}
