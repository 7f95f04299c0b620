import { Form, Link } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { saleTexts } from "#web/request/sale-texts.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Countdown } from "#web/ui/countdown.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Summary } from "#web/ui/summary.tsx";
import { TearPanel } from "#web/ui/tear-panel.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { loginToChoose } from "./login-to-choose.ts";
import { PanelLinks } from "./panel-links.tsx";
import { publicTexts } from "./public-texts.ts";
import type { HoldView, TicketPanelView } from "./ticket-panel-view.ts";
import { TicketRows } from "./ticket-row.tsx";
import type { Choice } from "./use-choice.ts";

export type TicketFormProps = {
  event: { id: string; title: string };
  panel: Extract<TicketPanelView, { kind: "sale" }>;
  hold: HoldView | null;
  choice: Choice;
};

/**
 * Choose, see the price, pay. A plain form to the page's own address, read by `readChoice`. A script adds the live total
 * and says what cannot be bought together; the server checks all of it again.
 */
export function TicketForm({ event, panel, hold, choice }: TicketFormProps) {
  return (
    <Form
      ref={choice.form}
      id="cumpara"
      method="post"
      action={`/events/${event.id}`}
      autoComplete="off"
      preventScrollReset
    >
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
            <TicketRows types={panel.types} choice={choice} />
          </>
        }
        bottom={
          <>
            <OrderSummary choice={choice} />
            {panel.refusal && !choice.busy ? (
              // biome-ignore lint/a11y/noAutofocus: the answer to a press is what comes next
              <div ref={showRefusal} tabIndex={-1} autoFocus>
                <Notice kind={panel.refusal.isQuestion ? "warn" : "bad"}>{panel.refusal.sentence}</Notice>
              </div>
            ) : null}
            {panel.captcha ? <CaptchaBox widget={panel.captcha} attempt={panel.captcha} /> : null}
            <PayButton event={event} panel={panel} hold={hold} choice={choice} />
            <PanelLinks title={event.title} />
          </>
        }
      />
    </Form>
  );
}

/** Without a script `autofocus` does it. */
const showRefusal = (refusal: HTMLElement | null) => refusal?.focus();

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
 * Without a script it would not follow, so words replace it: the price is beside each type, and the next page shows the
 * sum before paying.
 */
function OrderSummary({ choice: { lines, total } }: { choice: Choice }) {
  const price = (amount: number) => publicTexts.price(formatLei(amount));
  return (
    <>
      <div className="tear-panel__live">
        <Summary
          lines={[
            ...lines.map(({ type, quantity }) => ({
              label: `${quantity} × ${type.name}`,
              value: price(type.price * quantity),
            })),
            { label: publicTexts.feesName, value: publicTexts.feesValue, tone: "muted" },
          ]}
          total={{ label: publicTexts.total, value: price(total) }}
        />
      </div>
      <p className="tear-panel__plain fine-print">
        {publicTexts.feesName}: {publicTexts.feesValue}.
      </p>
    </>
  );
}

function PayButton({ event, panel, hold, choice }: TicketFormProps) {
  const enhanced = useEnhanced();
  const isHeld = hold !== null && hold.secondsLeft > 0;
  if (isHeld && isHold(choice, hold)) return <HeldButtons hold={hold} />;
  const price = formatLei(choice.total);
  const fault = faultOf(choice, panel.mostPeople);
  const words = !enhanced
    ? publicTexts.payPlain
    : choice.tickets === 0
      ? publicTexts.chooseHowMany
      : hold && !isHeld
        ? publicTexts.holdAgain(price)
        : publicTexts.pay(price);
  const note = isHeld
    ? publicTexts.replaceNote
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
        disabled={choice.busy || (enhanced && (choice.tickets === 0 || fault !== null))}
      >
        {choice.busy ? publicTexts.paying : words}
      </Button>
      {fault ? (
        <p className="fine-print scarce" role="alert">
          {fault}
        </p>
      ) : (
        <p className="fine-print">{note}</p>
      )}
      {panel.isAnonymous ? (
        <Link className="text-link" to={loginToChoose(event.id, choice.lines)}>
          {publicTexts.loginToBuy}
        </Link>
      ) : null}
    </>
  );
}

/** The open order itself is chosen: on to its payment, or away with it. Another choice needs a button of its own where no script follows it. */
function HeldButtons({ hold }: { hold: HoldView }) {
  return (
    <>
      <Link className={buttonClass({ look: "sun", width: "full" })} to={hold.checkoutUrl}>
        {publicTexts.continuePaying(formatLei(hold.total))}
      </Link>
      <p className="fine-print">{publicTexts.holdNote}</p>
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
        {publicTexts.release}
      </Button>
    </>
  );
}

/** Whether exactly the open order is chosen. */
export function isHold({ lines }: Choice, hold: HoldView): boolean {
  return (
    lines.length === hold.lines.length &&
    hold.lines.every((held) =>
      lines.some((line) => line.ticketTypeId === held.ticketTypeId && line.quantity === held.quantity),
    )
  );
}

/** Why these tickets cannot be in one order. */
export function faultOf({ lines, people }: Choice, mostPeople: number): string | null {
  if (lines.length > 1 && lines.some(({ type }) => type.alone)) return saleTexts.soldAlone;
  return people > mostPeople ? saleTexts.tooManyPeople(mostPeople) : null;
}
