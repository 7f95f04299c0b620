import { type ImagePosition, imagePositions, type ShownPicture } from "#ticketing/pictures/picture.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Administrator } from "../administrator.server.ts";
import type { PictureValues } from "./picture-fields.ts";
import type { PlacedPictureView } from "./picture-form.tsx";
import type { UploadPreview } from "./use-picture-upload.ts";

/** Returns the picture of a row for its form field. A picture that is no longer stored here is null. */
export async function placedPicture(
  reader: Parameters<typeof findPicture>[0],
  row: { readonly imageUrl: string | null; readonly imagePosition: string },
): Promise<PlacedPictureView> {
  const stored = row.imageUrl === null ? undefined : await findPicture(reader, row.imageUrl);
  return {
    picture: stored && row.imageUrl !== null ? uploadedPicture(row.imageUrl, stored) : null,
    position: row.imagePosition as ImagePosition,
  };
}

/** Returns the uploaded picture of a form that is shown again, with the typed text about it. */
export async function sentPicture(
  site: SiteServices,
  administrator: Administrator,
  pictureValues: PictureValues,
): Promise<PlacedPictureView> {
  const row = { imageUrl: pictureValues.image_url || null, imagePosition: pictureValues.image_position };
  const { picture } = await site.database.readAs(administrator, (sql) => placedPicture(sql, row));
  const typedText = {
    altText: pictureValues.image_url_alt,
    hasTitle: pictureValues.image_url_titled === "1",
  };
  return {
    position: imagePositions.find((one) => one === pictureValues.image_position) ?? "center",
    picture: picture && { ...picture, ...typedText },
  };
}

/** A stored picture as its field shows it. */
export function uploadedPicture(url: string, stored: ShownPicture): UploadPreview {
  const { sources, width, height, altText, hasTitle } = stored;
  return { url, sources: [...sources], width, height, altText, hasTitle };
}
