import { Form } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Held } from "#web/ui/countdown.tsx";
import { publicTexts } from "./public-texts.ts";

export type OpenOfferView = {
  name: string;
  /** Whole bani. */
  total: number;
  secondsLeft: number;
  secondsInAll: number;
  /** The order's own page; its `/pay` is the card page. */
  checkoutUrl: string;
};

/** A customer who came back from the card page sees what is still held, and can pay or release it. */
export function OpenOffer({ offer }: { offer: OpenOfferView }) {
  return (
    <section className="open-offer" aria-labelledby="open-offer">
      <h2 className="display" id="open-offer">
        {offer.name}
      </h2>
      <Held text={publicTexts.holdText} over={saleTexts.holdOver} {...offer}>
        <div className="actions">
          <ButtonLink look="sun" href={`${offer.checkoutUrl}/pay`}>
            {publicTexts.continuePaying(formatLei(offer.total))}
          </ButtonLink>
          <Form method="post" action={offer.checkoutUrl}>
            <Button look="quiet" size="small" type="submit" name="intent" value="release">
              {publicTexts.release}
            </Button>
          </Form>
        </div>
      </Held>
    </section>
  );
}
