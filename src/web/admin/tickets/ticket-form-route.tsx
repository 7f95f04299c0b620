import { data, Outlet } from "react-router";
import { formatLei } from "#kernel/money.ts";
import { agreePrice } from "#ticketing/events/agree-price.server.ts";
import { editTicketType } from "#ticketing/events/edit-ticket-type.server.ts";
import type { SavedTicketType } from "#ticketing/events/saved-ticket-type.server.ts";
import {
  readTicketTypeForm,
  type TicketTypeValues,
  wantedStock,
} from "#ticketing/events/ticket-type-form.ts";
import { linkNightsToPass } from "#ticketing/orders/passes/link-nights-to-pass.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { conflictOf, openedValues } from "../conflict-view.ts";
import { eventTexts } from "../events/event-texts.ts";
import { belowTakenText, fieldSentence, sentencesFor } from "../field-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, openedForm, postedForm, said } from "../posted-form.server.ts";
import type { Route } from "./+types/ticket-form-route.ts";
import { linkedSentence, notLinkedSentence } from "./link-texts.ts";
import { priceSentence } from "./price-answer.server.ts";
import { TicketFormPage } from "./ticket-form-page.tsx";
import {
  readTicketFormView,
  type TicketFormAnswer,
  type TicketFormView,
  valuesOfType,
} from "./ticket-form-reading.server.ts";
import { backFrom, baseOf, type TicketKind, textsOf, ticketKindOf } from "./ticket-kind.ts";
import {
  flatTicket,
  phaseAnswer,
  phaseRowsOf,
  poolSentence,
  singleFields,
  ticketSentences,
  ticketValues,
} from "./ticket-sentences.ts";
import { ticketTexts } from "./ticket-texts.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: adminTexts.pageTitle(loaderData?.view.saved?.name ?? ticketTexts.kind.every.title) },
];

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const kind = ticketKindOf(new URL(request.url).pathname);
  const asked = { kind, id: idOf(params), night: null };
  const view = await readTicketFormView(context.get(siteContext), context.get(administratorContext), asked);
  if (!view) throw data(null, { status: 404 });
  return { view };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const id = idOf(params);
  const { pathname, search } = new URL(request.url);
  const kind = ticketKindOf(pathname);
  const form = await postedForm(request, {
    one: [...singleFields, "capacity", "seen_capacity", "seen_left", "version", "opened"],
    many: ["events"],
  });
  const values = ticketValues(form);
  const capacity = form.text("capacity");
  const again = (answer: Partial<TicketFormAnswer>, status: number) =>
    data<TicketFormAnswer>(
      { values, capacity, errors: {}, notice: null, conflict: null, based: openedForm(form), ...answer },
      { status },
    );
  const read = readTicketTypeForm(values);
  if (!read.ok) return again({ errors: ticketSentences(values) }, 422);
  const stock = wantedStock(
    { capacity, left: read.value.left },
    { capacity: form.text("seen_capacity"), left: form.text("seen_left") },
  );
  if (!stock.ok) return again({ errors: sentencesFor(stock.refusal) }, 422);
  const version = Number(form.text("version"));
  const saved = await attempt(site, () =>
    editTicketType(site, { actor, id, version, form: read.value, stock: stock.value }),
  );
  if (!saved.ok) {
    const { refusal } = saved;
    switch (refusal.reason) {
      case "missing":
        throw data(null, { status: 404 });
      case "not_allowed":
        return again({ notice: rowSecurityTexts[kind === "special" ? "special" : "tickets"] }, 403);
      case "failed":
        return again({ notice: textsOf(kind).saveFailed }, 500);
      case "no_night":
        return again({ errors: { events: ticketTexts.noNight }, notice: ticketTexts.noNight }, 422);
      case "duplicate_price":
        return again(
          { errors: { stripe_price_id: ticketTexts.duplicate }, notice: ticketTexts.duplicate },
          409,
        );
      case "duplicate_list":
        return again({ notice: ticketTexts.passConflict }, 409);
      case "older_build_runs":
        return again({ notice: ticketTexts.olderBuild }, 409);
      case "pool_of_other_night":
      case "pool_below_taken":
      case "pool_of_sold_type":
        return again({ errors: poolSentence(refusal, values) }, 409);
      case "phase_taken":
      case "phase_below_taken":
        return again(phaseAnswer(refusal, values), 409);
      case "entry_before_night":
        return again({ errors: { enter_until: ticketTexts.entryBeforeNight(refusal.begins) } }, 422);
      case "after_end":
        return again({ errors: { sale_starts_at: eventTexts.afterEnd(refusal) } }, 422);
      case "no_such_entry":
        return again({ errors: { enter_until: fieldSentence(refusal.problem) } }, 422);
      case "earlier_entry":
        return again({ errors: { enter_until: ticketTexts.earlierEntry(refusal.was) } }, 409);
      case "add_on_of_sold_type":
        return again({ errors: { is_add_on: ticketTexts.addOnOfSold(refusal.sold, refusal.held) } }, 409);
      case "sold_pass":
        return again({ errors: sentencesFor({ events: "sold_pass" }) }, 409);
      case "below_taken": {
        const wanted = stock.value.kind === "capacity" ? stock.value.capacity : Number(capacity);
        return again({ errors: { capacity: belowTakenText(wanted, refusal.sold, refusal.held) } }, 409);
      }
      case "changed_meanwhile": {
        const { pools = [] } = (await readTicketFormView(site, actor, { kind, id, night: null })) ?? {};
        const opened = openedValues(form.text("opened"));
        return again(
          { conflict: conflict(kind, values, refusal.saved, { opened, pools }), based: null },
          409,
        );
      }
    }
  }
  const how = { as_before: null, to_check: "check", to_make: "make" } as const;
  const ask = read.value.price === 0 ? null : how[saved.value.price];
  const price = ask && (await agreePrice(site, { actor, id, how: ask }));
  const { toLink } = saved.value;
  const linked = toLink && (await attempt(site, () => linkNightsToPass(site, { actor, id, nights: toLink })));
  if (linked && !linked.ok) {
    const { refusal } = linked;
    // the entered text comes back, on the version that the rest of it was saved as
    const view = await readTicketFormView(site, actor, { kind, id, night: null });
    if (!view?.saved || refusal.reason === "missing") throw data(null, { status: 404 });
    if (refusal.reason === "read_only") throw data("read_only", { status: 409 });
    const based = { version: String(view.saved.version), opened: JSON.stringify(flatTicket(view.values)) };
    if (refusal.reason === "not_allowed")
      return again({ notice: rowSecurityTexts[kind === "special" ? "special" : "tickets"], based }, 403);
    if (refusal.reason === "failed") return again({ notice: textsOf(kind).saveFailed, based }, 500);
    return again({ errors: { events: notLinkedSentence(refusal) }, based }, 409);
  }
  const message = [textsOf(kind).updated, linked && linkedSentence(linked.value)].filter(Boolean).join(". ");
  // a price that failed is repaired in the form; else back to the night or the list
  if (price && !price.ok)
    return said(
      site,
      `${baseOf[kind]}/${id}${search}`,
      "error",
      `${message.replace(/\.$/, "")}. ${priceSentence(price.refusal)}`,
    );
  return said(site, backFrom(search, kind), "success", message);
}

function conflict(
  kind: TicketKind,
  typed: TicketTypeValues,
  saved: SavedTicketType,
  { opened, pools }: { opened: ReturnType<typeof openedValues>; pools: TicketFormView["pools"] },
) {
  const there = flatTicket(valuesOfType({ ...saved, ...saved.counter, given: 0, atDoor: 0 }));
  return conflictOf({
    title: textsOf(kind).conflict,
    version: saved.version,
    mine: flatTicket(typed),
    saved: there,
    opened,
    labels: ticketTexts.labels,
    shown: (name, value) => {
      if (name === "events") return String(value.split(",").filter(Boolean).length);
      if (name === "price" && /^\d+$/.test(value))
        return `${formatLei(Number(value) * 100)} ${ticketTexts.currency}`;
      if (name === "code_per") return ticketTexts.codePer[value === "person" ? "person" : "order"].title;
      if (name === "pool")
        return (
          pools.find((pool) => pool.id === value)?.label ?? ticketTexts.pool[value === "" ? "none" : "new"]
        );
      if (name === "phases")
        return phaseRowsOf(value)
          .map((row) => ticketTexts.phases.inShort(row.name, row.price))
          .join(", ");
      if (name === "is_season_pass" || name === "requires_code" || name === "is_add_on")
        return value === "1" ? "da" : "nu";
      return value.replace("T", " ");
    },
  });
}

export default function TicketFormScreen({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <TicketFormPage view={loaderData.view} answer={actionData} />
      <Outlet />
    </>
  );
}
