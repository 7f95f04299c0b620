import { data, redirect } from "react-router";
import { lei } from "#kernel/money.ts";
import { closeTill } from "#ticketing/gate/close-till.server.ts";
import { giveBackFromDoor } from "#ticketing/gate/give-back-from-door.server.ts";
import type { DoorSales } from "#ticketing/gate/read-door-sales.server.ts";
import { readDoorSales } from "#ticketing/gate/read-door-sales.server.ts";
import { setAsideForDoor } from "#ticketing/gate/set-aside-for-door.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { readFlash } from "#web/request/flash.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath, seeOther } from "#web/request/responses.server.ts";
import { ToastRegion } from "#web/ui/toast-region.tsx";
import { GateClosed } from "../gate-closed.tsx";
import { textOf } from "../gate-form-text.ts";
import { type Chief, doorNight, nightIdOf } from "../gates/chief.server.ts";
import { leiInWords } from "../scanner/till-texts.ts";
import type { Route } from "./+types/door-sale-route.ts";
import { type DoorSaleAnswer, DoorSalePage, type DoorSaleView } from "./door-sale-page.tsx";
import { doorSaleTexts as texts } from "./door-sale-texts.ts";
import { saleLines, tillLines } from "./till-list.tsx";
import "../gate.css";

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
  const view: DoorSaleView = {
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

function sellerOf({ context, request }: Pick<Route.LoaderArgs, "context" | "request">): Chief {
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request));
  if (!mayDo(visitor, "read-door-sales")) throw data(null, { status: 403 });
  return visitor;
}

function phoneView(
  phone: DoorSales["phones"][number],
  tills: DoorSales["tills"],
): DoorSaleView["phones"][number] {
  const till = tills.find(({ phoneId, isLeft }) => phoneId === phone.id && isLeft);
  const { id, name, gateName, isStopped, isUnsettled, unsent, shares } = phone;
  return {
    ...{ id, isStopped, name: texts.phone(gateName, name) },
    tillLeft: till ? leiInWords(till.expected) : null,
    aside: shares.reduce((sum, { quantity }) => sum + quantity, 0),
    unsettled: isUnsettled ? texts.unsettled(unsent) : null,
    shares: shares.map((share) => ({
      ...{ id: share.id, name: texts.share(share.typeName, leiInWords(share.price)) },
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
