import { useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { formatLei } from "#kernel/money.ts";
import type { TicketTypeView } from "#web/public/event-views.ts";
import { publicTexts } from "#web/public/public-texts.ts";
import { ticketNotes } from "#web/public/ticket-row.tsx";
import { saleTexts } from "#web/request/sale-texts.ts";
import { Button } from "#web/ui/button.tsx";
import { DateText } from "#web/ui/date-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Picture, type PictureView } from "#web/ui/picture.tsx";
import { type RadioCard, RadioCards } from "#web/ui/radio-cards.tsx";
import { Summary } from "#web/ui/summary.tsx";
import { TearPanel } from "#web/ui/tear-panel.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { testPurchaseTexts } from "./test-purchase-texts.ts";

export type TestPurchaseView = {
  event: {
    id: string;
    title: string;
    /** 'YYYY-MM-DD' */
    date: string;
    time: string | null;
    location: string;
    picture: PictureView | null;
  };
  /** The types that can be bought now; at least one. */
  types: TicketTypeView[];
  /** The key of one purchase: a form that arrives several times buys once. */
  requestKey: string;
  chosen: { ticketTypeId: string; quantity: number } | null;
  refusal: string | null;
};

/** Demo mode: buying without a card. JavaScript adds the live total and the right quantities to the form. */
export function TestPurchasePage({ view }: { view: TestPurchaseView }) {
  const { event } = view;
  const [typeId, setTypeId] = useState(view.chosen?.ticketTypeId ?? view.types[0]?.id);
  const [chosenQuantity, setWanted] = useState(view.chosen?.quantity ?? 1);
  const enhanced = useEnhanced();
  const busy = useNavigation().formAction === `/purchase/${event.id}`;
  const type = view.types.find((one) => one.id === typeId) ?? view.types[0];
  if (!type) return null;
  const quantity = Math.min(chosenQuantity, type.most);
  const most = enhanced ? type.most : Math.max(...view.types.map((one) => one.most));
  const total = saleTexts.price(formatLei(type.price * quantity));
  return (
    <div className="wrap below-head">
      <div className="page-head">
        <Link className="text-link" to={`/events/${event.id}`}>
          <Icon name="arrowLeft" /> {testPurchaseTexts.back}
        </Link>
        <h1 className="display">{testPurchaseTexts.title}</h1>
        <p>{testPurchaseTexts.text}</p>
      </div>
      <Form method="post" action={`/purchase/${event.id}`} className="test-purchase">
        <input type="hidden" name="request_key" value={view.requestKey} />
        <div>
          <section className="strip test-purchase__night" aria-labelledby="night">
            <Picture picture={event.picture} seed={event.id} alt="" sizes="(max-width: 960px) 100vw, 780px" />
            <div className="strip__b">
              <h2 className="display" id="night">
                {event.title}
              </h2>
              <p>
                <DateText day={event.date} time={event.time} form="long" joint={publicTexts.atTime} />,{" "}
                {event.location}
              </p>
            </div>
          </section>
          <RadioCards
            legend={publicTexts.ticketType}
            name="ticket_id"
            cards={view.types.map(ticketCard)}
            value={type.id}
            onChoose={setTypeId}
          />
        </div>
        <TearPanel
          titleId="summary"
          top={
            <>
              <h2 className="display" id="summary">
                {testPurchaseTexts.summary}
              </h2>
              {view.refusal ? <Notice kind="bad">{view.refusal}</Notice> : null}
              <QuantityField most={most} value={quantity} onChoose={setWanted} />
            </>
          }
          bottom={
            <>
              {enhanced ? (
                <Summary
                  lines={[{ label: `${quantity} × ${type.name}`, value: total }]}
                  total={{ label: testPurchaseTexts.total, value: total }}
                />
              ) : null}
              <Button look="sun" width="full" type="submit" disabled={busy}>
                {busy ? testPurchaseTexts.buying : testPurchaseTexts.buy}
              </Button>
              <p className="fine-print">{testPurchaseTexts.nothingCharged}</p>
            </>
          }
        />
      </Form>
    </div>
  );
}

type QuantityFieldProps = {
  /** The largest quantity that may be chosen; the server checks it again. */
  most: number;
  value: number;
  onChoose: (quantity: number) => void;
};

/** The field for the number of tickets: a native select from 1 on. */
function QuantityField({ most, value, onChoose }: QuantityFieldProps) {
  return (
    <div className="quantity">
      <label className="field-label" htmlFor="quantity">
        {publicTexts.quantity}
      </label>
      <select
        className="select figures"
        id="quantity"
        name="quantity"
        value={value}
        onChange={(change) => onChoose(Number(change.currentTarget.value))}
      >
        {Array.from({ length: most }, (_, i) => i + 1).map((n) => (
          <option key={n}>{n}</option>
        ))}
      </select>
    </div>
  );
}

function ticketCard(type: TicketTypeView): RadioCard {
  const { words, left } = ticketNotes(type);
  return {
    value: type.id,
    title: type.name,
    note: [words, left].filter(Boolean).join(" · ") || null,
    tone: left ? "scarce" : "plain",
    end: saleTexts.price(formatLei(type.price)),
  };
}
