import { createHash } from "node:crypto";
import { composedJpeg, type Focus } from "#platform/storage/composed-jpeg.server.ts";
import { type PictureStorage, StorageFull } from "#platform/storage/picture-storage.ts";
import type { EventSummary } from "#ticketing/events/event.ts";
import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { type SharedNight, shareDrawing, shareSize } from "./share-drawing.server.ts";

/** Changes with the drawing itself, so that what was kept before is not taken for what is drawn now. */
const edition = 1;

export type ShareDoors = {
  readonly storage: PictureStorage;
  /** The bytes behind the address of a picture; undefined where there are none. */
  readonly pictureBytes: (url: string) => Promise<Uint8Array | undefined>;
};

/** Makes each shared picture once, however many ask at once. */
export type ShareStudio = {
  /** A JPEG of 1200 by 630: the night's picture, title, date and place. */
  pictureOf(event: EventSummary, club: string): Promise<Buffer>;
};

/** What tells one look of a night from another, in 36 characters: the end of its address, and the name of its file. */
export function shareLook(event: EventSummary, club: string): string {
  const told = [edition, club, event.id, event.title, event.date, event.time, event.location, event.light];
  const seen = [event.isCancelled, pictureUrl(event), event.imagePosition];
  const hash = createHash("sha256")
    .update(JSON.stringify([...told, ...seen]))
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
 * Pictures are drawn when somebody asks for the first time, one after the other, and kept beside the uploads. No row
 * names them: the sweep takes a day-old one away, and with it whatever a night does not look like any more; who asks
 * again has it drawn again.
 */
export function openShareStudio({ storage, pictureBytes }: ShareDoors): ShareStudio {
  const underWay = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  async function draw(name: string, event: EventSummary, club: string): Promise<Buffer> {
    const jpeg = await composed({ ...event, club }, event, pictureBytes);
    try {
      await storage.put(name, jpeg);
    } catch (error) {
      // it is shown all the same, and drawn anew for the next
      if (!(error instanceof StorageFull)) throw error;
    }
    return jpeg;
  }

  return {
    async pictureOf(event, club) {
      const name = `share/${shareLook(event, club)}.jpg`;
      const begun = underWay.get(name);
      if (begun) return begun;
      const found = storage.read(name).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
        const mine = last.then(() => draw(name, event, club));
        last = mine.catch(() => {});
        return mine;
      });
      underWay.set(name, found);
      try {
        return await found;
      } finally {
        underWay.delete(name);
      }
    },
  };
}

async function composed(
  shared: SharedNight,
  event: EventSummary,
  pictureBytes: ShareDoors["pictureBytes"],
): Promise<Buffer> {
  const url = pictureUrl(event);
  const bytes = url ? await pictureBytes(url) : undefined;
  if (!bytes) return composedJpeg({ ...shareSize, picture: null, drawing: shareDrawing(shared, "sky") });
  // a crop that was made for wide screens is whole; of an upright picture the place that was chosen is kept
  const focus = event.picture?.wide ? "centre" : focusOf(event.imagePosition);
  const drawing = shareDrawing(shared, "picture");
  return composedJpeg({ ...shareSize, picture: { bytes, focus }, drawing });
}

function pictureUrl({ picture }: EventSummary): string | undefined {
  return (picture?.wide ?? picture)?.sources.at(-1)?.url;
}

function focusOf(position: ImagePosition): Focus {
  const down = position.includes("top") ? "north" : position.includes("bottom") ? "south" : "";
  const across = position.includes("left") ? "west" : position.includes("right") ? "east" : "";
  return `${down}${across}` === "" ? "centre" : (`${down}${across}` as Focus);
}
