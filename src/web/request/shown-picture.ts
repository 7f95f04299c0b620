import type { EventPicture } from "#ticketing/events/event.ts";
import type { PictureView } from "#web/ui/picture.tsx";

/** A night's picture, around its middle; one with a crop of its own for wide screens was composed around its horizon. */
export function shownPicture(picture: EventPicture | null): PictureView | null {
  return (
    picture && {
      sources: [...picture.sources],
      width: picture.width,
      height: picture.height,
      position: picture.wide ? null : "center",
    }
  );
}

/** Its crop for wide screens, if it has one. */
export function widerPicture(picture: EventPicture | null): PictureView | null {
  if (!picture?.wide) return null;
  const { sources, width, height } = picture.wide;
  return { sources: [...sources], width, height, position: null };
}
