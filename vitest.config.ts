import { defineConfig } from "vitest/config";

/**
 * These replace a module, count what one keeps in memory, or say where one fails: what they import must not have been used
 * before, nor stay for another file.
 */
const alone = [
  "src/kernel/written-values.test.ts",
  "src/web/admin/catalogue-screens.test.ts",
  "src/web/admin/money-screens.test.tsx",
  "src/web/request/page-cache.server.test.ts",
  "devkit/gallery/artist-groups.test.tsx",
];

const common = {
  setupFiles: ["test/support/fail-on-console-error.ts"],
  // how long something takes is no assertion: these end what hangs, on a machine that is slow and busy as well
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // the next file runs in the same process
  unstubGlobals: true,
  css: { include: [/\/type\.css/] },
};

export default defineConfig({
  test: {
    pool: "forks",
    // more than two cores can run at once: tests that start a site wait most of the time
    maxWorkers: 4,
    globalSetup: ["test/support/global-setup.ts"],
    projects: [
      {
        test: {
          ...common,
          name: "together",
          include: [
            "src/**/*.test.{ts,tsx}",
            "devkit/**/*.test.{ts,tsx}",
            "test/**/*.test.ts",
            "bin/**/*.test.ts",
          ],
          exclude: [...alone, "**/node_modules/**"],
          // a process runs many files, one after another, and imports the modules that they share once
          isolate: false,
        },
      },
      { test: { ...common, name: "alone", include: alone } },
    ],
  },
});
