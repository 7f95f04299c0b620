import type { Services } from "#platform/services.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { testDatabase } from "./database.ts";
import { printsHere } from "./prints-here.ts";
import { openSeasonBuilder } from "./season-builder.ts";
import { testServices } from "./services.ts";

/** The APP_SECRET of a stage with keys. */
export const stageSecret = "a secret of the test, long enough";

/** A database of the file's own, its owner's season builder and connection, and the services of one process. */
export async function openStage(settings: Partial<Services["settings"]> = {}) {
  const database = await testDatabase();
  const season = await openSeasonBuilder(database.ownerUrl);
  const site = await testServices(database, settings);
  return { database, season, client: season.client, db: season.db, site };
}

/** The same with the keys that sign tickets, while emails are switched off. */
export async function openStageWithKeys() {
  const stage = await openStage();
  const keys = await openSigningKeys({ database: stage.site.database, appSecret: stageSecret });
  return {
    ...stage,
    keys,
    site: { ...stage.site, keys, pdfRenderer: printsHere, findMail: async () => undefined },
  };
}
