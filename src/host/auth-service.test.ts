import { Hono } from "hono";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { Secret, TOTP } from "otpauth";
import { describe, expect, it, test } from "vitest";
import { goodPassword, siteOrigin, testAccounts } from "#test/support/accounts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { createAuthService } from "./auth-service.ts";

const accounts = await testAccounts();
const { tokens, identity, keys, database, person, tokenFor, lettersTo, owner, letters } = accounts;
const service = new Hono<{ Variables: { address: string } }>();
service.use(async (c, next) => {
  c.set("address", "203.0.113.8");
  await next();
});
service.route("/", createAuthService({ tokens, identity, keys, database } as unknown as SiteServices));

type Call = { body?: unknown; token?: string; method?: string; headers?: Record<string, string> };
async function call(path: string, { body, token, method, headers }: Call = {}) {
  const answer = await service.request(path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      "content-type": "application/json;charset=UTF-8",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
}
const signIn = async (email: string, password = goodPassword) =>
  (await call("/token?grant_type=password", { body: { email, password } })).body;
const refusal = (status: number, error_code: string, msg: string) => ({
  status,
  body: { code: status, error_code, msg },
});

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

  it("carries an ES256 token that anybody can verify with the published keys (A14-32, A14-33)", async () => {
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
    // the second in which the password was checked, which may be the one before the token's
    expect(payload.amr).toEqual([{ method: "password", timestamp: expect.any(Number) }]);
    const [{ timestamp }] = payload.amr as [{ timestamp: number }];
    expect((payload.iat ?? 0) - timestamp).toBeOneOf([0, 1, 2]);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
  });

  it("of an administrator says so in both places, as the profile does now (A14-07, A14-11, B1-02)", async () => {
    const { userId } = await person("sefa@club.example");
    await owner.query("UPDATE profiles SET role = 'admin' WHERE id = $1", [userId]);
    const session = await signIn("sefa@club.example");
    expect(session.user).toMatchObject({ role: "admin", app_metadata: { role: "admin" } });
    await owner.query("UPDATE profiles SET role = 'user' WHERE id = $1", [userId]);
    // the token still says admin; who somebody is, is not asked of the token
    expect((await call("/user", { token: session.access_token })).body).toMatchObject({
      role: "authenticated",
      app_metadata: { role: "user" },
    });
    expect(await tokens.bearer(session.access_token)).toMatchObject({ ok: true, value: { role: "user" } });
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

describe("sign-up", () => {
  const body = {
    email: "Noua@club.example",
    password: goodPassword,
    data: { full_name: "Ioana Nouă", phone: "0722 111 222" },
    gotrue_meta_security: {},
    code_challenge: null,
    code_challenge_method: null,
  };

  it("makes an account, and a session once the letter's token is brought (A14-15, A14-21, A15-03)", async () => {
    const made = await call("/signup", { body });
    expect(made).toMatchObject({
      status: 200,
      body: {
        email: "noua@club.example",
        role: "authenticated",
        user_metadata: { full_name: "Ioana Nouă", phone: "0722 111 222" },
      },
    });
    expect(made.body).not.toHaveProperty("access_token");
    expect(
      await call("/token?grant_type=password", { body: { email: body.email, password: goodPassword } }),
    ).toMatchObject(refusal(400, "email_not_confirmed", "Email not confirmed"));
    const token = await tokenFor("noua@club.example", "confirm_address");
    const verified = await call("/verify", { body: { type: "signup", token_hash: token } });
    expect(verified.body).toMatchObject({ token_type: "bearer", user: { id: made.body.id } });
    expect(verified.body.user).toHaveProperty("email_confirmed_at");
    const { rows } = await owner.query("SELECT full_name, phone, role FROM profiles WHERE id = $1", [
      made.body.id,
    ]);
    expect(rows).toEqual([{ full_name: "Ioana Nouă", phone: "0722 111 222", role: "user" }]);
    expect(await call("/verify", { body: { type: "signup", token_hash: token } })).toMatchObject(
      refusal(403, "otp_expired", "Token has expired or is invalid"),
    );
  });

  it("attack 46, I26: answers a known address exactly like a new one, but for ids and instants", async () => {
    await person("stiuta@club.example");
    const shape = (answer: Awaited<ReturnType<typeof call>>) => ({
      status: answer.status,
      headers: [...answer.headers],
      body: JSON.stringify(answer.body)
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "AT")
        .replaceAll(/(ne)?stiuta/g, "x"),
    });
    const known = await call("/signup", { body: { ...body, email: "stiuta@club.example" } });
    const fresh = await call("/signup", { body: { ...body, email: "nestiuta@club.example" } });
    const again = await call("/signup", { body: { ...body, email: "nestiuta@club.example" } });
    expect(shape(known)).toEqual(shape(fresh));
    expect(shape(again)).toEqual(shape(fresh));
    const ids = new Set([known.body.id, fresh.body.id, again.body.id]);
    expect(ids.size).toBe(3);
    const { rows } = await owner.query("SELECT id FROM profiles WHERE email = 'stiuta@club.example'");
    expect(ids.has(rows[0].id)).toBe(false);
  });

  it("gives a session at once while letters are off, and then says that an address is taken (A17-24)", async () => {
    letters.on = false;
    try {
      const made = await call("/signup", { body: { ...body, email: "faraposta@club.example" } });
      expect(made.body).toMatchObject({ token_type: "bearer", user: { email: "faraposta@club.example" } });
      expect(await call("/signup", { body: { ...body, email: "faraposta@club.example" } })).toMatchObject(
        refusal(422, "user_already_exists", "User already registered"),
      );
    } finally {
      letters.on = true;
    }
  });

  const anything = "You must provide either an email or phone number and a password";
  it.each<[unknown, number, string, string]>([
    [{ password: goodPassword }, 400, "validation_failed", anything],
    [{ email: "x@club.example" }, 400, "validation_failed", anything],
    [{}, 400, "validation_failed", anything],
    [
      { phone: "0722", password: goodPassword, channel: "sms" },
      400,
      "phone_provider_disabled",
      "Phone logins are disabled",
    ],
    [
      { email: "x", password: goodPassword },
      400,
      "email_address_invalid",
      "Unable to validate email address: invalid format",
    ],
    [
      { email: "x@club.example", password: "scurta" },
      422,
      "weak_password",
      "Password should be at least 8 characters.",
    ],
    [
      { email: "x@club.example", password: "password" },
      422,
      "weak_password",
      "Password is known to be weak and easy to guess, please choose a different one.",
    ],
    [
      { email: "x@club.example", password: goodPassword, role: "admin" },
      400,
      "validation_failed",
      "Request body could not be understood",
    ],
  ])("refuses %j (A14-14, A17-27, A17-28, AMB-63)", async (sent, status, code, msg) => {
    expect(await call("/signup", { body: sent })).toMatchObject(refusal(status, code, msg));
    if (!JSON.stringify(sent).includes("role"))
      expect((await call("/token?grant_type=password", { body: sent })).status).toBeGreaterThanOrEqual(400);
  });
});

describe("a password", () => {
  it("is set anew by a letter's session, and the other sessions end (A14-22, A14-23, attack 52)", async () => {
    await person("uitat@club.example");
    const elsewhere = await signIn("uitat@club.example");
    expect(
      await call("/recover?redirect_to=https%3A%2F%2Fevil.example", {
        body: { email: "uitat@club.example" },
      }),
    ).toMatchObject({ status: 200, body: {} });
    const link = (await lettersTo("uitat@club.example")).at(-1)?.link ?? "";
    expect(link.startsWith(`${siteOrigin}/reset-password?token=`)).toBe(true);
    const token = await tokenFor("uitat@club.example", "reset_password");
    const { body: session } = await call("/verify", {
      body: { type: "recovery", email: "uitat@club.example", token },
    });
    const changed = await call("/user", {
      method: "PUT",
      token: session.access_token,
      body: { password: "alte valuri mari" },
    });
    expect(changed).toMatchObject({ status: 200, body: { email: "uitat@club.example" } });
    expect((await call("/user", { token: session.access_token })).status).toBe(200);
    expect((await call("/user", { token: elsewhere.access_token })).body).toMatchObject({
      error_code: "session_not_found",
    });
    expect((await signIn("uitat@club.example")).error_code).toBe("invalid_credentials");
    expect((await signIn("uitat@club.example", "alte valuri mari")).token_type).toBe("bearer");
    expect((await lettersTo("uitat@club.example")).at(-1)?.kind).toBe("password_changed");
  });

  it("is asked for again before it changes, unless the sign-in was minutes ago (decision 34)", async () => {
    const { userId } = await person("vechi@club.example");
    const { access_token: token } = await signIn("vechi@club.example");
    const change = (more: object) => call("/user", { method: "PUT", token, body: more });
    expect(await change({ password: goodPassword })).toMatchObject(
      refusal(422, "same_password", "New password should be different from the old password."),
    );
    await owner.query(
      `UPDATE identity.session SET amr = json_build_array(json_build_object('method', 'password', 'timestamp', extract(epoch FROM now())::bigint - 601)) WHERE user_id = $1`,
      [userId],
    );
    const needed = refusal(400, "reauthentication_needed", "Password update requires reauthentication");
    expect(await change({ password: "alte valuri mari" })).toMatchObject(needed);
    expect(await change({ password: "alte valuri mari", current_password: "ghicit" })).toMatchObject(needed);
    expect(
      (await change({ password: "alte valuri mari", current_password: goodPassword })).body,
    ).toMatchObject({ email: "vechi@club.example" });
    expect(await change({ data: { full_name: "Alt Nume" } })).toMatchObject({ status: 200 });
  });

  it("is not enough for a new address: that gets a link, and the present one a word (A14-23, decision 34)", async () => {
    await person("mutat@club.example");
    const { access_token: token } = await signIn("mutat@club.example");
    const change = (email: string) => call("/user", { method: "PUT", token, body: { email } });
    expect(await change("nou mutat")).toMatchObject({
      status: 400,
      body: { error_code: "email_address_invalid" },
    });
    expect(await change("Nou-Mutat@club.example")).toMatchObject({
      status: 200,
      body: { email: "mutat@club.example" },
    });
    const { link = "" } = (await lettersTo("nou-mutat@club.example")).at(-1) ?? {};
    const proof = new URL(link).searchParams.get("token");
    const moved = await call("/verify", { body: { type: "email_change", token_hash: proof } });
    expect(moved.body.user).toMatchObject({ email: "nou-mutat@club.example" });
    expect((await lettersTo("mutat@club.example")).length).toBeGreaterThan(2);
    expect((await call("/verify", { body: { type: "email_change", token_hash: proof } })).status).toBe(403);
    await owner.query(
      `UPDATE identity.session SET amr = '[{"method": "password", "timestamp": 1}]' WHERE user_id = $1`,
      [moved.body.user.id],
    );
    expect((await change("altul@club.example")).body.error_code).toBe("reauthentication_needed");
  });

  it("I23: brings no role, whatever is sent along", async () => {
    const { userId } = await person("urca@club.example");
    const { access_token: token } = await signIn("urca@club.example");
    const change = (more: object) => call("/user", { method: "PUT", token, body: more });
    for (const more of [{ role: "admin" }, { app_metadata: { role: "admin" } }, { user_metadata: {} }])
      expect((await change(more)).status).toBe(400);
    const kept = await change({ data: { full_name: "Ana", role: "admin", app_metadata: { role: "admin" } } });
    expect(kept.body).toMatchObject({ role: "authenticated", app_metadata: { role: "user" } });
    expect(JSON.stringify(kept.body.user_metadata)).not.toContain("admin");
    expect((await owner.query("SELECT role FROM profiles WHERE id = $1", [userId])).rows[0].role).toBe(
      "user",
    );
  });
});

describe("a second factor", () => {
  const codeOf = (secret: string, halfMinutes = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + halfMinutes * 30_000,
    });

  it("is enrolled, asked for, shown and taken away by calls (A14-28, A14-29, A14-30, A14-31, AMB-63)", async () => {
    await person("doi@club.example");
    const first = await signIn("doi@club.example");
    const token = first.access_token;
    const { body: made } = await call("/factors", {
      token,
      body: { factor_type: "totp", friendly_name: "telefon", issuer: "x" },
    });
    expect(made).toEqual({
      id: expect.any(String),
      type: "totp",
      friendly_name: "telefon",
      totp: {
        qr_code: expect.stringMatching(/^<svg /),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\//),
      },
    });
    const show = async (bearer: string, code: string) => {
      const { body: asked } = await call(`/factors/${made.id}/challenge`, { token: bearer, body: {} });
      expect(asked).toMatchObject({ type: "totp", expires_at: expect.any(Number) });
      return call(`/factors/${made.id}/verify`, { token: bearer, body: { challenge_id: asked.id, code } });
    };
    expect(await show(token, "000000")).toMatchObject(
      refusal(422, "mfa_verification_failed", "Invalid TOTP code entered"),
    );
    const raised = await show(token, codeOf(made.totp.secret, -1));
    expect(raised.body).toMatchObject({ token_type: "bearer", user: { factors: [{ status: "verified" }] } });
    expect(decodeJwt(raised.body.access_token)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "totp" }, { method: "password" }],
    });
    const old = await call("/token?grant_type=refresh_token", {
      body: { refresh_token: first.refresh_token },
    });
    expect(old.body.error_code).toBe("refresh_token_not_found");

    // by the password alone: a session that may show the factor, and nothing that matters
    const half = await signIn("doi@club.example");
    expect(decodeJwt(half.access_token)).toMatchObject({ aal: "aal1" });
    expect(await tokens.bearer(half.access_token)).toMatchObject({ value: { isComplete: false } });
    const notEnough = { status: 403, body: { error_code: "insufficient_aal" } };
    expect(
      await call("/user", {
        method: "PUT",
        token: half.access_token,
        body: { password: "alte valuri mari" },
      }),
    ).toMatchObject(notEnough);
    expect(await call("/factors", { token: half.access_token, body: { factor_type: "totp" } })).toMatchObject(
      notEnough,
    );
    const remove = (bearer: string) => call(`/factors/${made.id}`, { method: "DELETE", token: bearer });
    expect(await remove(half.access_token)).toMatchObject(notEnough);
    const whole = await show(half.access_token, codeOf(made.totp.secret));
    expect(await remove(whole.body.access_token)).toMatchObject({ status: 200, body: { id: made.id } });
    expect((await signIn("doi@club.example")).user.factors).toEqual([]);
  });

  it("is answered once, by the session that was asked, within five minutes (A14-30, A14-31)", async () => {
    await person("intrebat@club.example");
    const [one, other] = [await signIn("intrebat@club.example"), await signIn("intrebat@club.example")];
    const { body: made } = await call("/factors", {
      token: one.access_token,
      body: { factor_type: "totp" },
    });
    const ask = async () =>
      (await call(`/factors/${made.id}/challenge`, { token: one.access_token, body: {} })).body.id;
    const over = { status: 422, body: { error_code: "mfa_challenge_expired" } };
    const answer = (token: string, challenge_id: string) =>
      call(`/factors/${made.id}/verify`, {
        token,
        body: { challenge_id, code: codeOf(made.totp.secret) },
      });
    expect(await answer(other.access_token, await ask())).toMatchObject(over);
    const late = await ask();
    await owner.query("UPDATE identity.factor_challenge SET expires_at = now() WHERE id = $1", [late]);
    expect(await answer(one.access_token, late)).toMatchObject(over);
    const asked = await ask();
    expect((await answer(one.access_token, asked)).status).toBe(200);
    expect(await answer(one.access_token, asked)).toMatchObject(over);
  });

  it.each<[string, Call, number, string]>([
    ["/factors", { body: { factor_type: "phone", phone: "1" } }, 422, "mfa_phone_enroll_not_enabled"],
    ["/factors", { body: { factor_type: "webauthn" } }, 422, "mfa_webauthn_enroll_not_enabled"],
    ["/factors", { body: { factor_type: "totp", status: "verified" } }, 400, "validation_failed"],
    ["/factors/x/challenge", { body: {} }, 404, "mfa_factor_not_found"],
    ["/factors/01a1faf1-d035-7000-9014-d6d3b4b552e6/challenge", { body: {} }, 404, "mfa_factor_not_found"],
    ["/factors/x", { method: "DELETE" }, 404, "mfa_factor_not_found"],
  ])("%s %j is refused with %d %s (A14-28)", async (path, sent, status, code) => {
    await accounts.later(2);
    await accounts.identity.keepAccount({
      ...{ email: "gresit@club.example", password: goodPassword, fullName: "Ana Pop", phone: "1" },
    });
    const { access_token: token } = await signIn("gresit@club.example");
    expect(await call(path, { ...sent, token })).toMatchObject({ status, body: { error_code: code } });
  });
});

describe("a code by letter", () => {
  const codeTo = async (email: string): Promise<string> => {
    const { rows } = await owner.query(
      "SELECT variables->>'token' AS code FROM letters WHERE recipient = $1 AND kind = 'one_time_code' ORDER BY id DESC LIMIT 1",
      [email],
    );
    return rows[0]?.code;
  };

  it("signs in once; an address without an account is answered alike (A14-20, A14-21, I26)", async () => {
    const email = "cod@club.example";
    const { userId } = await person(email);
    const ask = (address: string) => call("/otp", { body: { email: address, create_user: true, data: {} } });
    expect(await ask(email)).toMatchObject({ status: 200, body: {} });
    expect(await ask("nimeni@club.example")).toMatchObject({ status: 200, body: {} });
    expect((await owner.query("SELECT FROM profiles WHERE email = 'nimeni@club.example'")).rowCount).toBe(0);
    const code = await codeTo(email);
    expect(code).toMatch(/^\d{6}$/);
    const verify = (token: string, address = email) =>
      call("/verify", { body: { type: "email", email: address, token } });
    const over = refusal(403, "otp_expired", "Token has expired or is invalid");
    const wrong = code === "000000" ? "000001" : "000000";
    expect(await verify(wrong)).toMatchObject(over);
    expect(await verify(code, "nimeni@club.example")).toMatchObject(over);
    const answers = await Promise.all([verify(code), verify(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const { body } = answers.find(({ status }) => status === 200) ?? { body: null };
    expect(body).toMatchObject({ token_type: "bearer", user: { id: userId } });
    expect(decodeJwt(body.access_token)).toMatchObject({ amr: [{ method: "otp" }] });
    const { rows } = await owner.query(
      "SELECT string_agg(identifier, ' ') AS all FROM identity.verification",
    );
    expect(rows[0].all ?? "").not.toContain(code);
  });

  it("is gone after ten minutes, and after five wrong ones (A14-21)", async () => {
    const email = "ghicit@club.example";
    await person(email);
    const over = { status: 403, body: { error_code: "otp_expired" } };
    const verify = (token: string) => call("/verify", { body: { type: "email", email, token } });
    await call("/otp", { body: { email } });
    await owner.query(
      "UPDATE identity.verification SET expires_at = now() WHERE identifier LIKE 'sign-in-code:%'",
    );
    expect(await verify(await codeTo(email))).toMatchObject(over);
    await accounts.later(2);
    await call("/otp", { body: { email } });
    const code = await codeTo(email);
    for (let i = 0; i < 6; i++)
      expect(await verify(String((Number(code) + 1 + i) % 1_000_000).padStart(6, "0"))).toMatchObject(over);
    await accounts.later(30);
    expect(await verify(code)).toMatchObject(over);
  });

  it("lets somebody set a password who signed in long ago (A14-24, decision 34)", async () => {
    const email = "nonce@club.example";
    const { userId } = await person(email);
    const { access_token: token } = await signIn(email);
    await owner.query(
      `UPDATE identity.session SET amr = '[{"method": "password", "timestamp": 1}]' WHERE user_id = $1`,
      [userId],
    );
    expect(await call("/reauthenticate", { token })).toMatchObject({ status: 200, body: {} });
    const nonce = await codeTo(email);
    const change = (more: object) =>
      call("/user", { method: "PUT", token, body: { password: "alte valuri mari", ...more } });
    expect((await change({})).body.error_code).toBe("reauthentication_needed");
    const wrong = nonce === "000000" ? "000001" : "000000";
    expect((await change({ nonce: wrong })).body.error_code).toBe("reauthentication_not_valid");
    // a code to be known anew opens no session
    expect((await call("/verify", { body: { type: "email", email, token: nonce } })).status).toBe(403);
    expect((await change({ nonce })).status).toBe(200);
    expect((await change({ password: "iar alte valuri", nonce })).body.error_code).toBe(
      "reauthentication_not_valid",
    );
  });
});

test("A14-25 the confirmation letter is sent again; the answer tells nothing about the address", async () => {
  await call("/signup", { body: { email: "iar@club.example", password: goodPassword } });
  await accounts.later(2);
  for (const email of ["iar@club.example", "nimeni@club.example"])
    expect(await call("/resend", { body: { type: "signup", email } })).toMatchObject({
      status: 200,
      body: {},
    });
  expect(await lettersTo("iar@club.example")).toHaveLength(2);
});

test.each<[string, Call, number, string]>([
  ["/user", {}, 401, "no_authorization"],
  ["/user", { token: "x.y.z" }, 403, "bad_jwt"],
  ["/user", { headers: { authorization: "Basic eA==" } }, 401, "no_authorization"],
  ["/logout", { method: "POST" }, 401, "no_authorization"],
  ["/token", { body: {} }, 400, "validation_failed"],
  ["/token?grant_type=implicit", { body: {} }, 400, "validation_failed"],
  ["/token?grant_type=refresh_token", { body: { refresh_token: 1 } }, 400, "validation_failed"],
  ["/token?grant_type=password", { body: "{" }, 400, "bad_json"],
  ["/token?grant_type=password", { body: '{"email":"a@b.ro","email":"c@d.ro"}' }, 400, "bad_json"],
  [
    "/token?grant_type=password",
    { body: "x", headers: { "content-type": "text/plain" } },
    415,
    "unsupported_media_type",
  ],
  ["/signup", { body: { email: "a@b.ro", password: "x".repeat(70_000) } }, 413, "request_too_large"],
  ["/verify", { body: { type: "signup", token: "x" } }, 400, "validation_failed"],
  ["/verify", { body: { type: "sms", phone: "1", token: "1" } }, 400, "phone_provider_disabled"],
  ["/admin/users", {}, 404, "not_found"],
  ["/invite", { body: { email: "a@b.ro" } }, 404, "not_found"],
])("%s %j is refused with %d %s", async (path, sent, status, code) => {
  const answer = await call(path, sent);
  expect(answer).toMatchObject({ status, body: { code: status, error_code: code } });
  expect(answer.headers.get("cache-control")).toBe("no-store");
});
