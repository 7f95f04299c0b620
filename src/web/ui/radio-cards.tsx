import { useId } from "react";
import { Icon } from "./icon.tsx";

export type RadioCard = {
  value: string;
  title: string;
  note: string | null;
  /** `scarce` marks a note that says that few are left. */
  tone?: "plain" | "scarce";
  /** The text at the right end, such as a price. */
  end: string;
  error?: string | null;
};

type RadioCardsProps = {
  legend: string;
  name: string;
  cards: RadioCard[];
  /** The chosen card; undefined leaves the choice to the browser, which starts with `initial`. */
  value?: string | undefined;
  initial?: string | undefined;
  disabled?: boolean;
  onChoose?: (value: string) => void;
};

/** A choice among a few cards. A dot and a border mark the chosen one, not only a colour. */
export function RadioCards({ legend, name, cards, value, initial, disabled, onChoose }: RadioCardsProps) {
  const group = useId();
  return (
    <fieldset disabled={disabled} className="radio-cards">
      <legend className="visually-hidden">{legend}</legend>
      {cards.map((card) => {
        const refused = Boolean(card.error) && (value ?? initial) === card.value;
        const chosen =
          value === undefined
            ? { defaultChecked: initial === card.value }
            : { checked: value === card.value };
        return (
          <div key={card.value}>
            <label className={refused ? "radio-card radio-card--refused" : "radio-card"}>
              <input
                type="radio"
                name={name}
                value={card.value}
                required
                aria-describedby={refused ? `${group}-${card.value}` : undefined}
                onChange={() => onChoose?.(card.value)}
                {...chosen}
              />
              <b>{card.title}</b>
              <strong className="radio-card__price display figures">{card.end}</strong>
              {card.note ? (
                <span className={card.tone === "scarce" ? "scarce" : undefined}>{card.note}</span>
              ) : null}
            </label>
            {refused ? (
              <p className="field__error radio-card__error" id={`${group}-${card.value}`} role="alert">
                <Icon name="alert" /> <span>{card.error}</span>
              </p>
            ) : null}
          </div>
        );
      })}
    </fieldset>
  );
}
