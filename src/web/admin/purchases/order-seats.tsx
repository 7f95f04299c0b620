import { Form, Link } from "react-router";
import { formatLeiExact } from "#kernel/money.ts";
import { TextInput } from "#web/ui/text-input.tsx";
import { useMay, useMayOpen } from "../shown-rights.ts";
import { Submit } from "../ui/act-buttons.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { Status } from "../ui/status.tsx";
import type { LineView, OrderDetails, SeatView } from "./purchase-details.ts";
import { CodeStatus } from "./purchase-table.tsx";
import { purchaseTexts as texts } from "./purchase-texts.ts";

/** The lines of an order with their seats: the holder, the used entries and the refunds. */
export function OrderSeats({
  order,
  refundTo,
}: {
  order: OrderDetails;
  refundTo: ((seatId: string) => string) | null;
}) {
  const seats = order.lines.flatMap((line) => line.seats);
  if (seats.length === 0) return null;
  const refundable = new Set(order.refund?.units.flatMap((unit) => unit.seats));
  return (
    <>
      <h3>
        {texts.tickets} <span className="muted">{texts.validOf(order.valid, order.bought)}</span>
      </h3>
      <div className="order-seats">
        {order.lines.map((line) => (
          <section key={line.no} aria-labelledby={`line-${line.no}`}>
            <h4 id={`line-${line.no}`}>
              <span>{line.title}</span> <span className="figures">{line.price}</span>
            </h4>
            <LinePrice line={line} />
            <ul>
              {line.seats.map((seat) => (
                <li key={seat.number}>
                  <Seat
                    seat={seat}
                    refundTo={refundTo && refundable.has(seat.id) ? refundTo(seat.id) : null}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

/** Says which phase or code made the price of a line, when there was one. */
function LinePrice({ line: { phase, voucher } }: { line: LineView }) {
  const mayOpen = useMayOpen();
  if (!phase && !voucher) return null;
  return (
    <p className="order-seats__price">
      {phase ? <span>{texts.phase(phase)}</span> : null}
      {voucher ? (
        <>
          <span>
            {texts.priceCode}{" "}
            {mayOpen("/admin/codes") ? (
              <Link className="mono" to={voucher.to}>
                {voucher.code}
              </Link>
            ) : (
              <span className="mono">{voucher.code}</span>
            )}
          </span>
          {voucher.discount > 0 ? (
            <span className="figures">{texts.discount(formatLeiExact(voucher.discount))}</span>
          ) : null}
        </>
      ) : null}
    </p>
  );
}

type SeatProps = {
  seat: SeatView;
  refundTo: string | null;
};

function Seat({ seat, refundTo }: SeatProps) {
  return (
    <div className={seat.ended ? "order-seat order-seat--ended" : "order-seat"}>
      <span className="order-seat__number figures">{seat.number}</span>
      <div>
        {seat.codes.map((code) => (
          <SeatCode key={code.id} code={code} seat={seat} />
        ))}
      </div>
      <div className="order-seat__end">
        {seat.ended ? (
          <Status sign="back" tone="bad" label={formatLeiExact(seat.paid)} />
        ) : (
          <span className="figures">
            {formatLeiExact(seat.paid)} <small className="muted">{texts.goneOf(seat)}</small>
          </span>
        )}
        {refundTo ? (
          <Link
            className="icon-button button button--quiet button--small"
            to={refundTo}
            preventScrollReset
            aria-label={texts.refundSeat(seat.number)}
            title={texts.refundSeat(seat.number)}
          >
            <OfficeIcon name="undo" />
          </Link>
        ) : null}
      </div>
    </div>
  );
}

type SeatCodeProps = { code: SeatView["codes"][number]; seat: SeatView };

function SeatCode({ code, seat }: SeatCodeProps) {
  const mayChange = useMay()("purchases.write");
  const holder = code.holder || texts.seat(seat.number);
  const used = code.inAll - code.left;
  return (
    <div className="seat-code">
      <b>{seat.ended ? <s>{holder}</s> : holder}</b>
      <small>
        <Link to={`/events/${code.eventId}`}>{code.event}</Link>, {code.when}
      </small>
      {code.heldBy ? <small>{texts.heldBy(code.heldBy)}</small> : null}
      <small>
        {seat.ended ? (
          texts.seatBack(seat)
        ) : (
          <>
            <CodeStatus state={code.state} />{" "}
            {seat.isAddOn
              ? texts.givenOut(used, code.inAll)
              : used === 0
                ? texts.notEntered
                : texts.entered(used, code.inAll)}
          </>
        )}{" "}
        <span className="mono">{code.code}</span>
      </small>
      {seat.ended || !mayChange ? null : (
        <details>
          <summary>{texts.rename(holder)}</summary>
          <Form method="post" preventScrollReset className="inline-form">
            <input type="hidden" name="intent" value="rename" />
            <input type="hidden" name="purchase_id" value={code.id} />
            <TextInput label={texts.holder} name="name" defaultValue={code.holder} maxLength={200} required />
            <Submit size="small" label={texts.save} />
          </Form>
        </details>
      )}
      {!seat.ended && mayChange && code.inAll > 1 && seat.codes.every(({ left, inAll }) => left === inAll) ? (
        <details>
          <summary>{texts.splitAction}</summary>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="split" />
            <input type="hidden" name="purchase_id" value={code.id} />
            <p>{texts.splitText}</p>
            <Submit size="small" label={texts.splitInto(code.inAll)} />
          </Form>
        </details>
      ) : null}
    </div>
  );
}
