import { data, redirect } from "react-router";
import type { PicturedKind } from "#ticketing/events/place-picture.server.ts";
import { officeOf } from "../administrator.server.ts";
import { artistTexts } from "../artists/artist-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { ticketTexts } from "../tickets/ticket-texts.ts";
import type { Route } from "./+types/place-picture-route.ts";
import { pictureFields, typedPicture } from "./picture-fields.ts";
import { placeSentPicture } from "./place-sent-picture.server.ts";

const picturedAddresses: readonly (readonly [
  address: RegExp,
  kind: PicturedKind,
  saved: string,
  refused: string,
])[] = [
  [/^\/admin\/artists\//, "artist", artistTexts.updated, rowSecurityTexts.artists],
  [/^\/admin\/abonamente\//, "ticket_type", ticketTexts.kind.special.updated, rowSecurityTexts.general],
  [/^\/admin\//, "ticket_type", ticketTexts.kind.every.updated, rowSecurityTexts.tickets],
];

const formPathOf = (request: Request) => new URL(request.url).pathname.replace(/\/picture(?:\.data)?$/, "");

export function loader({ params, request }: Route.LoaderArgs) {
  idOf(params);
  return redirect(formPathOf(request));
}

/** Sets the uploaded picture of an artist or a ticket type, with its alternative text. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const id = idOf(params);
  const address = formPathOf(request);
  const place = picturedAddresses.find(([pattern]) => pattern.test(address));
  const pictureValues = typedPicture(await postedForm(request, { one: pictureFields }));
  if (pictureValues.image_url_problem !== "")
    return data({ problem: pictureValues.image_url_problem }, { status: 422 });
  if (!place) throw data(null, { status: 400 });
  const [, kind, saved, refused] = place;
  const placed = await placeSentPicture(site, { actor, kind, id }, pictureValues);
  return placed === "done"
    ? redirectWithMessage(site, address, "success", saved)
    : redirectWithMessage(site, address, "error", refused);
}
