import { type ReactNode, useId, useState } from "react";
import { fold } from "#kernel/romanian.ts";
import { Icon } from "#web/ui/icon.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { officeTexts } from "./office-texts.ts";

export type Tickable = {
  readonly id: string;
  readonly label: string;
  readonly isPast: boolean;
  readonly note?: string | null;
};

export type TickListProps = {
  name: string;
  legend: ReactNode;
  /** The words for what is chosen: nights or types. */
  texts: { readonly search: string; readonly past: (n: number) => string; readonly noneComing: string };
  hint?: string | undefined;
  rows: readonly Tickable[];
  chosen: readonly string[];
  error: string | undefined;
};

/** Chooses rows of a long list: search and tick, past ones folded. Without JavaScript only the search is missing. */
export function TickList({ name, legend, texts, hint, rows, chosen, error }: TickListProps) {
  const enhanced = useEnhanced();
  const id = useId();
  const [words, setWords] = useState("");
  const [count, setCount] = useState(chosen.length);
  const coming = rows.filter((one) => !one.isPast);
  const past = rows.filter((one) => one.isPast);
  const searchWords = fold(words).split(/\s+/);
  const isFound = (label: string) => searchWords.every((word) => fold(label).includes(word));
  const row = (one: Tickable) => (
    <li key={one.id} hidden={!isFound(one.label)}>
      <label>
        <input
          type="checkbox"
          name={name}
          value={one.id}
          defaultChecked={chosen.includes(one.id)}
          onChange={({ currentTarget }) => setCount(count + (currentTarget.checked ? 1 : -1))}
        />{" "}
        <span className="figures">{one.label}</span>
        {one.note ? <small className="muted">{one.note}</small> : null}
      </label>
    </li>
  );
  return (
    <fieldset
      className={error ? "tick-list field field--bad" : "tick-list field"}
      aria-describedby={`${id}-hint`}
      data-choice
    >
      <legend className="field-label">
        {legend} <span className="muted">{officeTexts.ticked(count)}</span>
      </legend>
      {enhanced && rows.length > 6 ? (
        <input
          type="search"
          className="input"
          aria-label={texts.search}
          placeholder={texts.search}
          value={words}
          onChange={(change) => setWords(change.currentTarget.value)}
          onKeyDown={(key) => {
            if (key.key === "Enter") key.preventDefault();
          }}
        />
      ) : null}
      <ul className="tick-list__rows">{coming.map(row)}</ul>
      {coming.length === 0 ? <p className="muted">{texts.noneComing}</p> : null}
      {past.length > 0 ? (
        <details className="tick-list__past" open={past.some((one) => chosen.includes(one.id)) || undefined}>
          <summary>{texts.past(past.length)}</summary>
          <ul className="tick-list__rows">{past.map(row)}</ul>
        </details>
      ) : null}
      {error ? (
        <p className="field__error">
          <Icon name="alert" /> <span>{error}</span>
        </p>
      ) : null}
      <p className="field__hint" id={`${id}-hint`}>
        {hint}
      </p>
    </fieldset>
  );
}
