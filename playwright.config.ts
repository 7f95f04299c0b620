import { defineConfig } from "@playwright/test";

const phone = { name: "phone", use: { viewport: { width: 390, height: 844 } } };
const laptop = { name: "laptop", use: { viewport: { width: 1280, height: 900 } } };

export default defineConfig({
  testDir: "test/e2e",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./test/support/e2e-setup.ts",
  outputDir: "test-results",
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // the journeys are the same at both sizes; the usual run takes the one that most people hold
  projects: process.env.TEST_SCALE === "long" ? [phone, laptop] : [phone],
  use: {
    ...(process.env.SITE_ORIGIN ? { baseURL: process.env.SITE_ORIGIN } : {}),
    locale: "ro-RO",
    timezoneId: "Europe/Bucharest",
    actionTimeout: 10_000,
    trace: "retain-on-failure",
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
