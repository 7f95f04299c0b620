import { defineConfig } from "@playwright/test";
import { ownSite } from "./test/support/own-site.ts";

const phone = { name: "phone", use: { viewport: { width: 390, height: 844 } } };
const laptop = { name: "laptop", use: { viewport: { width: 1280, height: 900 } } };

const wide = { ...laptop, grep: /@sizes/ };

/**
 * Everything as most people hold it, and what has the tag @sizes on a wide screen too. Before a push, some journeys alone
 * (@first), one of each kind of person and way.
 */
function projectsOf(tier: string | undefined) {
  if (tier === "first") return [{ ...phone, grep: /@first/ }];
  if (tier === "rest") return [{ ...phone, grepInvert: /@first/ }, wide];
  return [phone, process.env.TEST_SCALE === "long" ? laptop : wide];
}

const site = ownSite();

export default defineConfig({
  testDir: "test/e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./test/support/e2e-setup.ts",
  outputDir: "test-results",
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // they end what hangs; a slow and busy machine is no fault
  timeout: 120_000,
  expect: { timeout: 20_000 },
  projects: projectsOf(process.env.TEST_TIER),
  use: {
    ...(site ? { baseURL: site.origin } : {}),
    locale: "ro-RO",
    timezoneId: "Europe/Bucharest",
    actionTimeout: 20_000,
    // a trace costs a third of the processor time of a run: TRACE=1 keeps one of each test that fails
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
