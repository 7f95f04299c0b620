import type { Services } from "#platform/services.ts";
import type { PictureStorage } from "#platform/storage/picture-storage.ts";
import type { PictureWorkshop } from "#platform/storage/picture-workshop.server.ts";

/** What acts about pictures are given. */
export type PictureServices = Pick<Services, "database" | "log"> & {
  readonly storage: PictureStorage;
  readonly workshop: PictureWorkshop;
};
