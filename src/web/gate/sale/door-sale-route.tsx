import { data, Form } from "react-router";
import { formatLei, lei } from "#kernel/money.ts";
import { formatInstant } from "#kernel/time.ts";
import { closeTill } from "#ticketing/gate/close-till.server.ts";
import { doorPrice } from "#ticketing/gate/door-price.ts";
import { giveBackFromDoor } from "#ticketing/gate/give-back-from-door.server.ts";
import { type DoorSales, readDoorSales } from "#ticketing/gate/read-door-sales.server.ts";
import { setAsideForDoor } from "#ticketing/gate/set-aside-for-door.server.ts";
import { limits } from "#ticketing/limits.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { doorSaleTexts as texts } from "../chief-texts.ts";
import { DoorPage, GateSelect, GateSubmit } from "../door-page.tsx";
import { GateNotice, titled } from "../gate-parts.tsx";
import { doorNight, nightIdOf, requireDoorPerson, textOf } from "../gates/chief.server.ts";
import { GateMessage } from "../say.tsx";
import { leiInWords } from "../scanner/scanner-texts.ts";
import type { Route } from "./+types/door-sale-route.ts";
import { SaleList, saleLines, TillList, tillLines } from "./till-list.tsx";

export const meta = () => titled(texts.title);

export async function loader(args: Route.LoaderArgs) {
  const actor = requireDoorPerson(args, "read-door-sales");
  const eventId = nightIdOf(args);
  const site = args.context.get(siteContext);
  const read = await readDoorSales(site, { actor, eventId });
  if (!read.ok) throw data(null, { status: read.refusal.reason === "missing" ? 404 : 403 });
  return {
    night: doorNight(actor, eventId, read.value.night),
    isChief: mayDo(actor, "save-gate"),
    phones: read.value.phones.map((phone) => phoneView(phone, read.value)),
    sales: saleLines(read.value.sums),
    tills: tillLines(read.value.tills),
  };
}

export type DoorSaleView = Awaited<ReturnType<typeof loader>>;

function phoneView(phone: DoorSales["phones"][number], { tills, offers }: DoorSales) {
  const till = tills.find(({ phoneId, isLeft }) => phoneId === phone.id && isLeft);
  const handedOver = tills.findLast(({ phoneId }) => phoneId === phone.id)?.at;
  const { id, name, gateName, closedAt, closedBy, isUnsettled, unsent, shares } = phone;
  return {
    id,
    closed: closedAt && texts.closed(formatInstant(closedAt), closedBy),
    name: texts.phone(gateName, name),
    tillLeft: till ? leiInWords(till.expected) : null,
    ticketsSetAside: shares.reduce((sum, { quantity }) => sum + quantity, 0),
    unsettled: isUnsettled
      ? texts.unsettled(unsent, closedAt !== null, handedOver ? formatInstant(handedOver) : null)
      : null,
    offers: offers.map((offer) => {
      const share = shares.find(({ typeId }) => typeId === offer.id);
      const price = leiInWords(doorPrice(offer.price, share));
      return { id: offer.id, text: texts.offer(offer.name, price, offer.left) };
    }),
    shares: shares.map((share) => ({
      id: share.id,
      name: texts.share(share.typeName, leiInWords(share.price)),
      left: Math.max(0, share.quantity - share.sold),
      counts: [
        texts.counts(Math.max(0, share.quantity - share.sold), share.quantity, share.sold),
        ...(share.sold > share.quantity ? [texts.overSold(share.sold - share.quantity)] : []),
      ].join(", "),
    })),
  };
}

type SaleRefusal =
  | { readonly reason: "not_allowed" | Exclude<keyof typeof texts.refused, "not_enough"> }
  | { readonly reason: "not_enough"; readonly available: number };

export async function action(args: Route.ActionArgs) {
  const actor = requireDoorPerson(args, "read-door-sales");
  const eventId = nightIdOf(args);
  const site = args.context.get(siteContext);
  const form = await args.request.formData();
  const phone = textOf(form, "phone");
  const backWithToast = (text: string) =>
    seeOther(`/gate/nights/${eventId}/sale`, { origin: site.origin, flash: { kind: "success", text } });
  const showAgain = (refusal: SaleRefusal, typed: NonNullable<DoorSaleAnswer>["typed"] = null) => {
    if (refusal.reason === "not_allowed") throw data(null, { status: 403 });
    const text =
      refusal.reason === "not_enough"
        ? texts.refused.not_enough(refusal.available)
        : texts.refused[refusal.reason];
    return data({ phone, text, typed } satisfies DoorSaleAnswer, { status: 409 });
  };
  switch (textOf(form, "intent")) {
    case "aside": {
      const typed = { type: textOf(form, "type"), quantity: textOf(form, "quantity") };
      const requested = { deviceId: phone, ticketTypeId: typed.type, quantity: numberOf(typed.quantity) };
      const shown = numberOf(textOf(form, "aside"));
      const aside = await setAsideForDoor(site, { actor, eventId, shownQuantity: shown, ...requested });
      if (!aside.ok) return showAgain(aside.refusal, typed);
      const { phone: name, type, left, price, isOldPrice } = aside.value;
      return backWithToast(texts.wasSetAside(name, type, left, formatLei(price), isOldPrice));
    }
    case "back": {
      const givenBack = await giveBackFromDoor(site, { actor, shareId: textOf(form, "share") });
      return givenBack.ok ? backWithToast(texts.wasGivenBack(givenBack.value)) : showAgain(givenBack.refusal);
    }
    case "close": {
      const cash = lei(textOf(form, "cash")) ?? Number.NaN;
      const closed = await closeTill(site, { actor, eventId, deviceId: phone, cash });
      return closed.ok ? backWithToast(texts.tillClosed) : showAgain(closed.refusal);
    }
    default:
      throw data(null, { status: 400 });
  }
}

const numberOf = (typed: string) => (/^\d{1,6}$/.test(typed) ? Number(typed) : 0);

export default function DoorSale({ loaderData, actionData }: Route.ComponentProps) {
  return <DoorSalePage view={loaderData} answer={actionData ?? null} />;
}

/** The answer to a form, shown beside its phone. */
export type DoorSaleAnswer = {
  phone: string;
  text: string;
  typed: { type: string; quantity: string } | null;
} | null;

/** The tickets that are set aside for the phones of a night's door, their sales, and their tills. */
export function DoorSalePage({ view, answer }: { view: DoorSaleView; answer: DoorSaleAnswer }) {
  return (
    <DoorPage night={view.night} at="sale" isChief={view.isChief}>
      <GateMessage as="chief" icon="ticket" title={texts.advice} hint={texts.adviceHint} />
      {view.phones.length === 0 ? <p>{texts.noPhones}</p> : null}
      <ul className="gates__cards">
        {view.phones.map((phone) => (
          <li key={phone.id} className="gates__card">
            <PhoneCard phone={phone} answer={answer?.phone === phone.id ? answer : null} />
          </li>
        ))}
      </ul>
      <div className="gates__cards">
        <SaleList sales={view.sales} />
        <TillList tills={view.tills} />
      </div>
    </DoorPage>
  );
}

type PhoneCardProps = {
  phone: DoorSaleView["phones"][number];
  answer: DoorSaleAnswer;
};

function PhoneCard({ phone, answer }: PhoneCardProps) {
  const { id, offers } = phone;
  return (
    <>
      <h2>{phone.name}</h2>
      {phone.closed ? <p>{phone.closed}</p> : null}
      {phone.unsettled && phone.shares.length > 0 ? (
        <GateMessage as="warning" icon="alert" hint={phone.unsettled} />
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
                <GateSubmit intent="back" text={texts.giveBack(share.left)} look="" />
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
          <GateSubmit intent="close" text={texts.closeTill} />
        </Form>
      )}
      {phone.closed || offers.length === 0 ? null : (
        <Form method="post" preventScrollReset className="sale__form">
          <input type="hidden" name="phone" value={id} />
          <input type="hidden" name="aside" value={phone.ticketsSetAside} />
          <GateSelect
            id={`type-${id}`}
            name="type"
            label={texts.type}
            options={offers}
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
          <GateSubmit intent="aside" text={texts.setAside} label={texts.setAsideFor(phone.name)} />
        </Form>
      )}
    </>
  );
}
