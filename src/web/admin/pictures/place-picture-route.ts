import { data, redirect } from "react-router";
import type { PicturedKind } from "#ticketing/events/place-picture.server.ts";
import { officeOf } from "../administrator.server.ts";
import { artistTexts } from "../artists/artist-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, postedForm, said } from "../posted-form.server.ts";
import { ticketTexts } from "../tickets/ticket-texts.ts";
import type { Route } from "./+types/place-picture-route.ts";
import { pictureFields, typedPicture } from "./picture-fields.ts";
import { placeSentPicture } from "./place-sent-picture.server.ts";

const pictured: readonly (readonly [address: RegExp, kind: PicturedKind, saved: string, refused: string])[] =
  [
    [/^\/admin\/artists\//, "artist", artistTexts.updated, rowSecurityTexts.artists],
    [/^\/admin\/abonamente\//, "ticket_type", ticketTexts.kind.special.updated, rowSecurityTexts.special],
    [/^\/admin\//, "ticket_type", ticketTexts.kind.every.updated, rowSecurityTexts.tickets],
  ];

const formOf = (request: Request) => new URL(request.url).pathname.replace(/\/picture(?:\.data)?$/, "");

export function loader({ params, request }: Route.LoaderArgs) {
  idOf(params);
  return redirect(formOf(request));
}

/** Sets the uploaded picture of an artist or a ticket type, with its alternative text. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = idOf(params);
  const address = formOf(request);
  const found = pictured.find(([pattern]) => pattern.test(address));
  const sent = typedPicture(await postedForm(request, { one: pictureFields }));
  if (sent.image_url_problem !== "") return data({ problem: sent.image_url_problem }, { status: 422 });
  if (!found) throw data(null, { status: 400 });
  const [, kind, saved, refused] = found;
  const placed = await placeSentPicture(site, { actor, kind, id }, sent);
  return placed === "done" ? said(site, address, "success", saved) : said(site, address, "error", refused);
}
