import { defineConfig } from "drizzle-kit";

// `npx drizzle-kit generate --name what-changes` writes the next migration from the tables and the newest snapshot; read it
// before committing, and delete the snapshot before it.
export default defineConfig({
  dialect: "postgresql",
  schema: ["./src/platform/**/*-tables.server.ts", "./src/ticketing/**/*-tables.server.ts"],
  out: "./migrations",
});
