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
  // they end what hangs; a slow and busy machine is no fault
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // everything as most people hold it; the ways of a customer, marked @sizes, on a wide screen too
  projects: [phone, process.env.TEST_SCALE === "long" ? laptop : { ...laptop, grep: /@sizes/ }],
  use: {
    ...(process.env.SITE_ORIGIN ? { baseURL: process.env.SITE_ORIGIN } : {}),
    locale: "ro-RO",
    timezoneId: "Europe/Bucharest",
    actionTimeout: 20_000,
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
