/** What the password alone may do under /auth/v1 once its account has a second factor, for every call. */
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { testAccounts } from "#test/support/accounts.ts";
import { authCalls } from "#test/support/auth-calls.ts";
import { totpCode } from "#test/support/totp-code.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { createAuthService } from "./auth-service.ts";

const accounts = await testAccounts();
const { db, person } = accounts;
const { call, signIn } = authCalls(accounts, { origin: "https://bilete.example" });

/** A person with a factor: a session that has shown it, one with the password alone, and a third one. */
async function withFactor(email: string) {
  const { userId } = await person(email);
  const whole = await signIn(email);
  const { body: made } = await call("/factors", { token: whole.access_token, body: { factor_type: "totp" } });
  const show = async (token: string, code: string) => {
    const { body: asked } = await call(`/factors/${made.id}/challenge`, { token, body: {} });
    return call(`/factors/${made.id}/verify`, { token, body: { challenge_id: asked.id, code } });
  };
  const raised = await show(whole.access_token, totpCode(made.totp.secret));
  const half = await signIn(email);
  return {
    userId,
    email,
    factorId: made.id as string,
    secret: made.totp.secret as string,
    show,
    whole: raised.body.access_token as string,
    half,
  };
}

/** Calls that need no token: a token gives the caller nothing more. */
const withoutToken = [
  "POST /signup",
  "POST /token",
  "POST /verify",
  "POST /recover",
  "POST /resend",
  "POST /otp",
  "POST /sso",
  "GET /authorize",
  "GET /callback",
  "GET /.well-known/jwks.json",
  "GET /health",
  "GET /settings",
];
/** What leads to showing the factor, or to signing out. */
const beforeFactor = ["GET /user", "POST /factors/:factorId/challenge", "POST /factors/:factorId/verify"];

const site = { ...accounts, origin: "https://bilete.example" } as unknown as SiteServices;
const routes = createAuthService(site)
  .routes.filter(({ method, path }) => method !== "ALL" && path !== "/*")
  .map(({ method, path }) => `${method} ${path}`);

describe("before the second factor", () => {
  it("the lists name every call that exists", () => {
    expect(routes).toEqual(expect.arrayContaining([...withoutToken, ...beforeFactor]));
    expect(routes.length).toBeGreaterThan(15);
  });

  it.each(routes.filter((route) => ![...withoutToken, ...beforeFactor].includes(route)))(
    "the password alone gets nothing from %s",
    async (route) => {
      const { factorId, half, email } = await withFactor(
        `${route.replaceAll(/[^a-z]/gi, "").toLowerCase()}@club.example`,
      );
      const [method = "", path = ""] = route.split(" ");
      const rows =
        await db`SELECT a.id FROM identity.account a JOIN profiles p ON p.id = a.user_id WHERE p.email = ${email}`;
      const filled = path.replace(":factorId", factorId).replace(":identityId", rows[0].id);
      expect(
        await call(filled, {
          method,
          token: half.access_token,
          ...(method === "GET" || method === "DELETE"
            ? {}
            : { body: { factor_type: "totp", data: { full_name: "Hoț" } } }),
        }),
      ).toMatchObject({ status: 403, body: { error_code: "insufficient_aal" } });
    },
  );

  it("the password alone ends only its own session", async () => {
    const { whole, half } = await withFactor("iese@club.example");
    const out = (scope: string) => call(`/logout${scope}`, { method: "POST", token: half.access_token });
    for (const scope of ["", "?scope=global", "?scope=others"])
      expect(await out(scope)).toMatchObject({ status: 403, body: { error_code: "insufficient_aal" } });
    expect((await call("/user", { token: whole })).status).toBe(200);
    expect((await out("?scope=local")).status).toBe(204);
    expect((await call("/user", { token: half.access_token })).body.error_code).toBe("session_not_found");
  });

  it("the password alone does not change the account's address", async () => {
    const { whole, half } = await withFactor("mutare@club.example");
    const email = "mutat@club.example";
    expect((await call("/user", { method: "PUT", token: whole, body: { email } })).status).toBe(200);
    const link = (await accounts.lettersTo(email)).at(-1)?.link ?? "";
    const body = { type: "email_change", token_hash: new URL(link).searchParams.get("token") };
    const moved = (token: string) => call("/verify", { token, body });
    expect((await moved(half.access_token)).body.error_code).toBe("otp_expired");
    expect((await moved(whole)).body.user).toMatchObject({ email });
  });

  it("the password alone reads neither name nor phone, not in GET /user, the grant or its claims", async () => {
    const { userId, email, whole, half, factorId, secret, show } = await withFactor("citit@club.example");
    await db`UPDATE profiles SET role = 'admin' WHERE id = ${userId}`;
    const again = await call("/token?grant_type=refresh_token", {
      body: { refresh_token: half.refresh_token },
    });
    const reduced = {
      id: userId,
      aud: "authenticated",
      role: "authenticated",
      email,
      app_metadata: {},
      user_metadata: {},
      factors: [
        {
          id: factorId,
          factor_type: "totp",
          status: "verified",
          friendly_name: "",
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ],
    };
    expect((await call("/user", { token: again.body.access_token })).body).toEqual(reduced);
    expect(half.user).toEqual(reduced);
    expect(again.body.user).toEqual(reduced);
    for (const token of [half.access_token, again.body.access_token])
      expect(decodeJwt(token)).toEqual({
        iss: "https://bilete.example/auth/v1",
        sub: userId,
        aud: "authenticated",
        email,
        role: "authenticated",
        aal: "aal1",
        amr: [{ method: "password", timestamp: expect.any(Number) }],
        session_id: expect.any(String),
        iat: expect.any(Number),
        exp: expect.any(Number),
      });
    const shown = await show(again.body.access_token, totpCode(secret, 1));
    for (const user of [shown.body.user, (await call("/user", { token: whole })).body])
      expect(user).toMatchObject({
        role: "admin",
        user_metadata: { full_name: "Ana Pop", phone: "0722 000 000" },
      });
    expect(decodeJwt(shown.body.access_token)).toMatchObject({ role: "admin", phone: "0722 000 000" });
  });

  it("the password alone neither buys nor sends emails", async () => {
    const { half } = await withFactor("cumpara@club.example");
    for (const name of ["checkout-session", "send-ticket-confirmation", "resend-purchase-confirmation"])
      expect((await call(`/functions/${name}`, { token: half.access_token, body: {} })).status).toBe(401);
  });
});

describe("a stolen session", () => {
  const fresh = { status: 400, body: { error_code: "reauthentication_needed" } };

  it("neither adds nor removes a way to sign in, although it has shown every factor", async () => {
    const { userId, whole, factorId, show, secret } = await withFactor("deschis@club.example");
    const rows =
      await db`INSERT INTO identity.account (id, user_id, provider_id, account_id) VALUES (gen_random_uuid(), ${userId}, 'munca', 'm-1') RETURNING id`;
    const acts = () =>
      Promise.all([
        call(`/factors/${factorId}`, { method: "DELETE", token: whole }),
        call("/factors", { token: whole, body: { factor_type: "totp" } }),
        call(`/user/identities/${rows[0].id}`, { method: "DELETE", token: whole }),
        call("/user/identities/authorize?provider=munca", { token: whole }),
        call("/user", { method: "PUT", token: whole, body: { password: "alte valuri mari" } }),
        call("/user", { method: "PUT", token: whole, body: { email: "hot@club.example" } }),
      ]);
    await db`UPDATE identity.session SET amr = '[{"method": "totp", "timestamp": 1}, {"method": "password", "timestamp": 1}]' WHERE user_id = ${userId} AND aal = 'aal2'`;
    for (const answer of await acts()) expect(answer).toMatchObject(fresh);
    expect((await call("/user", { token: whole })).body).toMatchObject({
      factors: [{}],
      identities: [{}, {}],
    });
    // a code entered now proves the person now
    const shown = await show(whole, totpCode(secret, 1));
    const token = shown.body.access_token;
    expect(await call(`/factors/${factorId}`, { method: "DELETE", token })).toMatchObject({ status: 200 });
    expect(await call(`/user/identities/${rows[0].id}`, { method: "DELETE", token })).toMatchObject({
      status: 200,
    });
  });
});
