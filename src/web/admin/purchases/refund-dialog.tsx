import { useState } from "react";
import { Form } from "react-router";
import { formatLeiExact as money } from "#kernel/money.ts";
import { keptOf } from "#ticketing/orders/order-sums.ts";
import type { RefundAllowance } from "#ticketing/orders/refunds/refund-allowance-queries.server.ts";
import { refundCauses } from "#ticketing/orders/refunds/refund-cause.ts";
import { priceOfPart } from "#ticketing/orders/refunds/refund-plan.ts";
import { countTickets } from "#ticketing/orders/ticket-count-texts.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { type RadioCard, RadioCards } from "#web/ui/radio-cards.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import type { OrderDetails } from "./purchase-details.ts";
import { refundKindOf, seatsOf } from "./purchase-forms.ts";
import type { RefundValues } from "./purchase-list-view.ts";
import { purchaseTexts as texts } from "./purchase-texts.ts";
import { chosenRefund, type RefundChoices } from "./refund-choices.ts";

type RefundDialogProps = {
  order: OrderDetails;
  refund: RefundChoices;
  limit: RefundAllowance | null;
  /** The seat whose button was pressed. */
  seat: string | null;
  closeTo: string;
  answer?: { values: RefundValues; error: string } | undefined;
};

/**
 * Chooses the refund (everything, some tickets of one code, some seats, or a free amount), its reason, and what
 * happens to the places. Nothing happens before the password is entered again.
 */
export function RefundDialog({ order, refund, limit, seat, closeTo, answer }: RefundDialogProps) {
  const values = answer?.values ?? initialValues(refund, seat);
  const [chosen, setChosen] = useState(values);
  const enhanced = useEnhanced();
  const chosenSums = enhanced ? chosenRefund(refund, chosen) : null;
  const asksUsed = refund.used > 0 && (chosenSums === null || chosenSums.used > 0);
  const isFree = refund.whole.amount === 0;
  return (
    <AddressDialog
      shape="dialog"
      title={isFree ? texts.endTitle(order.name) : texts.refundTitle(order.name)}
      sub={order.content}
      closeTo={closeTo}
    >
      <Form
        method="post"
        className="form"
        preventScrollReset
        onChange={({ currentTarget }) => {
          const typed = new FormData(currentTarget);
          const kind = refundKindOf(String(typed.get("kind")));
          setChosen({
            ...chosen,
            ...kind,
            tickets: String(typed.get("tickets") ?? ""),
            amount: String(typed.get("amount") ?? ""),
            seats: seatsOf(typed) ?? [],
          });
        }}
      >
        <input type="hidden" name="intent" value="refund" />
        <input type="hidden" name="order_id" value={order.id} />
        <input type="hidden" name="left" value={refund.left} />
        {answer ? <Notice kind="bad">{answer.error}</Notice> : null}
        {limit ? <p className="muted">{texts.refundLimit(limit)}</p> : null}
        <RadioCards
          legend={texts.refund}
          name="kind"
          initial={values.kind === "part" ? `part.${values.line}` : values.kind}
          cards={cardsOf(refund)}
        />
        {refund.hasJoinedSeats ? <p className="muted">{texts.joinedSeats}</p> : null}
        {refund.givenOut.map((title) => (
          <p className="muted" key={title}>
            {texts.notBack(title)}
          </p>
        ))}
        {refund.parts.length > 0 ? (
          <div className="refund-tickets">
            <TextInput
              label={texts.ticketsBack}
              name="tickets"
              inputMode="numeric"
              defaultValue={values.tickets}
            />
          </div>
        ) : null}
        {refund.freeAmountBelow > 0 ? (
          <div className="refund-amount">
            <TextInput
              label={texts.amountBack}
              name="amount"
              inputMode="decimal"
              defaultValue={values.amount}
            />
          </div>
        ) : null}
        {refund.units.length > 0 ? <SeatChoices units={refund.units} chosen={values.seats} /> : null}
        <Select label={<Required>{texts.why}</Required>} name="why" defaultValue={values.why} required>
          <option value="">{texts.whyHint}</option>
          {refundCauses.map((cause) => (
            <option key={cause} value={cause}>
              {texts.causes[cause]}
            </option>
          ))}
        </Select>
        <TextInput
          label={<Optional>{texts.note}</Optional>}
          name="note"
          defaultValue={values.note}
          maxLength={500}
        />
        <label className="check-line refund-restock">
          <input type="checkbox" name="restock" value="1" defaultChecked={values.restock} />
          <span>
            {texts.restock}
            <small>{texts.restockNote(refund.types)}</small>
          </span>
        </label>
        {asksUsed ? (
          <div className="refund-used">
            <Notice kind="warn" title={texts.usedTitle}>
              {texts.usedText(chosenSums?.used || refund.used)}
            </Notice>
            <label className="check-line">
              <input
                type="checkbox"
                name="used"
                value={refund.used}
                defaultChecked={values.used === refund.used}
                required={Boolean(chosenSums?.used)}
              />
              <span>{texts.usedYes}</span>
            </label>
          </div>
        ) : null}
        <RefundSum order={order} now={chosenSums?.amount ?? null} />
        {isFree ? null : <p className="muted">{texts.refundTime}</p>}
        <div className="actions">
          <ActLink to={closeTo} preventScrollReset label={texts.cancel} />
          <button type="submit" className={`${buttonClass({ look: "line" })} button--risk-full`}>
            <OfficeIcon name="undo" />{" "}
            {chosenSums?.amount
              ? texts.refundAmount(money(chosenSums.amount))
              : isFree
                ? texts.endInvitation
                : texts.refund}
          </button>
        </div>
      </Form>
    </AddressDialog>
  );
}

function initialValues(refund: RefundChoices, seat: string | null): RefundValues {
  const unit = refund.units.find(({ seats }) => seat !== null && seats.includes(seat));
  return {
    kind: unit ? "seats" : refund.owed > 0 ? "owed" : "whole",
    line: 0,
    tickets: "1",
    amount: "",
    seats: unit?.seats ?? [],
    why: "",
    note: "",
    restock: true,
    used: 0,
  };
}

function cardsOf({ whole, owed, freeAmountBelow, parts, units }: RefundChoices): RadioCard[] {
  return [
    { value: "whole", title: texts.whole, note: texts.wholeNote(whole.count), end: money(whole.amount) },
    ...(owed > 0 ? [{ value: "owed", title: texts.owed, note: texts.owedNote, end: money(owed) }] : []),
    ...parts.map((part) => ({
      value: `part.${part.line}`,
      title: units.length === 0 ? texts.part : texts.partOf(part.title),
      note: texts.partNote(
        countTickets(
          [part],
          ({ isAddOn }) => isAddOn,
          ({ most }) => most,
        ),
        part.used,
      ),
      end: `${money(priceOfPart(part, 1))} / 1`,
    })),
    ...(units.length > 0
      ? [{ value: "seats", title: texts.someSeats, note: texts.someSeatsNote, end: "" }]
      : []),
    ...(freeAmountBelow > 0
      ? [{ value: "amount", title: texts.freeAmount, note: texts.freeAmountNote, end: "" }]
      : []),
  ];
}

/** The paid amount, what went back or a bank took before, what goes back now, and what is left. */
function RefundSum({ order: { money: sums }, now }: { order: OrderDetails; now: number | null }) {
  const less = (amount: number) => (amount > 0 ? `−${money(amount)}` : money(0));
  return (
    <dl className="sum-lines figures">
      <dt>{texts.refundSum.paid}</dt>
      <dd>{money(sums.paid)}</dd>
      <dt>{texts.refundSum.back}</dt>
      <dd>{less(sums.returned)}</dd>
      {sums.taken > 0 ? (
        <>
          <dt>{texts.taken}</dt>
          <dd>{less(sums.taken)}</dd>
        </>
      ) : null}
      {now === null ? null : (
        <>
          <dt>{texts.refundSum.now}</dt>
          <dd>{less(now)}</dd>
        </>
      )}
      <dt>{texts.refundSum.left}</dt>
      <dd>{money(keptOf(sums) - (now ?? 0))} LEI</dd>
    </dl>
  );
}

/** The units of an order that may go back, each whole, with its price. */
function SeatChoices({ units, chosen }: { units: RefundChoices["units"]; chosen: readonly string[] }) {
  return (
    <fieldset className="refund-seats">
      <legend className="visually-hidden">{texts.seats}</legend>
      {units.map(({ seats, number, title, names, price, used }) => (
        <label className="check-line" key={number}>
          <input
            type="checkbox"
            name="seats"
            value={seats.join(",")}
            defaultChecked={seats.every((id) => chosen.includes(id))}
          />
          <span>
            {texts.unit(number, title, names)}
            {used > 0 ? <small>{texts.usedEntries(used)}</small> : null}
          </span>
          <b className="figures">{money(price)}</b>
        </label>
      ))}
    </fieldset>
  );
}
