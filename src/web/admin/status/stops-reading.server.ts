import { data, redirect } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { counted } from "#kernel/romanian.ts";
import { dayOf, formatInstant, formatShortDate, wallTimeOf } from "#kernel/time.ts";
import { type StopKind, stopKinds } from "#ticketing/events/stop.ts";
import { listStoppable, type StopDetails } from "#ticketing/events/stop-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import { stopTexts as texts } from "./stop-texts.ts";

const readStoppable = (site: SiteServices, administrator: Administrator) =>
  site.database.readAs(administrator, (sql) => listStoppable(sql));

export async function readStops(site: SiteServices, administrator: Administrator) {
  const { nights, stops } = await readStoppable(site, administrator);
  const today = dayOf(site.now());
  const cellsOf = (eventId: string | null) =>
    Object.fromEntries(
      stopKinds.map((kind) => {
        const stop = stops.find((one) => one.kind === kind && one.eventId === eventId);
        return [kind, stop ? cellOf(stop, today) : null];
      }),
    ) as Record<StopKind, StopCell | null>;
  return {
    on: stops.length,
    rows: [
      {
        id: null,
        name: texts.wholeSite,
        date: null,
        sold: counted(nights.length, "event"),
        cells: cellsOf(null),
      },
      ...nights.map((night) => ({
        id: night.id,
        name: night.name,
        date: formatShortDate(night.date),
        sold: `${night.sold} / ${night.capacity}`,
        cells: cellsOf(night.id),
      })),
    ],
  };
}

function cellOf({ id, since, reason, until }: StopDetails, today: string): StopCell {
  return {
    id,
    reason,
    since: dayOf(since) === today ? wallTimeOf(since) : formatShortDate(dayOf(since)),
    until: until && formatInstant(until),
  };
}

/** Returns what the dialog would stop, from its address. Without a kind, redirects to the list; 404: unknown night. */
export async function readStopQuestion(site: SiteServices, administrator: Administrator, url: URL) {
  const kind = stopKinds.find((one) => one === url.searchParams.get("kind"));
  const eventId = url.searchParams.get("event");
  if (!kind) throw redirect("/admin/status/stops");
  if (eventId !== null && !isUuid(eventId)) throw data(null, { status: 404 });
  const { nights } = await readStoppable(site, administrator);
  const affectedNights = nights.filter((night) => eventId === null || night.id === eventId);
  if (affectedNights.length === 0 && eventId !== null) throw data(null, { status: 404 });
  const sum = (pick: (night: (typeof nights)[number]) => number) =>
    affectedNights.reduce((all, night) => all + pick(night), 0);
  const lastHoldEnd = affectedNights
    .flatMap(({ lastHold }) => (lastHold ? [lastHold] : []))
    .sort((a, b) => b.getTime() - a.getTime())[0];
  return {
    kind,
    eventId,
    name: eventId === null ? texts.wholeSite.toLocaleLowerCase("ro") : (affectedNights[0]?.name ?? ""),
    held: sum(({ held }) => held),
    heldUntil: lastHoldEnd ? wallTimeOf(lastHoldEnd) : null,
    inLine: sum(({ inLine }) => inLine),
    left: sum(({ free }) => free),
  };
}

type StopCell = { id: string; since: string; reason: string; until: string | null };

/** A night, or (without an id) the whole site. */
export type StopRowView = Awaited<ReturnType<typeof readStops>>["rows"][number];

export type StopAnswer = {
  values: { cause: string; details: string; until: string };
  errors: Partial<Record<"cause" | "details" | "until", string>>;
  notice: string | null;
};
