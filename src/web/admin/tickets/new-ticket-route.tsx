import { data } from "react-router";
import { agreePrice } from "#ticketing/events/agree-price.server.ts";
import { createTicketType, type NewTypeRefusal } from "#ticketing/events/create-ticket-type.server.ts";
import { readTicketTypeForm, type TicketTypeValues } from "#ticketing/events/ticket-type-form.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt, type Failed } from "../attempt.server.ts";
import { eventTexts } from "../events/event-texts.ts";
import { fieldSentence } from "../field-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { postedForm, said } from "../posted-form.server.ts";
import type { Route } from "./+types/new-ticket-route.ts";
import { priceSentence } from "./price-answer.server.ts";
import { TicketFormPage } from "./ticket-form-page.tsx";
import { readTicketFormView, type TicketFormAnswer } from "./ticket-form-reading.server.ts";
import { backFrom, baseOf, nightInQuery, type TicketKind, textsOf, ticketKindOf } from "./ticket-kind.ts";
import { poolSentence, singleFields, ticketSentences, ticketValues } from "./ticket-sentences.ts";
import { ticketTexts } from "./ticket-texts.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: adminTexts.pageTitle(textsOf(loaderData?.view.kind ?? "every").newTitle) },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url);
  const view = await readTicketFormView(context.get(siteContext), context.get(administratorContext), {
    kind: ticketKindOf(pathname),
    id: null,
    night: nightInQuery(search),
  });
  if (!view) throw new Error("a new type needs no row");
  return { view };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const { pathname, search } = new URL(request.url);
  const kind = ticketKindOf(pathname);
  const values = ticketValues(await postedForm(request, { one: singleFields, many: ["events"] }));
  const again = (answer: Partial<TicketFormAnswer>, status: number) =>
    data<TicketFormAnswer>(
      { values, capacity: "", errors: {}, notice: null, conflict: null, based: null, ...answer },
      { status },
    );
  const read = readTicketTypeForm(values);
  if (!read.ok) return again({ errors: ticketSentences(values) }, 422);
  const created = await attempt(site, () => createTicketType(site, { actor, form: read.value }));
  if (!created.ok) return again(...refusalAnswer(created.refusal, kind, values));
  const { id } = created.value;
  const how = read.value.priceId === null ? "make" : "check";
  const price = read.value.price === 0 ? null : await agreePrice(site, { actor, id, how });
  // back to the night or the list; a price that failed is repaired in the form
  if (price && !price.ok)
    return said(
      site,
      `${baseOf[kind]}/${id}${search}`,
      "error",
      `${textsOf(kind).created}. ${priceSentence(price.refusal)}`,
    );
  return said(site, backFrom(search, kind), "success", textsOf(kind).created);
}

function refusalAnswer(
  refusal: NewTypeRefusal | Failed,
  kind: TicketKind,
  values: TicketTypeValues,
): [Partial<TicketFormAnswer>, number] {
  switch (refusal.reason) {
    case "not_allowed":
      return [{ notice: rowSecurityTexts[kind === "special" ? "special" : "tickets"] }, 403];
    case "failed":
      return [{ notice: textsOf(kind).saveFailed }, 500];
    case "older_build_runs":
      return [{ notice: ticketTexts.olderBuild }, 409];
    case "pool_of_other_night":
    case "pool_below_taken":
    case "pool_of_sold_type":
      return [{ errors: poolSentence(refusal, values) }, 409];
    case "entry_before_night":
      return [{ errors: { enter_until: ticketTexts.entryBeforeNight(refusal.begins) } }, 422];
    case "after_end":
      return [{ errors: { sale_starts_at: eventTexts.afterEnd(refusal) } }, 422];
    case "no_such_entry":
      return [{ errors: { enter_until: fieldSentence(refusal.problem) } }, 422];
    case "no_night":
      return [{ errors: { events: ticketTexts.noNight }, notice: ticketTexts.noNight }, 422];
    case "duplicate_price":
      return [{ errors: { stripe_price_id: ticketTexts.duplicate }, notice: ticketTexts.duplicate }, 409];
    case "duplicate_list":
      return [{ notice: ticketTexts.passConflict }, 409];
  }
}

export default function NewTicket({ loaderData, actionData }: Route.ComponentProps) {
  return <TicketFormPage view={loaderData.view} answer={actionData} />;
}
