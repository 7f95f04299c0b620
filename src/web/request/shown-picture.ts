import type { EventPicture } from "#ticketing/events/event.ts";
import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import type { PictureView } from "#web/ui/picture.tsx";

/** Returns a picture, cropped around its position, else its middle; one with an own wide crop keeps that. */
export function shownPicture(
  picture: EventPicture | null,
  position: ImagePosition = "center",
): PictureView | null {
  return (
    picture && {
      sources: [...picture.sources],
      width: picture.width,
      height: picture.height,
      position: picture.wide ? null : position,
      alt: picture.altText,
    }
  );
}

/** Returns the picture's crop for wide screens; null when it has none. */
export function widerPicture(picture: EventPicture | null): PictureView | null {
  if (!picture?.wide) return null;
  const { sources, width, height } = picture.wide;
  return { sources: [...sources], width, height, position: null };
}
