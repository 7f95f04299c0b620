import type { Services } from "#platform/services.ts";
import type { ImageConverter } from "#platform/storage/image-converter.server.ts";
import type { PictureStorage } from "#platform/storage/picture-storage.ts";

export type PictureServices = Pick<Services, "database" | "log"> & {
  readonly storage: PictureStorage;
  readonly imageConverter: ImageConverter;
};
