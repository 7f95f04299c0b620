import { Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { isForGuest } from "#ticketing/orders/checkout/guest-share.ts";
import { type HoldView, isHeldChoice } from "#web/request/hold-view.ts";
import { priceTexts } from "#web/request/price-texts.ts";
import { severalPrices } from "#web/request/priced-choice.ts";
import { movedNightTexts, payTerms, saleTexts } from "#web/request/sale-texts.ts";
import { Button } from "#web/ui/button.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { loginToChoose } from "./login-to-choose.ts";
import { SeveralPrices } from "./price-question.tsx";
import { publicTexts } from "./public-texts.ts";
import type { PriceChange, SalePanel } from "./ticket-panel-view.ts";
import { type Choice, faultOf, heldField, heldIntent, isChosenAgain } from "./use-choice.ts";

type PayButtonProps = {
  slug: string;
  /** The day that the night was moved to. */
  newDate: string | null;
  panel: SalePanel;
  hold: HoldView | null;
  choice: Choice;
};

export function PayButton({ slug, newDate, panel, hold, choice }: PayButtonProps) {
  const enhanced = useEnhanced();
  const isHeld = hold !== null && hold.secondsLeft > 0;
  if (isHeld && isHeldChoice(choice, hold, panel.code)) return <HeldButtons hold={hold} choice={choice} />;
  const fault = faultOf(choice, panel.mostPeople);
  const change = panel.refusal?.change ?? null;
  const several = change ? null : severalPrices(choice.priced.parts);
  return (
    <>
      {several ? (
        <SeveralPrices
          slug={slug}
          parts={several}
          choice={choice}
          isAnswer={panel.refusal?.asksSeveral === true}
        />
      ) : (
        <Button
          look="sun"
          width="full"
          type="submit"
          {...submitValue(choice, { enhanced, change })}
          disabled={choice.busy || (enhanced && (choice.tickets === 0 || fault !== null))}
        >
          {choice.busy ? publicTexts.paying : wordsOf(choice, { enhanced, hold, isHeld, change })}
        </Button>
      )}
      {panel.isAnonymous ? <WithoutAccount panel={panel} choice={choice} isFaulty={fault !== null} /> : null}
      {fault ? (
        <p className="fine-print scarce" role="alert">
          {fault}
        </p>
      ) : (
        <p className="fine-print">{noteOf(choice, { hold, isHeld, change })}</p>
      )}
      {newDate ? <p className="fine-print">{movedNightTexts.buysForNew(newDate)}</p> : null}
      <p className="fine-print">{payTerms(isFree(choice))}</p>
      {panel.isAnonymous ? (
        <>
          <p className="tear-panel__register">
            {publicTexts.firstTime}{" "}
            <button
              className="text-link"
              type="submit"
              name="intent"
              value="register"
              disabled={choice.busy || (enhanced && fault !== null)}
            >
              {publicTexts.createAccount}
            </button>
          </p>
          <Link className="text-link tear-panel__login" to={loginToChoose(slug, choice.lines)}>
            {publicTexts.loginToBuy}
          </Link>
        </>
      ) : null}
    </>
  );
}

type WithoutAccountProps = Pick<PayButtonProps, "panel" | "choice"> & { isFaulty: boolean };

/** Leads to the form for buying without an account, when that is possible. */
function WithoutAccount({ panel: { mostForGuest }, choice, isFaulty }: WithoutAccountProps) {
  const enhanced = useEnhanced();
  if (mostForGuest === null) return null;
  const isSold = choice.tickets > 0 && isForGuest(choice, mostForGuest) && !isFaulty;
  return (
    <Button
      look="line"
      width="full"
      type="submit"
      name="intent"
      value="guest"
      disabled={choice.busy || (enhanced && !isSold)}
    >
      {publicTexts.withoutAccount}
    </Button>
  );
}

type PressFacts = { enhanced: boolean; hold: HoldView | null; isHeld: boolean; change: PriceChange | null };

/** The button sends the total that the person sees; without JavaScript only the question about a price has one. */
function submitValue({ priced }: Choice, { enhanced, change }: Pick<PressFacts, "enhanced" | "change">) {
  if (enhanced) return { name: "total", value: priced.total };
  return change ? { name: "total", value: change.total } : { name: "intent", value: "buy" };
}

const isFree = ({ tickets, priced }: Pick<Choice, "tickets" | "priced">) => tickets > 0 && priced.total === 0;

function wordsOf({ tickets, priced, lines }: Choice, { enhanced, hold, change }: PressFacts): string {
  if (!enhanced) return change ? priceTexts.payNew(formatLei(change.total)) : publicTexts.payPlain;
  if (tickets === 0) return publicTexts.chooseHowMany;
  const price = formatLei(priced.total);
  if (isFree({ tickets, priced })) return priceTexts.getFree;
  if (change) return priceTexts.payNew(price);
  return isChosenAgain({ lines }, hold) ? publicTexts.holdAgain(price) : publicTexts.pay(price);
}

function noteOf(
  { tickets, priced, lines }: Choice,
  { hold, isHeld, change }: Omit<PressFacts, "enhanced">,
): string {
  if (change) return priceTexts.payNewNote;
  if (isHeld) return publicTexts.replaceNote;
  if (isFree({ tickets, priced })) return priceTexts.freeNote;
  const code = priced.discount ? `${priceTexts.codeNote} ` : "";
  return isChosenAgain({ lines }, hold) ? publicTexts.holdOverNote : `${code}${publicTexts.payNote}`;
}

/**
 * For a choice that equals the open order: pay or release it. A code may have been typed, so the form is sent. Without
 * JavaScript a change needs its own button.
 */
function HeldButtons({ hold, choice }: { hold: HoldView; choice: Choice }) {
  return (
    <>
      <input type="hidden" name={heldField} value={hold.checkoutUrl} />
      <Button look="sun" width="full" type="submit" name="intent" value={heldIntent} disabled={choice.busy}>
        {saleTexts.continuePaying(formatLei(hold.total))}
      </Button>
      <p className="fine-print">{publicTexts.holdNote}</p>
      <p className="fine-print">{payTerms(hold.total === 0)}</p>
      <div className="tear-panel__plain">
        <Button type="submit" width="full" name="intent" value="buy">
          {publicTexts.payOther}
        </Button>
      </div>
      <Button
        look="quiet"
        size="small"
        type="submit"
        name="intent"
        value="release"
        formAction={hold.checkoutUrl}
      >
        {saleTexts.release}
      </Button>
    </>
  );
}
