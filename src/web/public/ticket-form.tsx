import { type ReactNode, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { Summary } from "#web/ui/summary.tsx";
import { TearPanel } from "#web/ui/tear-panel.tsx";
import { useEarlyChoice } from "#web/ui/use-early-choice.ts";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { loginToChoose } from "./login-to-choose.ts";
import { PanelLinks } from "./panel-links.tsx";
import { publicTexts } from "./public-texts.ts";
import { QuantityField } from "./quantity-field.tsx";
import type { HoldView, TicketPanelView } from "./ticket-panel-view.ts";
import { type TicketTypeView, ticketCard } from "./ticket-type-card.ts";

type TicketFormProps = {
  event: { id: string; title: string };
  panel: Extract<TicketPanelView, { kind: "sale" }>;
  hold: HoldView | null;
};

/**
 * Choose, see the price, pay. A plain form to the page's own address: `intent`, `ticket_id`, `quantity`. A script adds
 * the live total and keeps the quantity within what the chosen type still has; the server checks both again.
 */
export function TicketForm({ event, panel, hold }: TicketFormProps) {
  const [typeId, setTypeId] = useState(firstChoice(panel, hold));
  const [wanted, setWanted] = useState(hold?.quantity ?? panel.chosen?.quantity ?? 1);
  const enhanced = useEnhanced();
  const form = useEarlyChoice((chosen) => {
    const early = chosen.get("ticket_id");
    if (typeof early === "string") setTypeId(early);
    setWanted(Number(chosen.get("quantity")) || 1);
  });
  const type = panel.types.find((one) => one.id === typeId) ?? panel.types[0];
  if (!type) return null;
  const quantity = Math.min(wanted, type.most);
  const most = enhanced ? type.most : Math.max(...panel.types.map((one) => one.most));
  return (
    <Form ref={form} method="post" action={`/events/${event.id}`} autoComplete="off" preventScrollReset>
      <TearPanel
        id="bilete"
        titleId="tickets-title"
        top={
          <>
            <h2 className="display" id="tickets-title">
              {publicTexts.tickets}
            </h2>
            {hold ? <HoldClock hold={hold} /> : null}
            {panel.waitingUrl ? (
              <Notice kind="info">
                {publicTexts.roomRuns} <Link to={panel.waitingUrl}>{publicTexts.roomRunsLink}</Link>.
              </Notice>
            ) : null}
            {panel.refusal ? <Notice kind="bad">{panel.refusal}</Notice> : null}
            {panel.captcha ? <CaptchaBox widget={panel.captcha} attempt={panel.captcha} /> : null}
            <RadioCards
              legend={publicTexts.ticketType}
              name="ticket_id"
              cards={panel.types.map(ticketCard)}
              value={type.id}
              onChoose={setTypeId}
            />
            <QuantityField most={most} value={quantity} onChoose={setWanted} />
          </>
        }
        bottom={
          <>
            <OrderSummary type={type} quantity={quantity} />
            <PayButton event={event} panel={panel} hold={hold} type={type} quantity={quantity} />
            <PanelLinks title={event.title} />
          </>
        }
      />
    </Form>
  );
}

function firstChoice(panel: TicketFormProps["panel"], hold: HoldView | null): string | undefined {
  return hold?.ticketTypeId ?? panel.chosen?.ticketTypeId ?? panel.types.find((type) => type.configured)?.id;
}

function HoldClock({ hold }: { hold: HoldView }) {
  if (hold.secondsLeft > 0) {
    return (
      <Countdown
        text={publicTexts.holdText}
        secondsLeft={hold.secondsLeft}
        secondsInAll={hold.secondsInAll}
      />
    );
  }
  return (
    <div className="countdown countdown--over" role="status">
      <span className="countdown__ring countdown__ring--over" />
      <p>
        <b className="display">{publicTexts.holdOverTitle}</b>
        {publicTexts.holdOverText}
      </p>
    </div>
  );
}

/**
 * The sum follows the choice. It is in the server's HTML already, so that nothing moves when the script is loaded.
 * Without a script it would not follow, so words replace it: the price is on the card, and the next page shows the sum
 * before paying.
 */
function OrderSummary({ type, quantity }: { type: TicketTypeView; quantity: number }) {
  const total = publicTexts.price(formatLei(type.price * quantity));
  return (
    <>
      <div className="tear-panel__live">
        <Summary
          lines={[
            { label: `${quantity} × ${type.name}`, value: total },
            { label: publicTexts.feesName, value: publicTexts.feesValue, tone: "muted" },
          ]}
          total={{ label: publicTexts.total, value: total }}
        />
      </div>
      <p className="tear-panel__plain fine-print">
        {publicTexts.feesName}: {publicTexts.feesValue}.
      </p>
    </>
  );
}

type PayButtonProps = TicketFormProps & { type: TicketTypeView; quantity: number };

function PayButton({ event, panel, hold, type, quantity }: PayButtonProps): ReactNode {
  const navigation = useNavigation();
  const enhanced = useEnhanced();
  const busy = navigation.state !== "idle" && navigation.formData?.get("intent") === "buy";
  const price = formatLei(type.price * quantity);
  if (panel.loginUrl) {
    return (
      <>
        <Link
          className={buttonClass({ look: "sun", width: "full" })}
          to={enhanced ? loginToChoose(event.id, { ticketTypeId: type.id, quantity }) : panel.loginUrl}
        >
          {publicTexts.loginToBuy}
        </Link>
        <p className="fine-print">{publicTexts.payNote}</p>
      </>
    );
  }
  if (hold && hold.secondsLeft > 0 && hold.ticketTypeId === type.id && hold.quantity === quantity) {
    return (
      <>
        <Link className={buttonClass({ look: "sun", width: "full" })} to={hold.checkoutUrl}>
          {publicTexts.continuePaying(formatLei(hold.total))}
        </Link>
        <p className="fine-print">{publicTexts.holdNote}</p>
        <Button
          look="quiet"
          size="small"
          type="submit"
          name="intent"
          value="release"
          formAction={hold.checkoutUrl}
        >
          {publicTexts.release}
        </Button>
      </>
    );
  }
  const words = !enhanced
    ? publicTexts.payPlain
    : hold
      ? publicTexts.holdAgain(price)
      : publicTexts.pay(price);
  const note = !type.configured
    ? publicTexts.typeNotConfiguredNote
    : hold
      ? publicTexts.holdOverNote(Math.round(hold.secondsInAll / 60))
      : publicTexts.payNote;
  return (
    <>
      <Button
        look="sun"
        width="full"
        type="submit"
        name="intent"
        value="buy"
        disabled={busy || (enhanced && !type.configured)}
      >
        {busy ? publicTexts.paying : words}
      </Button>
      <p className="fine-print">{note}</p>
    </>
  );
}
