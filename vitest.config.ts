import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}", "devkit/**/*.test.ts", "test/**/*.test.ts", "bin/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/fail-on-console-error.ts"],
    // how long something takes is no assertion: these end what hangs, on a machine that is slow and busy as well
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
