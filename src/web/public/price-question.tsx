import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { choiceAddress } from "#web/request/choice-address.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import type { ChosenPart } from "#web/request/priced-choice.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { publicTexts } from "./public-texts.ts";
import type { PanelRefusal, PriceChange } from "./ticket-panel-view.ts";
import type { Choice } from "./use-choice.ts";

/** Asks once about a price that changed before the click, the old beside the new. The button below is the answer. */
export function ChangedPrice({ refusal, change }: { refusal: PanelRefusal; change: PriceChange }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the answer to a click needs the focus
    <div className="price-question" id="pret" role="alert" tabIndex={-1} autoFocus ref={showQuestion}>
      <h3 className="display">{refusal.sentence}</h3>
      <p>{priceTexts.changedNotes[change.cause]}</p>
      <dl>
        {change.lines.map(({ label, was, now }) => (
          <Change key={label} label={label} was={was} now={now} />
        ))}
        <Change label={saleTexts.total} was={change.was} now={change.total} />
      </dl>
    </div>
  );
}

function Change({ label, was, now }: { label: string; was: number; now: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <s>
          <span className="visually-hidden">{priceTexts.insteadOf} </span>
          {formatLei(was)}
        </s>{" "}
        {saleTexts.price(formatLei(now))}
      </dd>
    </div>
  );
}

/** Without JavaScript the attribute `autofocus` does this. */
const showQuestion = (question: HTMLElement | null) => question?.focus();

type SeveralPricesProps = {
  slug: string;
  parts: readonly ChosenPart[];
  choice: Choice;
  /** Whether this question is the answer to a click. */
  isAnswer: boolean;
};

/** Asks about tickets of one type with several prices. The second answer is the address of a smaller choice. */
export function SeveralPrices({ slug, parts, choice, isAnswer }: SeveralPricesProps) {
  const [first] = parts;
  if (!first) return null;
  const { total } = choice.priced;
  const fewer = choice.lines.map((line) =>
    line.ticketTypeId === first.ticketTypeId ? { ...line, quantity: first.quantity } : line,
  );
  return (
    <section
      className="price-question price-question--answers"
      id="pret"
      aria-labelledby="several-prices"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the answer to a click needs the focus
      autoFocus={isAnswer}
    >
      <h3 className="display" id="several-prices">
        {priceTexts.severalPrices(
          parts.map(({ quantity, listPrice }) => ({ quantity, price: formatLei(listPrice) })),
        )}
      </h3>
      {first.phaseName ? <p>{priceTexts.severalPricesNote(first.phaseName, first.quantity)}</p> : null}
      <div>
        <Button look="sand" type="submit" name="total" value={total} disabled={choice.busy}>
          {choice.busy ? publicTexts.paying : priceTexts.takeAll(formatLei(total))}
        </Button>
        <Link
          className={buttonClass({ look: "sand" })}
          to={choiceAddress(slug, fewer)}
          replace
          preventScrollReset
          onClick={(click) => {
            click.preventDefault();
            choice.choose(first.ticketTypeId, first.quantity);
          }}
        >
          {priceTexts.takeFirst(first.quantity, formatLei(first.listPrice))}
        </Link>
      </div>
    </section>
  );
}
