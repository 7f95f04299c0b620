import type { ComponentProps, ReactNode } from "react";
import { Form, Link } from "react-router";
import { isForGuest } from "#ticketing/orders/checkout/guest-share.ts";
import { shownNights, shownNightsField } from "#ticketing/orders/checkout/shown-nights.ts";
import type { GuestAddress } from "#web/request/guest-address.ts";
import { type HoldView, isHeldChoice } from "#web/request/hold-view.ts";
import { heldSum, pricedSum } from "#web/request/priced-sum.ts";
import { guestAddressTexts, saleTexts } from "#web/request/sale-texts.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import { HoldCountdown } from "#web/ui/countdown.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Summary } from "#web/ui/summary.tsx";
import { TearPanel } from "#web/ui/tear-panel.tsx";
import { type StandingView, useStanding } from "#web/ui/use-standing.ts";
import { CodeBox } from "./code-box.tsx";
import { PanelLinks, SeeOrder } from "./panel-links.tsx";
import { PayButton } from "./pay-button.tsx";
import { ChangedPrice } from "./price-question.tsx";
import { publicTexts } from "./public-texts.ts";
import type { SalePanel } from "./ticket-panel-view.ts";
import { TicketRows } from "./ticket-row.tsx";
import type { Choice } from "./use-choice.ts";

export type TicketFormProps = {
  /** `newDate`: the day that the night was moved to. */
  event: { id: string; slug: string; title: string; newDate: string | null };
  panel: SalePanel;
  hold: HoldView | null;
  choice: Choice;
};

/**
 * The form to choose and pay. It is sent to the page's address by the night's id, which every running build knows;
 * `readChoice` reads it. JavaScript adds the live total and says what cannot be bought together. The server checks
 * everything again.
 */
export function TicketForm({ event, panel, hold, choice }: TicketFormProps) {
  const refusal = choice.busy ? null : panel.refusal;
  const isCodeIdle = panel.code?.kind === "refused" || choice.priced.isCodeForOthers;
  return (
    <Form
      ref={choice.form}
      id="cumpara"
      method="post"
      action={`/events/${event.id}`}
      replace
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
            {hold ? (
              <HoldClock hold={hold}>{hold.sentTo ? <SentTo address={hold.sentTo} /> : null}</HoldClock>
            ) : null}
            {panel.waitingUrl && !hold?.secondsLeft ? <RoomNotice url={panel.waitingUrl} /> : null}
            <p className="fine-print ticket-rows__limits">
              {saleTexts.orderLimits(panel.mostPeople)}{" "}
              {panel.mostForGuest === null ? null : publicTexts.guestLimit(panel.mostForGuest)}
            </p>
            {[...panel.saleEnds, ...panel.lastPlaces].map((note) => (
              <p
                className={`ticket-rows__limits ${panel.lastPlaces.includes(note) ? "scarce" : ""}`}
                key={note}
              >
                {note}.
              </p>
            ))}
            <TicketRows
              types={panel.types.filter(({ entries }) => entries > 0)}
              choice={choice}
              mostForGuest={panel.mostForGuest}
            />
            {panel.mostForGuest !== null && !isForGuest(choice, panel.mostForGuest) ? (
              <p className="fine-print scarce" role="status">
                {publicTexts.overGuestLimit(panel.mostForGuest, choice)}
              </p>
            ) : null}
            <GoneTypes types={panel.gone} />
            <AddOns
              types={panel.types.filter(({ entries }) => entries === 0)}
              choice={choice}
              mostForGuest={panel.mostForGuest}
            />
            <input type="hidden" name="slug" value={event.slug} />
            <input type="hidden" name={shownNightsField} value={shownNights(panel.nights)} />
            <CodeBox
              slug={event.slug}
              code={panel.code}
              wrong={panel.wrongCode}
              isForOthers={choice.priced.isCodeForOthers}
            />
            {panel.code ? (
              <input type="hidden" name="code" value={isCodeIdle ? "" : panel.code.code} />
            ) : null}
          </>
        }
        bottom={
          <>
            <OrderSummary panel={panel} hold={hold} choice={choice} />
            {refusal && !refusal.change && !refusal.asksSeveral ? (
              // biome-ignore lint/a11y/noAutofocus: the answer to a click needs the focus
              <div ref={showRefusal} tabIndex={-1} autoFocus>
                <Notice kind={refusal.asksAgain ? "warn" : "bad"}>
                  {refusal.sentence} <SeeOrder url={refusal.seeUrl} />
                </Notice>
              </div>
            ) : null}
            {panel.refusal?.asksAgain ? <input type="hidden" name="again" value="1" /> : null}
            {panel.captcha ? <CaptchaBox widget={panel.captcha} attempt={panel.captcha} /> : null}
            {refusal?.change ? <ChangedPrice refusal={refusal} change={refusal.change} /> : null}
            <PayButton slug={event.slug} newDate={event.newDate} panel={panel} hold={hold} choice={choice} />
            <PanelLinks title={event.title} />
          </>
        }
      />
    </Form>
  );
}

/**
 * The email address that gets a guest's tickets, for a guest who came back from the card page, with a link to change
 * it.
 */
function SentTo({ address: { email, changeUrl } }: { address: GuestAddress }) {
  return (
    <p>
      {guestAddressTexts.sentTo} <strong>{email}</strong>{" "}
      <Link className="text-link" to={changeUrl}>
        {guestAddressTexts.change}
      </Link>
    </p>
  );
}

/** The types that are sold out now, and whether places may come back. */
function GoneTypes({ types }: { types: SalePanel["gone"] }) {
  if (types.length === 0) return null;
  return (
    <ul className="gone-types">
      {types.map(({ name, mayReturn }) => (
        <li key={name}>
          <span>{name}</span>
          <b>{mayReturn ? publicTexts.heldNow : publicTexts.soldOut}</b>
          {mayReturn ? <small>{publicTexts.heldNowNote}</small> : null}
        </li>
      ))}
    </ul>
  );
}

function AddOns(rows: ComponentProps<typeof TicketRows>) {
  if (rows.types.length === 0) return null;
  return (
    <>
      <h3 className="ticket-rows__title">{publicTexts.addOns}</h3>
      <TicketRows {...rows} />
    </>
  );
}

/** Without JavaScript the attribute `autofocus` does this. */
export const showRefusal = (refusal: HTMLElement | null) => refusal?.focus();

/** The time left of a hold, with what is said only while it lasts. */
export function HoldClock({ hold, children }: { hold: HoldView; children?: ReactNode }) {
  return (
    <HoldCountdown text={saleTexts.reserved} over={saleTexts.holdOver} {...hold}>
      {children}
    </HoldCountdown>
  );
}

type OrderSummaryProps = { panel: SalePanel; hold: HoldView | null; choice: Choice };

/**
 * The sum of the choice. It is in the server's HTML, so that nothing moves when the script is loaded. Without
 * JavaScript it could not follow the choice, so a sentence replaces it: prices stand beside the types, and the next
 * page shows the sum.
 */
export function OrderSummary({ panel, hold, choice }: OrderSummaryProps) {
  const isHeld = hold !== null && hold.secondsLeft > 0 && isHeldChoice(choice, hold, panel.code);
  const { lines, total } = isHeld ? heldSum(hold) : pricedSum(choice.priced, panel.code);
  return (
    <>
      <div className="tear-panel__live">
        <p className="visually-hidden" role="status">
          {total.label}: {total.value}
        </p>
        <Summary
          lines={[...lines, { label: saleTexts.feesName, value: saleTexts.feesValue, tone: "muted" }]}
          total={total}
        />
      </div>
      <p className="tear-panel__plain fine-print">
        {saleTexts.feesName}: {saleTexts.feesValue}.
      </p>
    </>
  );
}

/** While people are let in one by one: whether it is this person's turn. The page itself is the same for everybody. */
function RoomNotice({ url }: { url: string }) {
  const standing = useStanding(`${url}/place`, { kind: "unknown" });
  return <RoomTurn standing={standing} url={url} />;
}

export function RoomTurn({ standing: { kind }, url }: { standing: StandingView; url: string }) {
  if (kind === "in") return <Notice kind="ok">{publicTexts.roomTurn}</Notice>;
  return (
    <Notice kind="info">
      {kind === "waiting" ? publicTexts.roomNotYet : publicTexts.roomRuns}{" "}
      <Link to={url}>{kind === "waiting" ? publicTexts.ownPlaceLink : publicTexts.roomRunsLink}</Link>.
    </Notice>
  );
}
