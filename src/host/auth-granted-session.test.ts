import { createLocalJWKSet, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { done } from "#kernel/outcome.ts";
import { findBearer } from "#platform/identity/tokens/token-session.server.ts";
import { siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { authCalls, refusal } from "#test/support/auth-calls.ts";

const accounts = await testAccounts();
const { tokens, person, db } = accounts;
const { call, signIn } = authCalls(accounts);

describe("a session", () => {
  it("has the shape of the specification: Session and User (A14-16, A14-23, A14-07, A1-34, A15-01, A15-02)", async () => {
    const { userId } = await person("ana@club.example");
    const session = await signIn(" ANA@club.example");
    expect(session).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{86}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: "bearer",
      expires_in: 900,
      expires_at: expect.any(Number),
      user: {
        id: userId,
        aud: "authenticated",
        role: "authenticated",
        email: "ana@club.example",
        phone: "0722 000 000",
        email_confirmed_at: expect.any(String),
        confirmed_at: expect.any(String),
        last_sign_in_at: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        app_metadata: { provider: "email", providers: ["email"], role: "user" },
        user_metadata: expect.objectContaining({ full_name: "Ana Pop", phone: "0722 000 000" }),
        identities: [expect.objectContaining({ provider: "email", user_id: userId, id: userId })],
        factors: [],
        is_anonymous: false,
      },
    });
    expect(session.expires_at - Date.now() / 1000).toBeGreaterThan(890);
    expect(await call("/user", { token: session.access_token })).toMatchObject({
      status: 200,
      body: session.user,
    });
  });

  it("has an ES256 token that anybody can verify with the published keys (A14-32, A14-33)", async () => {
    const { userId } = await person("cheie@club.example");
    const { access_token: token } = await signIn("cheie@club.example");
    const published = await call("/.well-known/jwks.json");
    expect(published.headers.get("cache-control")).toBe("public, max-age=600");
    expect(published.body.keys).toEqual([
      expect.objectContaining({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" }),
    ]);
    expect(JSON.stringify(published.body)).not.toContain('"d"');
    const { payload } = await jwtVerify(token, createLocalJWKSet(published.body), {
      issuer: `${siteOrigin}/auth/v1`,
      audience: "authenticated",
    });
    expect(payload).toMatchObject({ sub: userId, role: "authenticated", aal: "aal1", is_anonymous: false });
    // the second in which the password was checked, which may be one second before the token's
    expect(payload.amr).toEqual([{ method: "password", timestamp: expect.any(Number) }]);
    const [{ timestamp }] = payload.amr as [{ timestamp: number }];
    expect((payload.iat ?? 0) - timestamp).toBeOneOf([0, 1, 2]);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
  });

  it("of an administrator states the role in both places, and so does the profile now (A14-07, A14-11, B1-02)", async () => {
    const { userId } = await person("sefa@club.example");
    const { userId: stays } = await person("ramane@club.example");
    await db`UPDATE profiles SET role = 'admin' WHERE id = ANY(${[userId, stays]})`;
    const session = await signIn("sefa@club.example");
    expect(session.user).toMatchObject({ role: "admin", app_metadata: { role: "admin" } });
    await db`UPDATE profiles SET role = 'user' WHERE id = ${userId}`;
    // the token still says admin, but roles are read from the database
    expect((await call("/user", { token: session.access_token })).body).toMatchObject({
      role: "authenticated",
      app_metadata: { role: "user" },
    });
    expect(await findBearer(tokens, session.access_token)).toMatchObject(done({ role: "user" }));
    const refreshed = await call("/token?grant_type=refresh_token", {
      body: { refresh_token: session.refresh_token },
    });
    expect(refreshed.body.user.role).toBe("authenticated");
  });

  it("ends by scope: this one, the others, all of them (A14-37, I24)", async () => {
    await person("ies@club.example");
    const open = () => signIn("ies@club.example");
    const alive = async (sessions: { access_token: string }[]) =>
      Promise.all(sessions.map(async (s) => (await call("/user", { token: s.access_token })).status));
    const [a, b, c] = [await open(), await open(), await open()];
    const leave = (session: { access_token: string }, scope: string) =>
      call(`/logout?scope=${scope}`, { body: "", token: session.access_token });
    expect((await leave(a, "everywhere")).status).toBe(400);
    expect((await leave(a, "local")).status).toBe(204);
    expect(await alive([a, b, c])).toEqual([403, 200, 200]);
    expect((await leave(b, "others")).status).toBe(204);
    expect(await alive([a, b, c])).toEqual([403, 200, 403]);
    const d = await open();
    expect((await leave(d, "global")).status).toBe(204);
    expect(await alive([b, d])).toEqual([403, 403]);
    expect(
      await call("/token?grant_type=refresh_token", { body: { refresh_token: d.refresh_token } }),
    ).toMatchObject(
      refusal(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"),
    );
  });
});
