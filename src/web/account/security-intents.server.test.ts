import { RouterContextProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword, siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { actRules } from "#ticketing/rights/act-rights.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { actOnSecurity, securityIntents } from "./security-actions.server.ts";

const { identity, database, owner, db, person, logIn } = await testAccounts();
const { userId } = await person("ana@club.example");
const opened = await logIn("ana@club.example");
if (!opened.ok) throw new Error("no session");
const sessionHash = hashOfToken(opened.value.token);

beforeEach(() => owner.query("UPDATE identity.session SET confirmed_at = NULL"));

/** The page's answer to this button. */
async function submit(fields: Record<string, string>) {
  const session = await findSession(identity, sessionHash);
  if (!session) throw new Error("the session ended");
  const visitor = { kind: "person", ...session, sessionHash } as const;
  const context = new RouterContextProvider();
  context.set(siteContext, { identity, database, origin: siteOrigin } as SiteServices);
  context.set(visitorContext, visitor);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Request(`${siteOrigin}/profile/security`, { method: "POST" });
  const answer = await actOnSecurity({ context, request }, visitor, form);
  return answer instanceof Response
    ? { status: answer.status, shown: null }
    : { status: answer.init?.status ?? 200, shown: answer.data };
}
const keysLeft = async () => (await db`SELECT FROM identity.passkey`).length;

test("a stolen session removes no passkey: the owner's password is needed", async () => {
  const rows = await db`INSERT INTO identity.passkey (id, user_id, credential_id, public_key, counter, name)
     VALUES (gen_random_uuid(), ${userId}, 'c-1', 'x', 0, 'telefon') RETURNING id`;
  const remove = { intent: "passkey-remove", passkey_id: rows[0].id };
  expect(await submit(remove)).toMatchObject({
    status: 403,
    shown: { reentry: { purpose: "Ștergi o cheie de acces a contului." } },
  });
  expect(await keysLeft()).toBe(1);
  expect((await submit({ ...remove, current_password: "nu e asta" })).status).toBe(403);
  expect(await keysLeft()).toBe(1);
  expect((await submit({ ...remove, current_password: goodPassword })).status).toBe(303);
  expect(await keysLeft()).toBe(0);
});

test.each(Object.entries(securityIntents).filter(([, { act }]) => actRules[act].proof === "fresh"))(
  "%s does nothing before the password was entered again",
  async (intent) => {
    const before = await db`SELECT (SELECT count(*) FROM letters), (SELECT count(*) FROM journal)`;
    const { status, shown } = await submit({ intent, new_email: "alt@club.example", understood: "1" });
    expect(status).toBe(403);
    expect(shown?.reentry ?? shown?.dialog?.errors.current_password).toBeTruthy();
    expect(await db`SELECT (SELECT count(*) FROM letters), (SELECT count(*) FROM journal)`).toEqual(before);
  },
);

test("a button that the page does not have is refused", async () => {
  for (const intent of ["", "constructor", "toString", "passkey-steal"])
    expect((await submit({ intent })).status).toBe(400);
});
