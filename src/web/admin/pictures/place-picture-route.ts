import { data, redirect } from "react-router";
import { type PicturedKind, placePicture } from "#ticketing/events/place-picture.server.ts";
import { describePicture } from "#ticketing/pictures/describe-picture.server.ts";
import { imagePositions } from "#ticketing/pictures/picture.ts";
import { siteContext } from "#web/request/request-context.ts";
import { administratorContext } from "../administrator.server.ts";
import { artistTexts } from "../artists/artist-texts.ts";
import { eventTexts } from "../events/event-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, postedForm, said } from "../posted-form.server.ts";
import { ticketTexts } from "../tickets/ticket-texts.ts";
import type { Route } from "./+types/place-picture-route.ts";

const pictured: readonly (readonly [address: RegExp, kind: PicturedKind, saved: string, refused: string])[] =
  [
    [/^\/admin\/events\//, "event", eventTexts.updated, rowSecurityTexts.events],
    [/^\/admin\/artists\//, "artist", artistTexts.updated, rowSecurityTexts.artists],
    [/^\/admin\/abonamente\//, "ticket_type", ticketTexts.kind.special.updated, rowSecurityTexts.special],
    [/^\/admin\//, "ticket_type", ticketTexts.kind.every.updated, rowSecurityTexts.tickets],
  ];

const formOf = (request: Request) => new URL(request.url).pathname.replace(/\/picture(?:\.data)?$/, "");

export function loader({ params, request }: Route.LoaderArgs) {
  idOf(params);
  return redirect(formOf(request));
}

/** Gives a night, an artist or a ticket type the uploaded picture and what is said of it. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const id = idOf(params);
  const address = formOf(request);
  const found = pictured.find(([pattern]) => pattern.test(address));
  const form = await postedForm(request, {
    one: ["image_url", "image_url_alt", "image_url_titled", "image_url_problem", "image_position"],
  });
  const problem = form.text("image_url_problem");
  if (problem !== "") return data({ problem }, { status: 422 });
  const position = imagePositions.find((one) => one === form.text("image_position"));
  if (!position || !found) throw data(null, { status: 400 });
  const [, kind, saved, refused] = found;
  const url = form.text("image_url") || null;
  const placed = await placePicture(site, { actor, kind, id, url, position });
  if (!placed.ok) {
    if (placed.refusal.reason === "missing") throw data(null, { status: 404 });
    if (placed.refusal.reason === "unknown_picture") throw data(null, { status: 400 });
    return said(site, address, "error", refused);
  }
  if (url !== null)
    await describePicture(site, {
      ...{ actor, url, altText: form.text("image_url_alt") },
      hasTitle: form.text("image_url_titled") === "1",
    });
  return said(site, address, "success", saved);
}
