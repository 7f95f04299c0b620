import { expect, test } from "vitest";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { findBearer } from "#platform/identity/tokens/token-session.server.ts";
import { testAccounts } from "#test/support/accounts.ts";
import { authCalls } from "#test/support/auth-calls.ts";
import { totpCode } from "#test/support/totp-code.ts";

const accounts = await testAccounts();
const { identity, tokens, person, db, logIn } = accounts;
await db`INSERT INTO team_settings (demands_factor) VALUES (true)`;
const { call, signIn } = authCalls(accounts);

const roleOf = async (token: string) => {
  const session = await findSession(identity, hashOfToken(token));
  return session && { role: session.role, needsFactor: session.needsFactor };
};

async function someone(email: string, role: string) {
  const { userId } = await person(email);
  await db`UPDATE profiles SET role = ${role} WHERE id = ${userId}`;
  return { userId, email };
}

test("where a second factor is required, an administrator's session without one has the role of a customer", async () => {
  for (const [role, expected] of [
    ["admin", { role: "user", needsFactor: true }],
    ["gate", { role: "gate", needsFactor: false }],
    ["user", { role: "user", needsFactor: false }],
  ] as const) {
    const { email } = await someone(`${role}@club.example`, role);
    const opened = await logIn(email);
    expect(opened.ok && (await roleOf(opened.value.token))).toEqual(expected);
  }
});

test("a token has an administrator's rights only after a factor was shown (A14-07, A14-31, B1-02)", async () => {
  const { email, userId } = await someone("sefa@club.example", "admin");
  const session = await signIn(email);
  const asCustomer = { role: "authenticated", app_metadata: { role: "user" } };
  expect(session.user).toMatchObject(asCustomer);
  const token = session.access_token;
  expect(JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString())).toMatchObject({
    ...asCustomer,
    aal: "aal1",
  });
  expect((await call("/user", { token })).body).toMatchObject(asCustomer);
  expect(await findBearer(tokens, token)).toMatchObject({ value: { role: "user" } });
  const renamed = await call("/user", { token, method: "PUT", body: { data: { full_name: "Șefa" } } });
  expect(renamed.body).toMatchObject(asCustomer);
  const tryAdministering = async (bearer: string) => {
    const test = await call("/functions/send-test-email", { token: bearer, body: {} });
    const resend = await call("/functions/resend-purchase-confirmation", { token: bearer, body: {} });
    return [test.status, resend.status];
  };
  expect(await tryAdministering(token)).toEqual([403, 403]);

  const { body: made } = await call("/factors", { token, body: { factor_type: "totp" } });
  const { body: asked } = await call(`/factors/${made.id}/challenge`, { token, body: {} });
  const code = totpCode(made.totp.secret);
  const shown = await call(`/factors/${made.id}/verify`, { token, body: { challenge_id: asked.id, code } });
  expect(shown.body.user).toMatchObject({ role: "admin", app_metadata: { role: "admin" } });
  const raised = shown.body.access_token;
  expect(await findBearer(tokens, raised)).toMatchObject({ value: { role: "admin", userId } });
  // the session is accepted: what is wrong is the body
  expect(await tryAdministering(raised)).toEqual([422, 400]);
  const { body: half } = await call("/token?grant_type=password", {
    body: { email, password: "nori peste mare" },
  });
  expect(await tryAdministering(half.access_token)).toEqual([401, 401]);
});
