import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { dearest, later, seeded } from "./test/support/tiers.ts";

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
  "devkit/gallery/spoken-texts.test.tsx",
];

const common = {
  setupFiles: ["test/support/fail-on-console-error.ts"],
  // how long something takes is no assertion: these end what hangs, on a machine that is slow and busy as well
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  // the next file runs in the same process
  unstubGlobals: true,
  css: { include: [/\/type\.css/] },
};

const everything = {
  include: ["src/**/*.test.{ts,tsx}", "devkit/**/*.test.{ts,tsx}", "test/**/*.test.ts", "bin/**/*.test.ts"],
  exclude: ["**/node_modules/**", "test/outside/**", ...alone],
};

/** What TEST_TIER, which run-all.ts sets, asks for; without it every file can be named. */
const tier = {
  first: { ...everything, exclude: [...everything.exclude, ...later] },
  rest: { ...everything, include: [...later, ...seeded] },
  outside: { include: ["test/outside/**/*.test.ts"] },
}[String(process.env.TEST_TIER)];

class DearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = dearest.indexOf(relative(process.cwd(), moduleId));
      return at === -1 ? dearest.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    pool: "forks",
    // more than two cores can run at once: tests that start a site wait most of the time
    maxWorkers: 4,
    sequence: { sequencer: DearestFirst },
    globalSetup: ["test/support/global-setup.ts"],
    projects: [
      {
        test: {
          ...common,
          ...(tier ?? everything),
          name: "together",
          // a process runs many files, one after another, and imports the modules that they share once
          isolate: false,
        },
      },
      ...(process.env.TEST_TIER === "rest" || process.env.TEST_TIER === "outside"
        ? []
        : [{ test: { ...common, name: "alone", include: alone } }]),
    ],
  },
});
