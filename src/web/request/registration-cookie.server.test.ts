import { expect, test } from "vitest";
import {
  endedRegistration,
  readRegistrationCookie,
  registrationCookie,
} from "./registration-cookie.server.ts";

const token = "A".repeat(43);
const [site, own] = ["https://bilete.example", "http://127.0.0.1:3000"];

test("no script can read the token of the browser that registered, and no subdomain can set it", () => {
  expect(registrationCookie(token, site)).toBe(
    `__Host-registration=${token}; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure`,
  );
  expect(endedRegistration(own)).toBe("registration=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  expect(readRegistrationCookie(`a=1; __Host-registration=${token}; b=2`, site)).toBe(token);
  for (const header of [null, "", `registration=${token}`, "__Host-registration=x", "__Host-registration"])
    expect(readRegistrationCookie(header, site)).toBeNull();
});
