import { Form } from "react-router";
import { limits } from "#ticketing/limits.ts";
import { GateNotice } from "../gate-notice.tsx";
import { GateSelect } from "../gate-select.tsx";
import { DoorHead } from "../gates/door-head.tsx";
import { Say } from "../say.tsx";
import { doorSaleTexts as texts } from "./door-sale-texts.ts";
import { type SaleLine, SaleList, type TillLine, TillList } from "./till-list.tsx";

export type DoorSaleView = {
  night: { id: string; title: string; when: string };
  /** Whether the person also leads the door. */
  isChief: boolean;
  offers: readonly { id: string; text: string }[];
  phones: readonly {
    id: string;
    name: string;
    isStopped: boolean;
    /** How many of all types were set aside for it. */
    aside: number;
    /** Why what is known may not be all; null where it is. */
    unsettled: string | null;
    /** What its till must have, where nobody has counted it and the phone hands none over. */
    tillLeft: string | null;
    shares: readonly { id: string; name: string; counts: string; left: number }[];
  }[];
  sales: readonly SaleLine[];
  tills: readonly TillLine[];
};

/** What a form was answered, beside the phone that it was about. */
export type DoorSaleAnswer = {
  phone: string;
  text: string;
  typed: { type: string; quantity: string } | null;
} | null;

/** Tickets set aside for the phones of a night's door, what they sold, and their tills. */
export function DoorSalePage({ view, answer }: { view: DoorSaleView; answer: DoorSaleAnswer }) {
  return (
    <div className="gate gate--ready">
      <DoorHead night={view.night} at="sale" isChief={view.isChief} />
      <main className="gates">
        <Say as="chief" icon="ticket" title={texts.advice} hint={texts.adviceHint} />
        {view.phones.length === 0 ? <p>{texts.noPhones}</p> : null}
        <ul className="gates__cards">
          {view.phones.map((phone) => (
            <li key={phone.id} className="gates__card">
              <PhoneCard
                phone={phone}
                offers={view.offers}
                answer={answer?.phone === phone.id ? answer : null}
              />
            </li>
          ))}
        </ul>
        <div className="gates__cards">
          <SaleList sales={view.sales} />
          <TillList tills={view.tills} />
        </div>
      </main>
    </div>
  );
}

type PhoneCardProps = {
  phone: DoorSaleView["phones"][number];
  offers: DoorSaleView["offers"];
  answer: DoorSaleAnswer;
};

function PhoneCard({ phone, offers, answer }: PhoneCardProps) {
  const { id } = phone;
  return (
    <>
      <h2>{phone.name}</h2>
      {phone.isStopped ? <p>{texts.stopped}</p> : null}
      {phone.unsettled && phone.shares.length > 0 ? (
        <Say as="warning" icon="alert" hint={phone.unsettled} />
      ) : null}
      <ul className="gates__phones">
        {phone.shares.map((share) => (
          <li key={share.id}>
            <span>
              <b>{share.name}</b>
              <small>{share.counts}</small>
            </span>
            {share.left > 0 ? (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="phone" value={id} />
                <input type="hidden" name="share" value={share.id} />
                <button type="submit" name="intent" value="back">
                  {texts.giveBack(share.left)}
                </button>
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
      <GateNotice text={answer?.text} />
      {phone.tillLeft === null ? null : (
        <Form method="post" preventScrollReset className="sale__form">
          <input type="hidden" name="phone" value={id} />
          <label htmlFor={`till-${id}`}>{texts.countTill(phone.tillLeft)}</label>
          <input
            id={`till-${id}`}
            name="cash"
            inputMode="decimal"
            required
            maxLength={12}
            autoComplete="off"
          />
          <button className="gate__big gate__big--second" type="submit" name="intent" value="close">
            {texts.closeTill}
          </button>
        </Form>
      )}
      {phone.isStopped || offers.length === 0 ? null : (
        <Form method="post" preventScrollReset className="sale__form">
          <input type="hidden" name="phone" value={id} />
          <input type="hidden" name="aside" value={phone.aside} />
          <GateSelect
            {...{ id: `type-${id}`, name: "type", label: texts.type, options: offers }}
            chosen={answer?.typed?.type}
          />
          <label htmlFor={`quantity-${id}`}>{texts.quantity}</label>
          <input
            id={`quantity-${id}`}
            name="quantity"
            inputMode="numeric"
            required
            maxLength={String(limits.doorShare).length}
            autoComplete="off"
            key={answer ? "again" : phone.shares.map(({ counts }) => counts).join()}
            defaultValue={answer?.typed?.quantity ?? ""}
          />
          <button
            className="gate__big gate__big--second"
            type="submit"
            name="intent"
            value="aside"
            aria-label={texts.setAsideFor(phone.name)}
          >
            {texts.setAside}
          </button>
        </Form>
      )}
    </>
  );
}
