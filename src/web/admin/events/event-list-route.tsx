import { data } from "react-router";
import { counted } from "#kernel/romanian.ts";
import { formatInstant, formatShortDate } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { eventSorts, eventsPerPage, type ListedEvent } from "#ticketing/events/listed-event.ts";
import { listEvents } from "#ticketing/events/office-event-queries.server.ts";
import { saleStates } from "#ticketing/events/sale-state.ts";
import { showEvents } from "#ticketing/events/show-events.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { backTo, idsOf, postedForm } from "../posted-form.server.ts";
import { oneOf, pageOf, wordsOf } from "../ui/address-query.ts";
import type { Route } from "./+types/event-list-route.ts";
import { EventListPage } from "./event-list-page.tsx";
import type { EventListView, EventRowView } from "./event-list-view.ts";
import { eventTexts } from "./event-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(eventTexts.title) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const search = {
    text: wordsOf(query, "q"),
    when: oneOf(query.get("when"), ["coming", "ended"], "all"),
    state: oneOf(query.get("status"), saleStates, "all"),
    sort: oneOf(query.get("sort"), eventSorts, "date"),
    direction: oneOf(query.get("dir"), ["asc", "desc"], "asc"),
    page: pageOf(query),
  } as const;
  await faultPoint("events.load");
  const { events, total, inAll, coming } = await site.database.readAs(
    context.get(administratorContext),
    (sql) => listEvents(sql, search),
  );
  const before = (search.page - 1) * eventsPerPage;
  const view: EventListView = {
    coming: events.filter(({ isOver }) => !isOver).map(rowView),
    ended: events.filter(({ isOver }) => isOver).map(rowView),
    counts: { total, inAll, coming },
    search,
    page: {
      number: search.page,
      from: events.length === 0 ? 0 : before + 1,
      to: before + events.length,
      isLast: before + events.length >= total,
    },
  };
  return { view };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const form = await postedForm(request, { one: ["as"], many: ["ids"] });
  const ids = idsOf(form, "ids");
  const as = form.text("as");
  if (as !== "available" && as !== "unavailable") throw data(null, { status: 400 });
  const back = (kind: "success" | "error", text: string) =>
    seeOther(backTo(request, "/admin/events"), { origin: site.origin, flash: { kind, text } });
  if (ids.length === 0) return back("error", eventTexts.nothingChosen);
  const shown = await attempt(site, () =>
    showEvents(site, { actor: context.get(administratorContext), ids, as }),
  );
  if (!shown.ok)
    return back(
      "error",
      shown.refusal.reason === "failed" ? eventTexts.availabilityFailed : rowSecurityTexts.events,
    );
  const { changed } = shown.value;
  return back(
    "success",
    ids.length === 1 ? eventTexts[as] : counted(changed.length, eventTexts.bulkDone[as]),
  );
}

function rowView(event: ListedEvent): EventRowView {
  const [first, second, ...others] = event.artists;
  const names = [first, second].filter(Boolean).join(", ");
  return {
    ...event,
    when: [formatShortDate(event.date), event.time].filter(Boolean).join(" "),
    artists: others.length > 0 ? `${names} +${others.length}` : names,
    thumb: event.imageUrl,
    appears: event.publishAt && formatInstant(event.publishAt),
  };
}

export default function EventList({ loaderData }: Route.ComponentProps) {
  return <EventListPage view={loaderData.view} />;
}
