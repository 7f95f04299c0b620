import { Form, Link, useLocation } from "react-router";
import { formatLeiExact } from "#kernel/money.ts";
import type { PaymentState } from "#ticketing/orders/order-payment.ts";
import { type CodeState, codeStates, isCodeEnded } from "#ticketing/reports/code-state-texts.ts";
import { useMay } from "../shown-rights.ts";
import { withQuery } from "../ui/address-query.ts";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { type Column, columnsOf, OfficeTable, type Sorting } from "../ui/office-table.tsx";
import { shownQuantity } from "../ui/shown-quantity.ts";
import { Status } from "../ui/status.tsx";
import type { PurchaseRowView } from "./purchase-list-view.ts";
import { purchaseTexts as texts } from "./purchase-texts.ts";

const names = texts.columns;

const columns: Column<PurchaseRowView>[] = columnsOf(names, {
  number: { card: "labelled" },
  user: { sort: "user", card: "title", cell: (row) => <OpenLink row={row} /> },
  event: { sort: "event", card: "start" },
  type: {
    sort: "type",
    card: "start",
    cell: (row) => (
      <>
        {row.type}
        {row.voucher ? (
          <span className="tag mono purchase-code" title={texts.withCode(row.voucher)}>
            {row.voucher}
          </span>
        ) : null}
      </>
    ),
  },
  quantity: { sort: "quantity", align: "right", card: "hidden", cell: (row) => shownQuantity(row.quantity) },
  remaining: { sort: "remaining", align: "right", card: "labelled-end" },
  price: {
    align: "right",
    card: "corner",
    cell: (row) => (
      <>
        {formatLeiExact(row.paid)} <small className="muted cell-note">{texts.leftOf(row)}</small>
      </>
    ),
  },
  payment: { card: "labelled", cell: (row) => <PaymentBadge state={row.payment} /> },
  status: { card: "labelled-end", cell: (row) => (row.state ? <CodeStatus state={row.state} /> : null) },
  date: { sort: "date", align: "right", card: "end", cell: (row) => row.when },
  acts: {
    head: "hidden",
    card: "hidden",
    align: "right",
    cell: (row) => (row.email && row.state && !isCodeEnded(row.state) ? <ResendButton row={row} /> : null),
  },
});

export function PurchaseTable({
  review,
  rows,
  sorting,
  selected,
}: {
  review: readonly PurchaseRowView[];
  rows: readonly PurchaseRowView[];
  sorting: Sorting;
  selected: string | null;
}) {
  const groups =
    review.length > 0
      ? [
          { title: texts.inReview, rows: review },
          { title: texts.list, rows },
        ]
      : [{ rows }];
  return (
    <OfficeTable
      label={texts.title}
      columns={columns}
      groups={groups.filter((group) => group.rows.length > 0)}
      sorting={sorting}
      selected={selected}
    />
  );
}

function OpenLink({ row }: { row: PurchaseRowView }) {
  const { search } = useLocation();
  return (
    <Link className="row-link" to={withSameQuery(search, { open: row.id, act: null })} preventScrollReset>
      {row.user}
    </Link>
  );
}

/** Returns the same address, with the list's page, and some parameters changed. */
export function withSameQuery(search: string, changes: Record<string, string | null>): string {
  return withQuery(search, { page: new URLSearchParams(search).get("page"), ...changes });
}

function ResendButton({ row }: { row: PurchaseRowView }) {
  const may = useMay();
  if (!may("purchases.write")) return null;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="purchase_id" value={row.id} />
      <input type="hidden" name="email" value={row.email ?? ""} />
      <button
        type="submit"
        className="icon-button button button--quiet button--small"
        aria-label={`${texts.resend}: ${row.user}`}
        title={texts.resend}
      >
        <OfficeIcon name="send" />
      </button>
    </Form>
  );
}

const codeSigns = {
  available: { sign: "fine", tone: "ok" },
  used: { sign: "over", tone: "mute" },
  over: { sign: "over", tone: "mute" },
  night_cancelled: { sign: "over", tone: "mute" },
  given_back: { sign: "over", tone: "mute" },
  suspended: { sign: "look", tone: "warn" },
  refunded: { sign: "back", tone: "bad" },
  cancelled: { sign: "back", tone: "bad" },
} as const;

export function CodeStatus({ state }: { state: CodeState }) {
  return <Status {...codeSigns[state]} label={codeStates[state]} />;
}

const signs = {
  paid: { sign: "none", tone: "plain" },
  partial: { sign: "part", tone: "warn" },
  lost_in_part: { sign: "part", tone: "bad" },
  refunded: { sign: "back", tone: "bad" },
  review: { sign: "look", tone: "warn" },
  disputed: { sign: "look", tone: "bad" },
  lost: { sign: "back", tone: "bad" },
  invitation: { sign: "gift", tone: "info" },
} as const;

/** The state of a payment. The normal case is plain text; any other has an icon and a background. */
export function PaymentBadge({ state }: { state: PaymentState }) {
  return <Status {...signs[state]} label={texts.payments[state]} />;
}
