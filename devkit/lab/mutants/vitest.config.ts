import { defineConfig } from "vitest/config";

/** The tests of rules: those that need no database, and so none of the suite's preparation. */
export default defineConfig({
  test: { include: ["**/*.test.ts"], exclude: ["**/*.server.test.ts"] },
});
