import { useId } from "react";
import { Icon } from "./icon.tsx";

export type RadioCard = {
  value: string;
  title: string;
  note: string | null;
  /** The note warns that few are left. */
  tone?: "plain" | "scarce";
  /** The text at the far end, a price for instance. */
  end: string;
  error?: string | null;
};

type RadioCardsProps = {
  legend: string;
  name: string;
  cards: RadioCard[];
  /** Chosen now; undefined leaves the choice to the browser, with `initial` chosen first. */
  value?: string | undefined;
  initial?: string | undefined;
  disabled?: boolean;
  onChoose?: (value: string) => void;
};

/** A choice of few, each on its own card. The chosen one has a dot and a border, never a colour alone. */
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
