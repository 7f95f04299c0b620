import { expect, test } from "vitest";
import { personRoles } from "#platform/database/database-roles.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { findBearer } from "#platform/identity/tokens/token-session.server.ts";
import { testAccounts } from "#test/support/accounts.ts";
import { authCalls } from "#test/support/auth-calls.ts";
import { totpCode } from "#test/support/totp-code.ts";

const accounts = await testAccounts();
const { identity, tokens, person, db, logIn } = accounts;
const { call, signIn } = authCalls(accounts);

const demand = (on: boolean) =>
  db`INSERT INTO team_settings (demands_factor) VALUES (${on}) ON CONFLICT (one_row) DO UPDATE SET demands_factor = ${on}`;

test("while the setting demands a second factor, everybody who enters the back-office without one has a customer's role", async () => {
  const sessions = new Map<string, string>();
  for (const role of personRoles) {
    const { userId } = await person(`${role}@club.example`);
    await db`UPDATE profiles SET role = ${role} WHERE id = ${userId}`;
    const opened = await logIn(`${role}@club.example`);
    sessions.set(role, opened.ok ? opened.value.token : "");
  }
  const now = async () =>
    Promise.all(
      [...sessions].map(async ([role, token]) => {
        const session = await findSession(identity, hashOfToken(token));
        return [role, session?.role, session?.needsFactor];
      }),
    );
  const own = personRoles.map((role) => [role, role, false]);
  expect(await now()).toEqual(own);
  // at once, also for sessions that are open
  await demand(true);
  expect(await now()).toEqual([
    ["user", "user", false],
    ["gate", "gate", false],
    ["door_chief", "door_chief", false],
    ["box_office", "user", true],
    ["manager", "user", true],
    ["accountant", "user", true],
    ["admin", "user", true],
  ]);
  await demand(false);
  expect(await now()).toEqual(own);
});

test("a token has an administrator's rights only after a factor was shown (A14-07, A14-31, B1-02)", async () => {
  await demand(true);
  const email = "sefa@club.example";
  const { userId } = await person(email);
  await db`UPDATE profiles SET role = 'admin' WHERE id = ${userId}`;
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
