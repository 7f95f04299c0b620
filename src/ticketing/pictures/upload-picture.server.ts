import { randomUUID } from "node:crypto";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import type { DrawnPicture, DrawRefusal } from "#platform/storage/image-converter.server.ts";
import { pictureKindOf, pictureKinds } from "#platform/storage/picture-format.ts";
import { StorageFull, StorageUnavailable } from "#platform/storage/picture-storage.ts";
import { idOfRequest } from "#ticketing/forms/request-id.server.ts";
import { lengths, limits } from "#ticketing/limits.ts";
import { mayDo, notAllowed } from "#ticketing/rights/act-rights.ts";
import { mayStillDo } from "#ticketing/rights/may-still-do.server.ts";
import { isPictureFolder, type PictureSource, type ShownPicture } from "./picture.ts";
import { lightOf } from "./picture-light.ts";
import type { PictureServices } from "./picture-services.server.ts";
import { countRecentUploads, findUploaded, insertPicture, sumStoredBytes } from "./picture-store.server.ts";

export type UploadRequest = {
  readonly actor: Actor;
  /** One of `pictureFolders`; any other is refused. */
  readonly folder: string;
  readonly bytes: Uint8Array;
  /** What the picture shows, in words; at most `lengths.altText` characters are kept. */
  readonly altText: string;
  /** A random text made by the browser, the same for one click and its retries. */
  readonly requestKey?: string | null;
};

export type UploadRefusal =
  | DrawRefusal
  | {
      readonly reason:
        | "not_allowed"
        | "unknown_folder"
        | "too_large"
        | "kind_refused"
        | "too_often"
        | "storage_full"
        | "storage_unavailable";
    };

export type UploadedPicture = ShownPicture & { readonly url: string; readonly light: string };

/**
 * Stores a picture, converted by us, under a random name with the extension of its real kind, and beside it WebP in
 * several widths; the uploaded bytes are not kept. Refuses content that is not JPG, PNG or WebP, and too large
 * pictures, too many uploads, or a storage in trouble. The same picture with the same request key is stored once.
 */
export async function uploadPicture(
  services: PictureServices,
  { actor, folder, bytes, altText, requestKey = null }: UploadRequest,
): Promise<Outcome<UploadedPicture, UploadRefusal>> {
  if (!mayDo(actor, "upload-picture")) return refused(notAllowed);
  if (!isPictureFolder(folder)) return refused({ reason: "unknown_folder" });
  if (bytes.length > limits.uploadBytes) return refused({ reason: "too_large" });
  if (!pictureKindOf(bytes)) return refused({ reason: "kind_refused" });
  const id = requestKey === null ? randomUUID() : idOfRequest(actor.userId, folder, requestKey, bytes);
  const stem = `${folder}/${id}`;
  const urls = pictureKinds.map((kind) => services.storage.urlOf(`${stem}.${kind}`));
  const uploadState = await services.database.readAs(actor, async (sql) => ({
    same: await findUploaded(sql, urls),
    recent: await countRecentUploads(sql, actor.userId),
    stored: await sumStoredBytes(sql),
  }));
  if (uploadState.same) return done(uploadState.same);
  if (uploadState.recent >= limits.uploadsPerAccountAndMinute) return refused({ reason: "too_often" });
  if (uploadState.stored >= limits.storedPictureBytes) return refused({ reason: "storage_full" });

  const drawn = await services.imageConverter.draw(bytes);
  if (!drawn.ok) return drawn;

  // Files first: so a row never names a missing file, and the sweep deletes files without a row.
  const files = filesOf(drawn.value, stem);
  const names = files.map((file) => file.name);
  try {
    for (const file of files) await services.storage.put(file.name, file.bytes);
    await faultPoint("picture.stored");
    const { url, sources } = addressesOf(files, services);
    const { width, height, colour } = drawn.value;
    const picture = {
      url,
      width,
      height,
      sources,
      altText: altText.trim().slice(0, lengths.altText),
      light: lightOf(colour),
    };
    const size = files.reduce((total, file) => total + file.bytes.length, 0);
    const isNew = await services.database.withActor(actor, async (sql) =>
      (await mayStillDo(sql, actor, "upload-picture"))
        ? insertPicture(sql, actor, { ...picture, id, bytes: size })
        : "not allowed",
    );
    if (isNew === "not allowed") return refused(notAllowed);
    const same = isNew ? undefined : await services.database.readAs(actor, (sql) => findUploaded(sql, urls));
    return done(same ?? { ...picture, hasTitle: false, wide: null });
  } catch (error) {
    // the sweep deletes what cannot be deleted now, and files that another request with the same key may still need
    if (requestKey === null)
      await services.storage
        .remove(names)
        .catch((failure: unknown) =>
          services.log.warn({ error: String(failure) }, "files of a picture could not be deleted"),
        );
    if (error instanceof StorageFull) return refused({ reason: "storage_full" });
    if (error instanceof StorageUnavailable) {
      services.log.error({ error: error.message }, "a picture could not be stored");
      return refused({ reason: "storage_unavailable" });
    }
    throw error;
  }
}

type File = { readonly name: string; readonly width: number; readonly bytes: Uint8Array };

function filesOf(drawn: DrawnPicture, stem: string): [File, ...File[]] {
  return [
    { name: `${stem}.${drawn.kind}`, width: drawn.width, bytes: drawn.bytes },
    ...drawn.variants.map(({ width, bytes }) => ({ name: `${stem}-${width}.webp`, width, bytes })),
  ];
}

function addressesOf(
  [original, ...variants]: [File, ...File[]],
  { storage }: PictureServices,
): { url: string; sources: PictureSource[] } {
  return {
    url: storage.urlOf(original.name),
    sources: variants.map(({ name, width }) => ({ url: storage.urlOf(name), width })),
  };
}
