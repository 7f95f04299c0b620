import { expect, test } from "vitest";
import { readRegistrationCookie, registrationCookie } from "./cookies.server.ts";
import { endedCookie } from "./own-cookie.server.ts";

const token = "A".repeat(43);
const [site, own] = ["https://bilete.example", "http://127.0.0.1:3000"];
const kept = { browser: token, email: "ană@plajă.example", returnTo: "/events/1?quantity=2#bilete" };

test("no script can read what the browser that registered keeps, and no subdomain can set it", () => {
  const line = registrationCookie(kept, site);
  const [, value] =
    /^__Host-registration=([\w.-]+); Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/.exec(line) ??
    [];
  expect(readRegistrationCookie(`a=1; __Host-registration=${value}; b=2`, site)).toEqual(kept);
  expect(endedCookie("registration", own)).toBe("registration=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  for (const header of [null, "", `registration=${token}`, "__Host-registration=x", "__Host-registration"])
    expect(readRegistrationCookie(header, site)).toBeNull();
});

test("the cookie of an older build, which is the token alone, still opens the email's link", () => {
  expect(readRegistrationCookie(`registration=${token}`, own)).toEqual({
    browser: token,
    email: "",
    returnTo: "/",
  });
});

test("a cookie that somebody changed leads to no other site and breaks nothing", () => {
  const changed = (rest: unknown) =>
    readRegistrationCookie(
      `registration=${token}.${Buffer.from(JSON.stringify(rest)).toString("base64url")}`,
      own,
    );
  expect(changed(["a@b.ro", "//rau.example"])).toEqual({ browser: token, email: "a@b.ro", returnTo: "/" });
  for (const rest of [null, {}, [1, 2], ["a"], ["a@b.ro", "/", 3], ["x".repeat(501), "/events"]])
    expect(changed(rest)).toEqual({ browser: token, email: "", returnTo: "/" });
  for (const broken of ["!", "%", "bnVsbA", ".", "a.b"])
    expect(readRegistrationCookie(`registration=${token}.${broken}`, own)?.returnTo).toBe("/");
});
