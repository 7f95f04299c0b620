import { data, redirect } from "react-router";
import { isUuid, newId, type Uuid } from "#kernel/id.ts";
import { counted } from "#kernel/romanian.ts";
import { addDays, businessDay, formatShortDate, wallTimeOf } from "#kernel/time.ts";
import { readTicketCode } from "#ticketing/delivery/ticket-code-reading.ts";
import { ticketWindow } from "#ticketing/delivery/ticket-window.ts";
import { admitEntry } from "#ticketing/gate/admit-entry.server.ts";
import { admitGuest } from "#ticketing/gate/admit-guest.server.ts";
import {
  type GateAnswer,
  type GateNight,
  listGateNights,
  listLatestAnswers,
} from "#ticketing/gate/gate-queries.server.ts";
import { listGuests } from "#ticketing/guest-lists/guest-list-queries.server.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { readFlash } from "#web/request/flash.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath } from "#web/request/responses.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { ToastRegion } from "#web/ui/toast-region.tsx";
import type { Route } from "./+types/gate-route.ts";
import { GateClosed } from "./gate-closed.tsx";
import { type GateEntryView, type GateNightView, GatePage, type GatePageView } from "./gate-page.tsx";
import { gateTexts } from "./gate-texts.ts";
import { guestVerdictView, verdictView } from "./gate-verdict-view.ts";
import { deviceCookie, readDevice, textOf } from "./gates/chief.server.ts";
import "./gate.css";

export const meta: Route.MetaFunction = () => [
  { title: gateTexts.pageTitle },
  { name: "robots", content: "noindex" },
];

/** The most names on the screen; a few letters find the others. */
const guestsShown = 30;

type Staff = Visitor & { kind: "person" };

function staffOf({ context, request }: Route.LoaderArgs | Route.ActionArgs): Staff {
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request));
  if (!mayDo(visitor, "admit-entry")) throw data(null, { status: 403 });
  return visitor;
}

export async function loader(args: Route.LoaderArgs) {
  const staff = staffOf(args);
  const site = args.context.get(siteContext);
  const device = readDevice(args.request, site.origin);
  const { searchParams: query } = new URL(args.request.url);
  const asked = query.get("event");
  const nights = await nightsNow(site);
  const night = nights.find((known) => known.id === asked);
  const text = (query.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 200);
  const view: GatePageView = night
    ? night.guests && query.get("guests") === "on"
      ? await guestsView(site, night, text)
      : {
          kind: "ready",
          night,
          nonce: newId(),
          typed: { code: "", group: "" },
          errors: {},
          latest: device.isNew ? [] : await latestOf(site, device.id),
          leads: mayDo(staff, "save-gate"),
        }
    : { kind: "choose", staff: staff.fullName ?? staff.email, nights };
  return data(
    { view, flash: readFlash(args.request, site.origin) },
    device.isNew ? { headers: { "set-cookie": deviceCookie(device.id, site.origin) } } : {},
  );
}

export async function action(args: Route.ActionArgs) {
  const staff = staffOf(args);
  const site = args.context.get(siteContext);
  const device = readDevice(args.request, site.origin);
  const form = await args.request.formData();
  const text = (name: string) => textOf(form, name);
  const [eventId, nonce, code, group] = [
    text("event"),
    text("nonce"),
    text("ticket") || text("code"),
    text("group"),
  ];
  if (!isUuid(eventId) || !/^[\x21-\x7e]{8,100}$/.test(nonce)) return data(null, { status: 400 });
  const entries = /^([1-9]\d?|100)$/.test(text("entries")) ? Number(text("entries")) : 1;
  const night = (await nightsNow(site)).find((known) => known.id === eventId);
  if (!night) return data(null, { status: 404 });
  const again = async (errors: { code?: string; group?: string }, status: number) =>
    data(
      {
        kind: "ready",
        night,
        nonce: newId(),
        typed: { code, group },
        errors,
        latest: await latestOf(site, device.id),
        leads: mayDo(staff, "save-gate"),
      } satisfies GatePageView,
      { status },
    );
  if (text("intent") === "admit-guest") {
    const request = { operator: staff, deviceId: device.id, nonce, eventId, guestId: text("guest"), entries };
    const answer = await admitGuest(site, request);
    if (!answer.ok) throw data(null, { status: 403 });
    const verdict = guestVerdictView(answer.value);
    return data({ kind: "verdict", night, nonce: newId(), verdict } satisfies GatePageView);
  }
  if (code === "") return again({ code: gateTexts.codeMissing }, 422);
  const read = readTicketCode(code, group);
  if (read.kind === "label" && read.group === null) return again({ group: gateTexts.groupMissing }, 422);

  const answer = await admitEntry(site, {
    operator: staff,
    deviceId: device.id,
    nonce,
    eventId,
    code,
    ...(group ? { group } : {}),
    entries,
  });
  if (!answer.ok) {
    if (answer.refusal.reason === "not_allowed") throw data(null, { status: 403 });
    return again({ code: gateTexts.locked(Math.ceil(answer.refusal.retryAfter / 60)) }, 429);
  }
  const fresh = (await nightsNow(site)).find((known) => known.id === eventId) ?? night;
  return data({
    kind: "verdict",
    night: fresh,
    nonce: newId(),
    verdict: verdictView(answer.value, group ? `${code} ${group}` : code, site.now()),
  } satisfies GatePageView);
}

async function guestsView(site: SiteServices, night: GateNightView, text: string): Promise<GatePageView> {
  const found = await site.database.withDuty("admit", (sql) =>
    listGuests(sql, night.id, { text, list: null, at: "all" }),
  );
  return {
    kind: "guests",
    night,
    nonce: newId(),
    text,
    isCut: found.length > guestsShown,
    guests: found.slice(0, guestsShown).map(({ id, name, listName, places, entered }) => ({
      id,
      name: name ?? "",
      list: gateTexts.guestList(listName),
      places,
      entered,
    })),
  };
}

async function nightsNow(site: SiteServices): Promise<GateNightView[]> {
  const nights = await site.database.withDuty("admit", (sql) => listGateNights(sql, [-1, 1]));
  return nights.map(nightView);
}

function nightView(night: GateNight): GateNightView {
  const { picture } = night;
  const end = night.isCancelled ? gateTexts.cancelled : night.isOver ? gateTexts.ended : null;
  // the doors open before the night begins
  const hasBegun = night.startsAt.getTime() <= night.now * 1000;
  const goes = end ? "no" : night.isOngoing ? "now" : "later";
  return {
    id: night.id,
    title: night.title,
    note: gateTexts.nightNote(goes === "now" && hasBegun ? goes : dayInWords(night), night.time, end),
    goes,
    entered: night.entered,
    sold: night.sold,
    guests: night.guests.places > 0 ? night.guests : null,
    picture: picture && {
      sources: [...picture.sources],
      width: picture.width,
      height: picture.height,
      position: null,
    },
    state: night.now < ticketWindow(night.date, night.doors ?? night.time).notBefore ? "closed" : "open",
  };
}

/**
 * Returns the night's business day as "ieri", "azi" or "mâine", else its date. A night after midnight belongs to the day
 * before.
 */
function dayInWords({ startsAt, date, now }: GateNight): string {
  const [day, today] = [startsAt, new Date(now * 1000)].map((at) => businessDay(at).day) as [string, string];
  const near = [-1, 0, 1].findIndex((days) => addDays(today, days) === day);
  return gateTexts.days[near] ?? formatShortDate(date);
}

async function latestOf(site: SiteServices, deviceId: Uuid): Promise<GateEntryView[]> {
  const answers = await site.database.withDuty("admit", (sql) => listLatestAnswers(sql, deviceId, 5));
  return answers.map(entryView);
}

function entryView(answer: GateAnswer): GateEntryView {
  const time = wallTimeOf(answer.at);
  const who = answer.holderName ?? "";
  if (answer.verdict === "admitted") {
    return {
      id: answer.id,
      kind: "admitted",
      text: answer.typeName ?? "",
      note: [who, counted(answer.entries, answer.isAddOn ? "given" : "entry")].filter(Boolean).join(", "),
      time,
    };
  }
  return { id: answer.id, kind: "refused", text: gateTexts.what[answer.verdict], note: who, time };
}

export default function Gate({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <GatePage view={actionData ?? loaderData.view} />
      <ToastRegion flash={loaderData.flash} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <GateClosed error={error} />;
}
