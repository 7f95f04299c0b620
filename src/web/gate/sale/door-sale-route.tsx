import { data, Form, redirect } from "react-router";
import { lei } from "#kernel/money.ts";
import { closeTill } from "#ticketing/gate/close-till.server.ts";
import { giveBackFromDoor } from "#ticketing/gate/give-back-from-door.server.ts";
import { type DoorSales, readDoorSales } from "#ticketing/gate/read-door-sales.server.ts";
import { setAsideForDoor } from "#ticketing/gate/set-aside-for-door.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { readFlash } from "#web/request/flash.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath, seeOther } from "#web/request/responses.server.ts";
import { ToastRegion } from "#web/ui/toast-region.tsx";
import { GateClosed } from "../gate-closed.tsx";
import { type Chief, doorNight, nightIdOf, textOf } from "../gates/chief.server.ts";
import { leiInWords } from "../scanner/scanner-texts.ts";
import type { Route } from "./+types/door-sale-route.ts";
import { doorSaleTexts as texts } from "./door-sale-texts.ts";
import { SaleList, saleLines, TillList, tillLines } from "./till-list.tsx";
import "../gate.css";
import { limits } from "#ticketing/limits.ts";
import { DoorHead, GateNotice, GateSelect } from "../gates/door-head.tsx";
import { Say } from "../say.tsx";

export const meta: Route.MetaFunction = () => [
  { title: texts.title },
  { name: "robots", content: "noindex" },
];

export async function loader(args: Route.LoaderArgs) {
  const actor = sellerOf(args);
  const eventId = nightIdOf(args);
  const site = args.context.get(siteContext);
  const read = await readDoorSales(site, { actor, eventId });
  if (!read.ok) throw data(null, { status: read.refusal.reason === "missing" ? 404 : 403 });
  const view = {
    night: doorNight(eventId, read.value.night),
    isChief: mayDo(actor, "save-gate"),
    offers: read.value.offers.map(({ id, name, price, left }) => ({
      id,
      text: texts.offer(name, leiInWords(price), left),
    })),
    phones: read.value.phones.map((phone) => phoneView(phone, read.value.tills)),
    sales: saleLines(read.value.sums),
    tills: tillLines(read.value.tills),
  };
  return { view, flash: readFlash(args.request, site.origin) };
}

export type DoorSaleView = Awaited<ReturnType<typeof loader>>["view"];

function sellerOf({ context, request }: Pick<Route.LoaderArgs, "context" | "request">): Chief {
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request));
  if (!mayDo(visitor, "read-door-sales")) throw data(null, { status: 403 });
  return visitor;
}

function phoneView(phone: DoorSales["phones"][number], tills: DoorSales["tills"]) {
  const till = tills.find(({ phoneId, isLeft }) => phoneId === phone.id && isLeft);
  const { id, name, gateName, isStopped, isUnsettled, unsent, shares } = phone;
  return {
    id,
    isStopped,
    name: texts.phone(gateName, name),
    tillLeft: till ? leiInWords(till.expected) : null,
    aside: shares.reduce((sum, { quantity }) => sum + quantity, 0),
    unsettled: isUnsettled ? texts.unsettled(unsent) : null,
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

export async function action(args: Route.ActionArgs) {
  const actor = sellerOf(args);
  const eventId = nightIdOf(args);
  const site = args.context.get(siteContext);
  const form = await args.request.formData();
  const phone = textOf(form, "phone");
  const saved = (text: string) =>
    seeOther(`/gate/nights/${eventId}/sale`, { origin: site.origin, flash: { kind: "success", text } });
  const again = (text: string, typed: NonNullable<DoorSaleAnswer>["typed"]) =>
    data({ phone, text, typed } satisfies DoorSaleAnswer, { status: 409 });
  switch (textOf(form, "intent")) {
    case "aside": {
      const typed = { type: textOf(form, "type"), quantity: textOf(form, "quantity") };
      const about = { deviceId: phone, ticketTypeId: typed.type, quantity: numberOf(typed.quantity) };
      const shown = numberOf(textOf(form, "aside"));
      const aside = await setAsideForDoor(site, { actor, eventId, shown, ...about });
      if (aside.ok) return saved(texts.wasSetAside(aside.value));
      const { refusal } = aside;
      if (refusal.reason === "not_allowed") throw data(null, { status: 403 });
      if (refusal.reason === "not_enough") return again(texts.refused.not_enough(refusal.available), typed);
      return again(texts.refused[refusal.reason], typed);
    }
    case "back": {
      const back = await giveBackFromDoor(site, { actor, shareId: textOf(form, "share") });
      if (back.ok) return saved(texts.wasGivenBack(back.value));
      if (back.refusal.reason === "not_allowed") throw data(null, { status: 403 });
      return again(texts.refused[back.refusal.reason], null);
    }
    case "close": {
      const cash = lei(textOf(form, "cash")) ?? Number.NaN;
      const closed = await closeTill(site, { actor, eventId, deviceId: phone, cash });
      if (closed.ok) return saved(texts.tillClosed);
      if (closed.refusal.reason === "not_allowed") throw data(null, { status: 403 });
      return again(texts.refused[closed.refusal.reason], null);
    }
    default:
      throw data(null, { status: 400 });
  }
}

const numberOf = (typed: string) => (/^\d{1,6}$/.test(typed) ? Number(typed) : 0);

export default function DoorSale({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <DoorSalePage view={loaderData.view} answer={actionData ?? null} />
      <ToastRegion flash={loaderData.flash} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <GateClosed error={error} />;
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
