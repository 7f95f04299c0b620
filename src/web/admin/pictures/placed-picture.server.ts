import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import type { PlacedPictureView } from "./picture-form.tsx";

/** The picture of a row as its field shows it. One that is not stored here (any more) is shown as none. */
export async function placedPicture(
  reader: Parameters<typeof findPicture>[0],
  row: { readonly imageUrl: string | null; readonly imagePosition: string },
): Promise<PlacedPictureView> {
  const stored = row.imageUrl === null ? undefined : await findPicture(reader, row.imageUrl);
  return {
    picture:
      stored && row.imageUrl !== null
        ? {
            url: row.imageUrl,
            sources: stored.sources.map((source) => ({ ...source })),
            width: stored.width,
            height: stored.height,
            altText: stored.altText,
            hasTitle: stored.hasTitle,
          }
        : null,
    position: row.imagePosition as ImagePosition,
  };
}
