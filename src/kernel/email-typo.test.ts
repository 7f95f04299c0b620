import { expect, it } from "vitest";
import { likelyEmail } from "./email-typo.ts";

it("asks about one slip in a usual domain, and about no domain that exists", () => {
  const asked = ["gmial.com", "gmai.com", "gmail.con", "gmaill.com", "yahoo.con", "yaho.ro", "hotmial.com"];
  expect(asked.map((domain) => likelyEmail(`ana@${domain}`))).toEqual(
    ["gmail.com", "gmail.com", "gmail.com", "gmail.com", "yahoo.com", "yahoo.ro", "hotmail.com"].map(
      (domain) => `ana@${domain}`,
    ),
  );
  for (const domain of ["gmail.com", "ymail.com", "mail.com", "yahoo.ro", "exemplu.ro", "plaja.com"])
    expect(likelyEmail(`ana@${domain}`)).toBeNull();
});
