import { createHash } from "node:crypto";
import { composedJpeg, type Focus } from "#platform/storage/composed-jpeg.server.ts";
import { type PictureStorage, StorageFull, StorageUnavailable } from "#platform/storage/picture-storage.ts";
import { estivalLook, type Look } from "#ticketing/content/brand.ts";
import type { EventSummary } from "#ticketing/events/event.ts";
import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { type SharedNight, shareDrawing, shareSize } from "./share-drawing.server.ts";

/** Raise this number when the drawing changes, so that older stored pictures are not used any more. */
const edition = 1;

export type ShareServices = {
  readonly storage: PictureStorage;
  /** The bytes of the picture at an address; undefined when there is none. */
  readonly pictureBytes: (url: string) => Promise<Uint8Array | undefined>;
};

/** Draws each preview picture once, even for many requests at once. */
export type ShareRenderer = {
  /** A JPEG of 1200 by 630: the night's picture, title, date and place. */
  pictureOf(event: EventSummary, club: string, look?: Look): Promise<Buffer>;
};

/** A key of 36 characters that changes with the look of the picture. It ends its address and names its file. */
export function sharePictureKey(event: EventSummary, club: string, look: Look = estivalLook): string {
  const texts = [edition, club, event.id, event.title, event.date, event.time, event.location, event.light];
  const clubLook = [look.light, look.signal, look.logo !== null];
  const looks = [
    event.isCancelled,
    pictureUrl(event),
    event.imagePosition,
    ...(clubLook.some(Boolean) ? clubLook : []),
  ];
  const hash = createHash("sha256")
    .update(JSON.stringify([...texts, ...looks]))
    .digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ].join("-");
}

/**
 * Draws each picture at its first request, never two at once, and stores it beside the uploads. No row names it, so
 * the sweep removes it after a day; the next request draws it again.
 */
export function openShareRenderer({ storage, pictureBytes }: ShareServices): ShareRenderer {
  const picturesInProgress = new Map<string, Promise<Buffer>>();
  let lastDrawing: Promise<unknown> = Promise.resolve();

  async function draw(name: string, event: EventSummary, shared: SharedNight): Promise<Buffer> {
    const jpeg = await composePicture(shared, event, pictureBytes);
    try {
      await storage.put(name, jpeg);
    } catch (error) {
      // The picture is shown anyway; the next request draws it again.
      if (!(error instanceof StorageFull || error instanceof StorageUnavailable)) throw error;
    }
    return jpeg;
  }

  return {
    async pictureOf(event, club, look = estivalLook) {
      const name = `share/${sharePictureKey(event, club, look)}.jpg`;
      const pictureInProgress = picturesInProgress.get(name);
      if (pictureInProgress) return pictureInProgress;
      const drawnPicture = storage.read(name).then((storedPicture) => {
        if (storedPicture) return storedPicture;
        const drawing = lastDrawing.then(() => draw(name, event, { ...event, club, look }));
        lastDrawing = drawing.catch(() => {});
        return drawing;
      });
      picturesInProgress.set(name, drawnPicture);
      try {
        return await drawnPicture;
      } finally {
        picturesInProgress.delete(name);
      }
    },
  };
}

async function composePicture(
  shared: SharedNight,
  event: EventSummary,
  pictureBytes: ShareServices["pictureBytes"],
): Promise<Buffer> {
  const url = pictureUrl(event);
  const bytes = url ? await pictureBytes(url) : undefined;
  if (!bytes) return composedJpeg({ ...shareSize, picture: null, drawing: shareDrawing(shared, "sky") });
  // A wide crop is used whole. Of an upright picture the chosen part is kept.
  const focus = event.picture?.wide ? "centre" : focusOf(event.imagePosition);
  const drawing = shareDrawing(shared, "picture");
  return composedJpeg({ ...shareSize, picture: { bytes, focus }, drawing });
}

/** Undefined when the picture already shows the title. */
function pictureUrl({ picture }: EventSummary): string | undefined {
  if (picture?.hasTitle) return undefined;
  return (picture?.wide ?? picture)?.sources.at(-1)?.url;
}

function focusOf(position: ImagePosition): Focus {
  const down = position.includes("top") ? "north" : position.includes("bottom") ? "south" : "";
  const across = position.includes("left") ? "west" : position.includes("right") ? "east" : "";
  return `${down}${across}` === "" ? "centre" : (`${down}${across}` as Focus);
}
