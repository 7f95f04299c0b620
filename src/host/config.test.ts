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
  return "wrong" in read ? read.wrong : [];
};

describe("configuration", () => {
  it("takes a socket that was opened for this process or for the command that started it, and no other", () => {
    const socketOf = (env: Record<string, string>) => {
      const read = readConfig(env);
      return "config" in read ? read.config.socket : read.wrong;
    };
    expect(socketOf({ LISTEN_FDS: "1", LISTEN_PID: String(process.pid) })).toBe(3);
    expect(socketOf({ LISTEN_FDS: "1", LISTEN_PID: String(process.ppid) })).toBe(3);
    // it was opened for another process, and this number may be any file
    expect(socketOf({ LISTEN_FDS: "1", LISTEN_PID: "1" })).toBeUndefined();
    expect(socketOf({ LISTEN_FDS: "1" })).toBeUndefined();
    expect(socketOf({ LISTEN_FDS: "0", LISTEN_PID: String(process.pid) })).toBeUndefined();
  });

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
  it("accepts a complete production", () => {
    expect(wrongOf(production)).toEqual([]);
  });
  it.each([
    ["postgresql://second:5433/estival", 0],
    ["postgresql://second/estival?sslmode=require", 0],
    ["postgresql:///estival?host=/run/postgresql", 0],
    ["second:5433", 1],
    ["postgresql://second", 1],
    ["https://second/estival", 1],
    ["postgresql://app_login_office@second/estival", 1],
    ["postgresql://app_login_office:x@second/estival", 1],
    ["postgresql:///estival?host=/run/postgresql&user=app_login_office", 1],
  ])("DATABASE_READ_URL=%s says where a server is, and not who connects", (DATABASE_READ_URL, wrong) => {
    expect(wrongOf({ ...production, DATABASE_READ_URL })).toHaveLength(wrong);
  });
  it("refuses a server for reading beside the embedded database", () => {
    expect(wrongOf({ DATABASE_READ_URL: "postgresql://second/estival" })).toEqual([
      "DATABASE_URL is needed beside DATABASE_READ_URL",
    ]);
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
