import { expect, test } from "vitest";
import { askAddressChange } from "#platform/identity/accounts/change-address.server.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, siteOrigin, testAccounts } from "#test/support/accounts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { accountTexts } from "./account-texts.ts";
import { confirm } from "./confirm.server.ts";

const { identity, person, logIn, lettersTo } = await testAccounts();
const site = { identity, origin: siteOrigin } as SiteServices;
const email = "ana.pop@club.example";
const newEmail = "ana.noua@club.example";
const { userId } = await person(email);
const opened = await logIn(email);
if (!opened.ok) throw new Error("no session");
const sessionHash = hashOfToken(opened.value.token);
const asked = await askAddressChange(identity, {
  userId: opened.value.userId,
  sessionHash,
  email,
  newEmail,
  address: "",
});
if (!asked.ok) throw new Error(asked.refusal);
const token = new URL((await lettersTo(newEmail))[0]?.link ?? "").searchParams.get("token") ?? "";

/** The answer of the page in a browser where nobody is signed in. */
async function submit(fields: Record<string, string>) {
  const body = new URLSearchParams({ token, ...fields });
  const request = new Request(`${siteOrigin}/confirm`, { method: "POST", body });
  const answer = await confirm(site, request, { kind: "anonymous" });
  if (answer instanceof Response) throw new Error("led to another page");
  return { status: answer.init?.status, view: answer.data };
}

test("the link of a new address asks everybody except its owner for the account's password, and offers nothing else", async () => {
  const view = { kind: "move", token, from: "a•••@club.example", email: newEmail, asks: "password" };
  for (const intent of ["", "ask-password", "ask-new"])
    expect(await submit({ intent })).toEqual({ status: 200, view: { ...view, error: undefined } });
  expect(await submit({ intent: "password", password: "ghicit gresit" })).toEqual({
    status: 401,
    view: { ...view, error: accountTexts.moveWrongPassword },
  });
  const newPerson = { full_name: "Un Străin", phone: "0722 000 000", confirm_password: "parola unui strain" };
  const taken = await submit({ intent: "new", password: "parola unui strain", ...newPerson });
  expect(taken).toEqual({ status: 400, view: { kind: "over" } });
  expect(await findSession(identity, sessionHash)).toMatchObject({ userId, email });
  expect(await submit({ intent: "password", password: goodPassword })).toEqual({
    status: 200,
    view: { kind: "confirmed", email: newEmail, isSignedIn: false },
  });
  expect(await findSession(identity, sessionHash)).toMatchObject({ userId, email: newEmail });
});
