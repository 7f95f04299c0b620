import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const production = {
  ESTIVAL_MODE: "production",
  PUBLIC_ORIGIN: "https://bilete.example",
  APP_SECRET: "0123456789abcdef0123456789abcdef",
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  DATABASE_URL: "postgres://app_login_public@db/estival",
};

const wrongOf = (env: Record<string, string>) => {
  const read = readConfig(env);
  return "problems" in read ? read.problems : [];
};

describe("configuration", () => {
  it("needs no variable for a demo on this machine", () => {
    expect(readConfig({})).toMatchObject({
      config: {
        mode: "demo",
        port: 3000,
        origin: "http://127.0.0.1:3000",
        providerRate: 24,
        holdMinutes: 30,
      },
    });
  });
  it("takes the version that a build is called by, else the release", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(readConfig({})).toMatchObject({ config: { version } });
    expect(readConfig({ ESTIVAL_VERSION: "0.2.0-club" })).toMatchObject({
      config: { version: "0.2.0-club" },
    });
  });
  it("lists every error at once", () => {
    expect(wrongOf({ PORT: "abc", HOLD_MINUTES: "31", TRUST_PROXY: "-1" })).toHaveLength(3);
    expect(wrongOf({ ESTIVAL_MODE: "production" }).length).toBeGreaterThanOrEqual(4);
  });
  it.each([
    ["NODE_ENV", "production"],
    ["STRIPE_SECRET_KEY", "sk_live_1"],
    ["STRIPE_SECRET_KEY", "rk_live_1"],
    ["HOST", "0.0.0.0"],
    ["PUBLIC_ORIGIN", "https://bilete.example"],
  ])("refuses a demo with %s=%s", (name, value) => {
    expect(wrongOf({ [name]: value, STRIPE_WEBHOOK_SECRET: "whsec_x" })).toHaveLength(1);
  });
  it("serves a demo to other machines only when two variables ask for it", () => {
    expect(wrongOf({ HOST: "0.0.0.0", ESTIVAL_DEMO_PUBLIC: "1" })).toEqual([]);
    expect(wrongOf({ HOST: "0.0.0.0", ESTIVAL_DEMO_PUBLIC: "1", NODE_ENV: "production" })).toHaveLength(1);
  });
  it("does not start without the second factor that a variable of earlier releases demanded", () => {
    expect(wrongOf({ ADMIN_SECOND_FACTOR: "required" })).toHaveLength(1);
  });
  it("accepts a complete production", () => {
    expect(wrongOf(production)).toEqual([]);
  });
  it.each([
    ["PUBLIC_ORIGIN", "http://bilete.example"],
    ["APP_SECRET", "short"],
    ["STRIPE_SECRET_KEY", ""],
    ["STRIPE_WEBHOOK_SECRET", ""],
  ])("refuses production with %s=%s", (name, value) => {
    expect(wrongOf({ ...production, [name]: value })).toHaveLength(1);
  });
});
