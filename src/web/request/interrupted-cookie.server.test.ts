import { expect, it } from "vitest";
import { interruptedCookie, readInterrupted } from "./cookies.server.ts";

const site = "https://bilete.example";
const sent = (path: string) => `a=b; ${interruptedCookie(path, site).split(";")[0]}`;

it("keeps a path of ours for as long as the link of a new password works, and nothing else whatever is sent", () => {
  expect(interruptedCookie("/events/luna?n=2", site)).toMatch(
    /^__Host-interrupted=[\w-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(readInterrupted(sent("/events/luna?n=2"), site)).toBe("/events/luna?n=2");
  for (const path of ["//altundeva.example", "https://altundeva.example", "/login?next=/a", "/", ""]) {
    expect(readInterrupted(sent(path), site)).toBe("/");
    expect(readInterrupted(`__Host-interrupted=${Buffer.from(path).toString("base64url")}`, site)).toBe("/");
  }
  for (const header of [null, "", "__Host-interrupted=%%%", "__Host-interrupted=", "interrupted=L2E"])
    expect(readInterrupted(header, site)).toBe("/");
  expect(interruptedCookie(undefined, site)).toContain("Max-Age=0");
});
