import { data } from "react-router";
import { isUuid, newId } from "#kernel/id.ts";
import { formatShortDate } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { listGifts } from "#ticketing/orders/gifts/gift-queries.server.ts";
import { findRefundAllowance } from "#ticketing/orders/refunds/refund-allowance-queries.server.ts";
import { findOrderOverview, listOrdersInReview } from "#ticketing/reports/order-overview-queries.server.ts";
import {
  countPurchases,
  listPurchaseChoices,
  listPurchases,
} from "#ticketing/reports/purchase-list-queries.server.ts";
import { isFiltered, listedSearchOf, listedSortOf, specialWord } from "#ticketing/reports/purchase-search.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { postedForm } from "../posted-form.server.ts";
import { oneOf } from "../ui/address-query.ts";
import { NotLoaded } from "../ui/not-loaded.tsx";
import type { Route } from "./+types/purchase-list-route.ts";
import {
  type Asked,
  giveBack,
  invite,
  recheck,
  rename,
  resend,
  splitForBuyer,
} from "./purchase-acts.server.ts";
import {
  purchaseFormFields,
  purchaseFormLists,
  readInvitationForm,
  readRefundForm,
} from "./purchase-forms.ts";
import { type PurchaseAnswer, PurchaseListPage } from "./purchase-list-page.tsx";
import { purchaseTexts } from "./purchase-texts.ts";
import { purchaseListView } from "./purchase-views.ts";
import "./purchases.css";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(purchaseTexts.title) }];

const perPage = 20;
/** Not counted further: nobody needs the difference between ten thousand and a million, and counting takes time. */
const counted = 10_000;

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const query = new URL(request.url).searchParams;
  const search = listedSearchOf(query);
  const { sort, direction } = listedSortOf(query);
  const [, go, from] = /^(on|back)\.([0-9a-f-]{36})$/.exec(query.get("page") ?? "") ?? [];
  const act = oneOf(query.get("act"), ["refund", "invite"], "");
  const open = query.get("open");
  const seat = query.get("seat");
  const mayRefund = mayDo(actor, "refund-order");
  try {
    await faultPoint("purchases.load");
    const view = await site.database.readMoment(actor, async (sql) => {
      const isFirst = from === undefined;
      const showsReview = isFirst && (search.payment === "review" || !isFiltered(search));
      return purchaseListView({
        page: await listPurchases(sql, {
          search,
          sort,
          direction,
          from: isUuid(from) ? { id: from, go: go === "back" ? "back" : "on" } : null,
          size: perPage,
        }),
        found: await countPurchases(sql, search, counted + 1),
        most: counted,
        review: showsReview ? await listOrdersInReview(sql, perPage) : [],
        choices: await listPurchaseChoices(sql),
        order: isUuid(open) ? await findOrderOverview(sql, open) : undefined,
        open,
        seat: isUuid(seat) ? seat : null,
        act: act === "" ? null : act,
        mayRefund,
        allowance: mayRefund && isUuid(open) ? await findRefundAllowance(sql, actor) : null,
        gifts: act === "invite" ? await listGifts(sql) : [],
        invitationKey: newId(),
        search,
        sort,
        direction,
        typeWord: search.type === "special" ? specialWord : (search.type?.name ?? ""),
        eventLabel: (event) => `${formatShortDate(event.date)} ${event.title}`,
      });
    });
    return data({ view }, open !== null && !view.open ? { status: 404 } : {});
  } catch (error) {
    site.log.error(
      { error: error instanceof Error ? error.stack : String(error) },
      "purchases could not be read",
    );
    return data({ view: null }, { status: 503, headers: { "retry-after": "5" } });
  }
}

export async function action(args: Route.ActionArgs) {
  const { context, request } = args;
  const { pathname, search } = new URL(request.url);
  await postedForm(request.clone(), { one: purchaseFormFields, many: purchaseFormLists });
  const form = await request.formData();
  const here = `${pathname.replace(/\.data$/, "")}${search}`;
  const plain = new URLSearchParams(search);
  for (const name of ["act", "seat", "index"]) plain.delete(name);
  const asked: Asked = {
    args,
    site: context.get(siteContext),
    actor: context.get(administratorContext),
    form,
    here,
    list: `${pathname.replace(/\.data$/, "")}${plain.size > 0 ? `?${plain}` : ""}`,
  };
  switch (form.get("intent")) {
    case "resend":
      return resend(asked);
    case "refund":
      return giveBack(asked, readRefundForm(form));
    case "invite":
      return invite(asked, readInvitationForm(form));
    case "recheck":
      return recheck(asked);
    case "split":
      return splitForBuyer(asked);
    case "rename":
      return rename(asked);
    default:
      return data({}, { status: 400 });
  }
}

export default function PurchaseList({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.view) return <NotLoaded title={purchaseTexts.title} texts={purchaseTexts} />;
  return <PurchaseListPage view={loaderData.view} answer={actionData as PurchaseAnswer | undefined} />;
}
