import { expect, test } from "vitest";
import { endedRegistration, readRegistration, registrationCookie } from "./registration-cookie.server.ts";

const mark = "A".repeat(43);
const [site, own] = ["https://bilete.example", "http://127.0.0.1:3000"];

test("the mark of the browser that registered is read by nobody's script, and set by no subdomain", () => {
  expect(registrationCookie(mark, site)).toBe(
    `__Host-registration=${mark}; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure`,
  );
  expect(endedRegistration(own)).toBe("registration=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  expect(readRegistration(`a=1; __Host-registration=${mark}; b=2`, site)).toBe(mark);
  for (const header of [null, "", `registration=${mark}`, "__Host-registration=x", "__Host-registration"])
    expect(readRegistration(header, site)).toBeNull();
});
