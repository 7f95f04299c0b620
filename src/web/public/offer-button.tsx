import { type FormEvent, useState } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import { shownNightsField } from "#ticketing/orders/checkout/shown-nights.ts";
import { offerAnchor } from "#web/request/choice-address.ts";
import { payTerms } from "#web/request/sale-texts.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import { Button, type ButtonLook } from "#web/ui/button.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { offerTexts } from "./offer-texts.ts";
import type { OfferRefusal, OfferView } from "./offer-view.ts";
import { SeeOrder } from "./panel-links.tsx";

type OfferButtonProps = {
  offer: OfferView;
  words: string;
  /** The text under an offer that has no price at the card provider. */
  notConfigured: string;
  refusal: OfferRefusal | null;
  /** The click is being answered without the form. */
  starting?: boolean;
  choice: ChosenOffer;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
} & Pick<ButtonLook, "look" | "width">;

/** Buys one ticket of the offer with a plain form to the page's own address. */
export function OfferButton({
  offer,
  words,
  notConfigured,
  refusal,
  starting = false,
  choice,
  onSubmit,
  look,
  width,
}: OfferButtonProps) {
  // this offer's form is being sent
  const busy = useNavigation().formData?.get("ticket_id") === offer.id || starting;
  const closed =
    offer.sale === "open" || offer.sale === "notConfigured" ? null : offerTexts.closed[offer.sale];
  const ownRefusal = refusal?.ticketTypeId === offer.id ? refusal : null;
  return (
    <Form
      className="offer-button"
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        choice.choose(offer.id);
        onSubmit?.(event);
      }}
    >
      <input type="hidden" name="ticket_id" value={offer.id} />
      <input type="hidden" name="quantity" value="1" />
      <input type="hidden" name="price" value={offer.price} />
      <input type="hidden" name={shownNightsField} value={offer.shownNights} />
      {ownRefusal ? (
        <Notice kind={ownRefusal.asksAgain ? "warn" : "bad"}>
          {ownRefusal.sentence} <SeeOrder url={ownRefusal.seeUrl} />
        </Notice>
      ) : null}
      {ownRefusal?.asksAgain ? <input type="hidden" name="again" value="1" /> : null}
      {ownRefusal?.captcha ? <CaptchaBox widget={ownRefusal.captcha} attempt={ownRefusal} /> : null}
      {offer.sale === "notConfigured" ? <p className="fine-print">{notConfigured}</p> : null}
      <Button
        look={look}
        width={width}
        type="submit"
        name="intent"
        value="buy"
        aria-label={busy || closed ? undefined : `${words}: ${offer.name}`}
        disabled={busy || offer.sale !== "open"}
      >
        {busy ? offerTexts.processing : (closed ?? words)}
      </Button>
      {offer.sale === "open" ? <p className="fine-print">{payTerms(offer.price === 0)}</p> : null}
    </Form>
  );
}

/** The cancelled nights of the offer, and a folded list of its other nights. */
export function OfferNights({ nights, cancelled }: Pick<OfferView, "nights" | "cancelled">) {
  return (
    <>
      {cancelled.map((words) => (
        <p className="scarce" key={words}>
          {words}
        </p>
      ))}
      {nights.length === 0 ? null : (
        <details className="offer-nights">
          <summary className="text-link">{offerTexts.whichNights}</summary>
          <ul>
            {nights.map(({ id, title, day }) => (
              <li key={id}>
                <span>{title}</span> <span className="figures">{day}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** A list with an icon before each line. */
export function OfferLines({ lines, icon = "check" }: { lines: readonly string[]; icon?: IconName }) {
  return (
    <ul className="ticks">
      {lines.map((line) => (
        <li key={line}>
          <Icon name={icon} />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}

export type ChosenOffer = { isChosen(ticketTypeId: string): boolean; choose(ticketTypeId: string): void };

/** Keeps the pressed offer in the page's address, so that a buyer sees it after a sign-in or after going back. */
export function useChosenOffer(): ChosenOffer {
  const { hash } = useLocation();
  const enhanced = useEnhanced();
  const [pressed, setPressed] = useState<string | null>(null);
  const chosen = pressed ?? (enhanced ? hash : "");
  return {
    isChosen: (id) => chosen === `#${offerAnchor(id)}`,
    choose(id) {
      const anchor = `#${offerAnchor(id)}`;
      setPressed(anchor);
      history.replaceState(history.state, "", anchor);
    },
  };
}
