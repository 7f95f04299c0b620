import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { keepAccount } from "#platform/identity/accounts/keep-account.server.ts";
import { findBearer } from "#platform/identity/tokens/token-session.server.ts";
import { goodPassword, testAccounts } from "#test/support/accounts.ts";
import { authCalls, type Call, refusal } from "#test/support/auth-calls.ts";
import { totpCode } from "#test/support/totp-code.ts";

const accounts = await testAccounts();
const { tokens, person, db } = accounts;
const { call, signIn } = authCalls(accounts);

describe("a second factor", () => {
  it("is enrolled, challenged, shown and removed by calls (A14-28, A14-29, A14-30, A14-31)", async () => {
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
    const raised = await show(token, totpCode(made.totp.secret));
    expect(raised.body).toMatchObject({ token_type: "bearer", user: { factors: [{ status: "verified" }] } });
    expect(decodeJwt(raised.body.access_token)).toMatchObject({
      aal: "aal2",
      amr: [{ method: "totp" }, { method: "password" }],
    });
    const old = await call("/token?grant_type=refresh_token", {
      body: { refresh_token: first.refresh_token },
    });
    expect(old.body.error_code).toBe("refresh_token_not_found");

    const half = await signIn("doi@club.example");
    expect(decodeJwt(half.access_token)).toMatchObject({ aal: "aal1" });
    expect(await findBearer(tokens, half.access_token)).toMatchObject({ value: { isComplete: false } });
    const removed = { method: "DELETE", token: raised.body.access_token };
    expect(await call(`/factors/${made.id}`, removed)).toMatchObject({ status: 200, body: { id: made.id } });
    expect((await signIn("doi@club.example")).user.factors).toEqual([]);
  });

  it("is answered once, by the challenged session, within five minutes (A14-30, A14-31)", async () => {
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
        body: { challenge_id, code: totpCode(made.totp.secret) },
      });
    expect(await answer(other.access_token, await ask())).toMatchObject(over);
    const late = await ask();
    await db`UPDATE identity.factor_challenge SET expires_at = now() WHERE id = ${late}`;
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
    await keepAccount(accounts.identity, {
      email: "gresit@club.example",
      password: goodPassword,
      fullName: "Ana Pop",
      phone: "1",
    });
    const { access_token: token } = await signIn("gresit@club.example");
    expect(await call(path, { ...sent, token })).toMatchObject({ status, body: { error_code: code } });
  });
});
