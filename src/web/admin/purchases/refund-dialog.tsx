import { useState } from "react";
import { Form, Link } from "react-router";
import { formatLeiExact } from "#kernel/money.ts";
import { refundCauses } from "#ticketing/orders/refunds/refund-cause.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import type { OrderDetails, RefundValues } from "./purchase-list-view.ts";
import { purchaseTexts as texts } from "./purchase-texts.ts";

type RefundDialogProps = {
  order: OrderDetails;
  refund: NonNullable<OrderDetails["refund"]>;
  closeTo: string;
  answer?: { values: RefundValues; error: string } | undefined;
};

const untouched: RefundValues = { kind: "whole", tickets: "1", why: "", note: "", restock: true, used: 0 };

/**
 * The amount of a refund, its reason, and what happens to the places. Nothing is sent before the password is entered
 * again.
 */
export function RefundDialog({ order, refund, closeTo, answer }: RefundDialogProps) {
  const values = answer?.values ?? untouched;
  const money = formatLeiExact;
  const [chosen, setChosen] = useState(values);
  const enhanced = useEnhanced();
  const now = enhanced ? amountOf(refund, chosen) : null;
  const isInvitation = order.payment === "invitation";
  const act = isInvitation ? texts.endInvitation : texts.refund;
  return (
    <AddressDialog
      shape="dialog"
      title={isInvitation ? texts.endTitle(order.name) : texts.refundTitle(order.name)}
      sub={order.line}
      closeTo={closeTo}
    >
      <Form
        method="post"
        className="form"
        preventScrollReset
        onChange={({ currentTarget }) => {
          const typed = new FormData(currentTarget);
          setChosen({
            ...chosen,
            kind: typed.get("kind") === "part" ? "part" : "whole",
            tickets: String(typed.get("tickets") ?? ""),
          });
        }}
      >
        <input type="hidden" name="intent" value="refund" />
        <input type="hidden" name="order_id" value={order.id} />
        {answer ? <Notice kind="bad">{answer.error}</Notice> : null}
        <RadioCards
          legend={texts.refund}
          name="kind"
          initial={values.kind}
          cards={[
            {
              value: "whole",
              title: texts.whole,
              note: texts.wholeNote(refund.tickets),
              end: money(refund.left),
            },
            ...(refund.most > 0
              ? [
                  {
                    value: "part",
                    title: texts.part,
                    note: texts.partNote(refund.most, refund.used),
                    end: `${money(refund.unitPrice)} / 1`,
                  },
                ]
              : []),
          ]}
        />
        {refund.most > 0 ? (
          <div className="refund-tickets">
            <TextInput
              label={texts.ticketsBack}
              name="tickets"
              type="number"
              min={1}
              max={refund.most}
              defaultValue={values.tickets}
            />
          </div>
        ) : null}
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
        <label className="check-line">
          <input type="checkbox" name="restock" value="1" defaultChecked={values.restock} />
          <span>
            {texts.restock}
            <small>{texts.restockNote(refund.type, refund.typeLeft)}</small>
          </span>
        </label>
        {refund.used > 0 ? (
          <div className="refund-used">
            <Notice kind="warn" title={texts.usedTitle}>
              {texts.usedText(refund.used)}
            </Notice>
            <label className="check-line">
              <input
                type="checkbox"
                name="used"
                value={refund.used}
                defaultChecked={values.used === refund.used}
                required={enhanced && chosen.kind === "whole"}
              />
              <span>{texts.usedYes}</span>
            </label>
          </div>
        ) : null}
        <dl className="sum-lines figures">
          <dt>{texts.refundSum.paid}</dt>
          <dd>{money(refund.left + refund.back)}</dd>
          <dt>{texts.refundSum.back}</dt>
          <dd>{refund.back > 0 ? `−${money(refund.back)}` : money(0)}</dd>
          {now === null ? null : (
            <>
              <dt>{texts.refundSum.now}</dt>
              <dd>{now > 0 ? `−${money(now)}` : money(0)}</dd>
            </>
          )}
          <dt>{texts.refundSum.left}</dt>
          <dd>{money(refund.left - (now ?? 0))} RON</dd>
        </dl>
        {refund.left > 0 ? <p className="muted">{texts.refundTime}</p> : null}
        <div className="actions">
          <Link className={buttonClass({ look: "line" })} to={closeTo} preventScrollReset>
            {texts.cancel}
          </Link>
          <button type="submit" className={`${buttonClass({ look: "line" })} button--risk-full`}>
            <OfficeIcon name="undo" /> {now ? texts.refundAmount(money(now)) : act}
          </button>
        </div>
      </Form>
    </AddressDialog>
  );
}

/** Bani of the refund that is chosen now; null while the number of tickets is invalid. */
function amountOf(refund: RefundDialogProps["refund"], { kind, tickets }: RefundValues): number | null {
  if (kind === "whole") return refund.left;
  const wanted = Number(tickets);
  return Number.isInteger(wanted) && wanted >= 1 && wanted <= refund.most ? wanted * refund.unitPrice : null;
}
