import { data, redirect } from "react-router";
import { type PictureBearer, placePicture } from "#ticketing/events/place-picture.server.ts";
import { describePicture } from "#ticketing/pictures/describe-picture.server.ts";
import { imagePositions } from "#ticketing/pictures/picture.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { administratorContext } from "../administrator.server.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, postedForm } from "../posted-form.server.ts";
import type { Route } from "./+types/place-picture-route.ts";

const bearers: readonly (readonly [
  address: RegExp,
  bearer: PictureBearer,
  saved: string,
  refused: string,
])[] = [
  [/^\/admin\/events\//, "event", "Event updated successfully", rowSecurityTexts.events],
  [/^\/admin\/artists\//, "artist", "Artist updated successfully", rowSecurityTexts.artists],
  [
    /^\/admin\/abonamente\//,
    "ticket_type",
    "Abonamentul a fost actualizat cu succes",
    rowSecurityTexts.special,
  ],
  [/^\/admin\//, "ticket_type", "Bilet actualizat cu succes", rowSecurityTexts.tickets],
];

const formOf = (request: Request) => new URL(request.url).pathname.replace(/\/picture(?:\.data)?$/, "");

export function loader({ params, request }: Route.LoaderArgs) {
  idOf(params);
  return redirect(formOf(request));
}

/** Gives a night, an artist or a ticket type the picture that was uploaded, and what it shows in words. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const id = idOf(params);
  const address = formOf(request);
  const found = bearers.find(([pattern]) => pattern.test(address));
  const form = await postedForm(request, {
    one: ["image_url", "image_url_alt", "image_url_problem", "image_position"],
  });
  const problem = form.text("image_url_problem");
  if (problem !== "") return data({ problem }, { status: 422 });
  const position = imagePositions.find((one) => one === form.text("image_position"));
  if (!position || !found) throw data(null, { status: 400 });
  const [, bearer, saved, refused] = found;
  const url = form.text("image_url") || null;
  const placed = await placePicture(site, { actor, bearer, id, url, position });
  if (!placed.ok) {
    if (placed.refusal.reason === "missing") throw data(null, { status: 404 });
    if (placed.refusal.reason === "unknown_picture") throw data(null, { status: 400 });
    return seeOther(address, { origin: site.origin, flash: { kind: "error", text: refused } });
  }
  if (url !== null) await describePicture(site, { actor, url, altText: form.text("image_url_alt") });
  site.pages.dropAll();
  return seeOther(address, { origin: site.origin, flash: { kind: "success", text: saved } });
}
