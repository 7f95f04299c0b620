import { data } from "react-router";
import { type PicturedKind, placePicture } from "#ticketing/events/place-picture.server.ts";
import { describePicture } from "#ticketing/pictures/describe-picture.server.ts";
import { imagePositions } from "#ticketing/pictures/picture.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import type { PictureValues } from "./picture-fields.ts";

type Owner = { readonly actor: Administrator; readonly kind: PicturedKind; readonly id: string };

/** Sets the picture of an artist or a ticket type. Throws 400 for values not of our forms, 404: unknown owner. */
export async function placeSentPicture(
  site: SiteServices,
  { actor, kind, id }: Owner,
  pictureValues: PictureValues,
): Promise<"done" | "not_allowed"> {
  const position = imagePositions.find((one) => one === pictureValues.image_position);
  if (!position) throw data(null, { status: 400 });
  const url = pictureValues.image_url || null;
  const placed = await placePicture(site, { actor, kind, id, url, position });
  if (!placed.ok) {
    if (placed.refusal.reason === "missing") throw data(null, { status: 404 });
    if (placed.refusal.reason === "unknown_picture") throw data(null, { status: 400 });
    return "not_allowed";
  }
  if (url !== null)
    await describePicture(site, {
      actor,
      url,
      altText: pictureValues.image_url_alt,
      hasTitle: pictureValues.image_url_titled === "1",
    });
  return "done";
}
