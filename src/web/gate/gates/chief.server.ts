import { data, redirect } from "react-router";
import { isUuid, newId, type Uuid } from "#kernel/id.ts";
import { formatDayAndMonth, formatWeekday } from "#kernel/time.ts";
import { findNightOfGates, type NightOfGates } from "#ticketing/gate/gate-queries.server.ts";
import { type Act, mayDo } from "#ticketing/rights/act-rights.ts";
import { cookieLine, readCookie } from "#web/request/own-cookie.server.ts";
import type { RouteArgs } from "#web/request/password-again.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath } from "#web/request/responses.server.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { gateTexts } from "../gate-texts.ts";

export type DoorPerson = Visitor & { kind: "person" };

/** The signed-in person, who may do this act at the door. Others are redirected to the login or refused. */
export function requireDoorPerson({ context, request }: RouteArgs, act: Act): DoorPerson {
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request));
  if (!mayDo(visitor, act)) throw data(null, { status: 403 });
  return visitor;
}

/** The signed-in person, who may lead the door. Others are redirected to the login or refused. */
export const requireChief = (args: RouteArgs) => requireDoorPerson(args, "save-gate");

/**
 * Whether the pages of the door name this night's people to this person: to a chief around the evening only, so that
 * nobody at the door reads the names of the whole season; always to an account that may export all purchases.
 */
const mayReadPeople = (person: DoorPerson, night: NightOfGates) =>
  night.isAtDoor || mayDo(person, "export-purchases");

/** The signed-in chief at a night whose people the page names; others and drafts are missing. */
export async function requireChiefAtNight(args: RouteArgs & Parameters<typeof nightIdOf>[0]) {
  const chief = requireChief(args);
  const id = nightIdOf(args);
  const { database } = args.context.get(siteContext);
  const night = await database.readAs(chief, (sql) => findNightOfGates(sql, id));
  if (!night || !mayReadPeople(chief, night)) throw data(null, { status: 404 });
  return { chief, id, night };
}

export function nightIdOf({ params }: { readonly params: { readonly id?: string } }): Uuid {
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  return params.id;
}

/** Returns the night for the head of the chief's pages. */
export function doorNight(person: DoorPerson, id: Uuid, night: NightOfGates) {
  const { title, date, isCancelled } = night;
  const day = `${formatWeekday(date)}, ${formatDayAndMonth(date)}`;
  return {
    id,
    title,
    namesPeople: mayReadPeople(person, night),
    when: isCancelled ? `${day} · ${gateTexts.cancelled}` : day,
  };
}

/** Returns the typed text of a field, at most 5000 characters; "" without one. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim().slice(0, 5000) : "";
}

/** Returns the device of a request: an id in its own cookie, made at the first visit. */
export function readDevice(request: Request, siteOrigin: string): { id: Uuid; isNew: boolean } {
  const header = request.headers.get("cookie");
  const found = readCookie(header, "gate-device", { siteOrigin, isOurs: isUuid });
  return isUuid(found) ? { id: found, isNew: false } : { id: newId(), isNew: true };
}

/** The Set-Cookie line of the device, for the whole site: JavaScript requests /gate.data, not below /gate. */
export function deviceCookie(id: Uuid, siteOrigin: string): string {
  return cookieLine("gate-device", id, { siteOrigin, sameSite: "Strict" });
}
