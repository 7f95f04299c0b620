import { expect, test } from "vitest";
import { fillTemplate } from "../fill-template.ts";
import { accountLetters } from "./account-letters.ts";

const club = { name: "Club", trader: "", address: "", email: "" };
const frame = { club, origin: "https://bilete.example", holdMinutes: 30 };

test("an email to an address that opens the account no more says to answer it, first, and leads to no new password", () => {
  const values = { customer_name: "Ana", action_url: "https://bilete.example/login?mode=forgot" };
  const { text, html } = fillTemplate(accountLetters.address_changed(frame), values);
  for (const words of [text, html]) {
    expect(words).not.toContain("parolă");
    expect(words).not.toContain("mode=forgot");
    expect(words.indexOf("răspunde la acest email")).toBeGreaterThan(-1);
    expect(words.indexOf("răspunde la acest email")).toBeLessThan(words.indexOf("are de acum altă adresă"));
  }
});
