import { Form } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { HoldCountdown } from "#web/ui/countdown.tsx";
import type { readOpenOffer } from "./buy-offer.server.ts";

export type OpenOfferView = NonNullable<Awaited<ReturnType<typeof readOpenOffer>>>;

/** A buyer's open order after coming back from the card page, with buttons to pay or release it. */
export function OpenOffer({ offer }: { offer: OpenOfferView }) {
  return (
    <section className="open-offer" aria-labelledby="open-offer">
      <h2 className="display" id="open-offer">
        {offer.name}
      </h2>
      <HoldCountdown text={saleTexts.reserved} over={saleTexts.holdOver} {...offer}>
        <div className="actions">
          <ButtonLink look="sun" href={`${offer.checkoutUrl}/pay`}>
            {saleTexts.continuePaying(formatLei(offer.total))}
          </ButtonLink>
          <Form method="post" action={offer.checkoutUrl}>
            <Button look="quiet" size="small" type="submit" name="intent" value="release">
              {saleTexts.release}
            </Button>
          </Form>
        </div>
      </HoldCountdown>
    </section>
  );
}
