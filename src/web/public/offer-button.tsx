import { Form, useNavigation } from "react-router";
import { Button, type ButtonLook } from "#web/ui/button.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { offerTexts } from "./offer-texts.ts";
import type { OfferRefusal, OfferView } from "./offer-view.ts";
import { publicTexts } from "./public-texts.ts";

type OfferButtonProps = {
  offer: OfferView;
  words: string;
  refusal: OfferRefusal | null;
} & Pick<ButtonLook, "look" | "width">;

/** Buys one of it: a plain form to the page's own address. */
export function OfferButton({ offer, words, refusal, look, width }: OfferButtonProps) {
  const { formData } = useNavigation();
  const busy = formData?.get("ticket_id") === offer.id;
  return (
    <Form className="offer-button" method="post" preventScrollReset>
      <input type="hidden" name="ticket_id" value={offer.id} />
      <input type="hidden" name="quantity" value="1" />
      {refusal && refusal.ticketTypeId === offer.id ? <Notice kind="bad">{refusal.sentence}</Notice> : null}
      {offer.sale === "notConfigured" ? <p className="fine-print">{publicTexts.typeNotConfigured}</p> : null}
      <Button
        look={look}
        width={width}
        type="submit"
        name="intent"
        value="buy"
        aria-label={busy || offer.sale === "soldOut" ? undefined : `${words}: ${offer.name}`}
        disabled={busy || offer.sale !== "open"}
      >
        {busy ? offerTexts.processing : offer.sale === "soldOut" ? offerTexts.soldOut : words}
      </Button>
    </Form>
  );
}

/** Lines with a sign before each. */
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
