import { data } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { formatLei } from "#kernel/money.ts";
import { counted } from "#kernel/romanian.ts";
import { formatShortDate } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { markTicketTypes, typeMarks } from "#ticketing/events/mark-ticket-types.server.ts";
import {
  type ListedType,
  listTypes,
  typeFilters,
  typeSorts,
  typesPerPage,
} from "#ticketing/events/office-type-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { backTo, idsOf, postedForm } from "../posted-form.server.ts";
import { oneOf, pageOf, wordsOf } from "../ui/address-query.ts";
import type { Route } from "./+types/ticket-list-route.ts";
import { baseOf, textsOf, ticketKindOf } from "./ticket-kind.ts";
import { TicketListPage } from "./ticket-list-page.tsx";
import type { TicketListView, TicketRowView } from "./ticket-list-view.ts";
import { ticketTexts } from "./ticket-texts.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: adminTexts.pageTitle(textsOf(loaderData?.view.kind ?? "every").title) },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname, searchParams: query } = new URL(request.url);
  const kind = ticketKindOf(pathname);
  const night = query.get("night");
  const search = {
    text: wordsOf(query, "q"),
    filter: oneOf(query.get("filter"), typeFilters, "all"),
    kind,
    night: isUuid(night) ? night : null,
    sort: oneOf(query.get("sort"), typeSorts, "night"),
    direction: oneOf(query.get("dir"), ["asc", "desc"], "asc"),
    page: pageOf(query),
  } as const;
  await faultPoint(kind === "special" ? "special.load" : "tickets.load");
  const list = await context
    .get(siteContext)
    .database.readAs(context.get(administratorContext), (sql) => listTypes(sql, search));
  const before = (search.page - 1) * typesPerPage;
  const view: TicketListView = {
    kind,
    rows: list.types.map(rowView),
    total: list.total,
    counts: list.counts,
    nights: [
      { value: "", label: ticketTexts.filters.all },
      ...list.nightsToChoose.map(({ id, name, date }) => ({
        value: id,
        label: `${formatShortDate(date)} ${name}`,
      })),
    ],
    quickPurchase: kind === "special" ? list.quickPurchase : null,
    search,
    page: {
      number: search.page,
      from: list.types.length === 0 ? 0 : before + 1,
      to: before + list.types.length,
      isLast: before + list.types.length >= list.total,
    },
  };
  return { view };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const base = baseOf[ticketKindOf(new URL(request.url).pathname)];
  const form = await postedForm(request, { one: ["as"], many: ["ids"] });
  const ids = idsOf(form, "ids");
  const as = typeMarks.find((mark) => mark === form.text("as"));
  if (!as) throw data(null, { status: 400 });
  const back = (kind: "success" | "error", text: string) =>
    seeOther(backTo(request, base), { origin: site.origin, flash: { kind, text } });
  if (ids.length === 0) return back("error", ticketTexts.nothingChosen);
  const marked = await attempt(site, () =>
    markTicketTypes(site, { actor: context.get(administratorContext), ids, as }),
  );
  if (!marked.ok) {
    const isVisibility = as === "shown" || as === "hidden";
    const failed = isVisibility ? ticketTexts.visibilityFailed : ticketTexts.statusFailed;
    return back("error", marked.refusal.reason === "failed" ? failed : rowSecurityTexts.tickets);
  }
  const { changed } = marked.value;
  return back(
    "success",
    ids.length === 1 ? ticketTexts.marked[as] : counted(changed.length, ticketTexts.bulkDone[as]),
  );
}

function rowView(type: ListedType): TicketRowView {
  const left = type.capacity - type.held - type.sold - type.given - type.atDoor;
  const description = type.description ?? "";
  const [only] = type.nights;
  return {
    ...type,
    tag: type.family !== "ordinary" || type.isSpecial ? ticketTexts.tags[type.family] : null,
    description: [...description].length > 50 ? `${[...description].slice(0, 50).join("")}...` : description,
    nights: type.nights.length === 1 ? (only ?? "") : counted(type.nights.length, ticketTexts.nights),
    signs: [
      ...(type.requiresCode ? [ticketTexts.hiddenTag] : []),
      ...(type.admits ? [] : [ticketTexts.addOnTag]),
      ...(type.enterUntil ? [ticketTexts.untilTag(type.enterUntil)] : []),
      ...(type.pool ? [ticketTexts.poolTag(type.pool.name, type.pool.left)] : []),
    ],
    price: formatLei(type.phase?.price ?? type.price),
    phase: type.phase?.name ?? null,
    left,
    scarcity: left === 0 ? "none_left" : left <= limits.lastTickets ? "few_left" : "enough",
    agreement: type.priceId === null ? "no_price" : type.isAgreed ? "agreed" : "not_agreed",
  };
}

export default function TicketList({ loaderData }: Route.ComponentProps) {
  return <TicketListPage view={loaderData.view} />;
}
