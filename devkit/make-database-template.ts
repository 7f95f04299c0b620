/** Part of the build: prepares the database a first start copies, so that it need not run initdb and migrations. */
import { makeDatabaseTemplate } from "#platform/database/database-template.server.ts";
import { prepareDatabase } from "#platform/database/prepare-database.server.ts";

await makeDatabaseTemplate("build/database-template", async (ownerUrl) => {
  await prepareDatabase({
    ownerUrl,
    folder: "migrations",
    rolePrefix: process.env.DATABASE_ROLE_PREFIX ?? "app",
    passwordOf: () => null,
  });
});
