import { describe, expect, it } from "vitest";
import {
  readAddress,
  readChange,
  readCodeRequest,
  readPasswordGrant,
  readRefreshGrant,
  readResend,
  readSignUp,
  readVerify,
} from "./auth-call-form.ts";
import { readEnrol, readFactorCode } from "./factor-call-form.ts";
import { readAuthorize, readIdTokenGrant, readPkceGrant, readSso } from "./oidc-call-form.ts";

const ok = (value: unknown) => ({ ok: true, value });
const no = (refusal: string) => ({ ok: false, refusal });
const email = "Ana@Club.example";
const canonical = "ana@club.example";
const besides = {
  gotrue_meta_security: { captcha_token: "c" },
  code_challenge: null,
  code_challenge_method: "s256",
  channel: "sms",
};

describe("calls that begin with an address", () => {
  const calls = [
    ["signup", (body: object) => readSignUp({ password: "p", ...body })],
    ["token, password", (body: object) => readPasswordGrant({ password: "p", ...body })],
    ["recover", readAddress],
    ["otp", readCodeRequest],
    ["resend", (body: object) => readResend({ type: "signup", ...body })],
  ] as const;

  it.each(calls)("%s: take it in its one form, with what the captcha gave", (_name, read) => {
    expect(read({ email, ...besides })).toMatchObject(ok({ email: canonical, captchaToken: "c" }));
    expect(read({ email })).toMatchObject(ok({ email: canonical, captchaToken: undefined }));
    expect(read({ email, gotrue_meta_security: null })).toMatchObject({ ok: true });
  });

  it.each(calls)("%s: refuse what is none, and say that there are no text messages", (_name, read) => {
    expect(read({})).toEqual(no("no_credentials"));
    expect(read({ email: "" })).toEqual(no("no_credentials"));
    expect(read({ phone: "+40722000000" })).toEqual(no("phone_disabled"));
    expect(read({ email: "ana" })).toEqual(no("email_invalid"));
    for (const odd of [
      { email: 1 },
      { email, role: "admin" },
      { email: "a".repeat(401) },
      { email, phone: "1".repeat(401) },
      { email, channel: "x".repeat(17) },
      { email, channel: "a\nb" },
      { email, code_challenge: "x".repeat(129) },
      { email, code_challenge: "a\nb" },
      { email, code_challenge_method: "x".repeat(17) },
      { email, gotrue_meta_security: { captcha_token: "x".repeat(4097) } },
    ])
      expect(read(odd)).toEqual(no("not_understood"));
  });

  it("signup needs a password; name and phone may be missing", () => {
    const data = { full_name: " Ana Pop ", phone: " 0722000 ", role: "admin" };
    expect(readSignUp({ email, password: "p", data })).toEqual(
      ok({ email: canonical, password: "p", fullName: "Ana Pop", phone: "0722000", captchaToken: undefined }),
    );
    for (const none of [{}, { data: null }, { data: {} }])
      expect(readSignUp({ email, password: "p", ...none })).toMatchObject(ok({ fullName: "", phone: "" }));
    for (const password of ["", undefined])
      expect(readSignUp({ email, password })).toEqual(no("no_credentials"));
    for (const odd of [
      { full_name: "x".repeat(201) },
      { full_name: "www.evil.example" },
      { phone: "1".repeat(33) },
      { phone: "1\n2" },
    ])
      expect(readSignUp({ email, password: "p", data: odd })).toEqual(no("not_understood"));
  });

  it("a login needs a password, and takes it as it is", () => {
    expect(readPasswordGrant({ email, password: " p " })).toEqual(
      ok({ email: canonical, password: " p ", captchaToken: undefined }),
    );
    for (const password of ["", undefined])
      expect(readPasswordGrant({ email, password })).toEqual(no("no_credentials"));
    expect(readPasswordGrant(null)).toEqual(no("not_understood"));
  });

  it("what begins with an address alone hands on nothing else", () => {
    const address = ok({ email: canonical, captchaToken: undefined });
    expect(readAddress({ email })).toEqual(address);
    expect(readCodeRequest({ email, create_user: false, data: { full_name: "Ana" } })).toEqual(address);
    expect(readCodeRequest({ email, create_user: "no" })).toEqual(no("not_understood"));
    for (const type of ["signup", "email_change", "sms", "phone_change"])
      expect(readResend({ email, type })).toEqual(ok({ type, email: canonical, captchaToken: undefined }));
    expect(readResend({ email, type: "signup", ...besides })).toEqual(
      ok({ type: "signup", email: canonical, captchaToken: "c" }),
    );
    expect(readResend({ email, type: "invite" })).toEqual(no("not_understood"));
  });
});

describe("what a letter brought", () => {
  it("is a hash by itself, or a code with the address it went to", () => {
    for (const type of ["signup", "email", "magiclink", "recovery", "email_change"]) {
      expect(readVerify({ type, token_hash: "h", ...besides, options: { any: 1 } })).toEqual(
        ok({ type, token: "h", email: undefined, password: undefined }),
      );
      expect(readVerify({ type, token: "t", email, password: "p" })).toEqual(
        ok({ type, token: "t", email, password: "p" }),
      );
    }
  });

  it("is not understood otherwise, and by text message not taken", () => {
    for (const odd of [
      { type: "signup" },
      { type: "signup", token: "t" },
      { type: "signup", email },
      { type: "signup", token_hash: "h", token: "t" },
      { type: "signup", token_hash: "h", email },
      { type: "signup", token_hash: "h", token: "t", email },
      { type: "invite", token_hash: "h" },
      { type: "other", token_hash: "h" },
      { type: "signup", token_hash: "x".repeat(201) },
      { type: "signup", token: "x".repeat(201), email },
      { type: "signup", token: "a\nb", email },
      { type: "signup", token_hash: "h", role: "admin" },
    ])
      expect(readVerify(odd)).toEqual(no("not_understood"));
    for (const phone of [
      { type: "sms", token_hash: "h" },
      { type: "phone_change", token_hash: "h" },
      { type: "signup", token: "t", email, phone: "1" },
    ])
      expect(readVerify(phone)).toEqual(no("phone_disabled"));
  });
});

describe("a change of one's own account", () => {
  const nothing = {
    email: undefined,
    password: undefined,
    currentPassword: undefined,
    nonce: undefined,
    fullName: undefined,
    phone: undefined,
  };
  it("is each field that was sent, and nothing else", () => {
    expect(readChange({})).toEqual(ok(nothing));
    expect(
      readChange({
        email,
        password: "n",
        current_password: "o",
        nonce: "1",
        phone: " 0722000 ",
        ...besides,
        channel: undefined,
      }),
    ).toEqual(
      ok({ ...nothing, email: canonical, password: "n", currentPassword: "o", nonce: "1", phone: "0722000" }),
    );
    expect(readChange({ data: { full_name: "Ana", phone: "0733000" } })).toEqual(
      ok({ ...nothing, fullName: "Ana", phone: "0733000" }),
    );
    expect(readChange({ phone: "0722000", data: { phone: "0733000" } })).toMatchObject(
      ok({ phone: "0722000" }),
    );
    expect(readChange({ data: null })).toEqual(ok(nothing));
  });
  it("is refused with an address that is none, and with what only the server writes", () => {
    expect(readChange({ email: "ana" })).toEqual(no("email_invalid"));
    for (const odd of [
      { role: "admin" },
      { app_metadata: {} },
      { email: "a".repeat(401) },
      { nonce: "1".repeat(65) },
      { phone: "1".repeat(33) },
      { password: 1 },
    ])
      expect(readChange(odd)).toEqual(no("not_understood"));
  });
});

it("a refresh brings a token and nothing else", () => {
  expect(readRefreshGrant({ refresh_token: "r" })).toEqual(ok({ token: "r" }));
  for (const odd of [{}, { refresh_token: "x".repeat(4097) }, { refresh_token: "r", scope: "x" }])
    expect(readRefreshGrant(odd)).toEqual(no("not_understood"));
});

describe("factors", () => {
  it("are applications that make codes, with a name or without", () => {
    expect(readEnrol({ factor_type: "totp", friendly_name: " Telefon ", issuer: "x", phone: null })).toEqual(
      ok({ friendlyName: "Telefon" }),
    );
    for (const none of [{}, { friendly_name: null }])
      expect(readEnrol({ factor_type: "totp", ...none })).toEqual(ok({ friendlyName: "" }));
    expect(readEnrol({ factor_type: "phone", phone: "07" })).toEqual(no("factor_phone_disabled"));
    expect(readEnrol({ factor_type: "webauthn" })).toEqual(no("factor_key_disabled"));
    for (const odd of [
      { factor_type: "sms" },
      { friendly_name: "x".repeat(61) },
      { friendly_name: "a\nb" },
      { issuer: "x".repeat(201) },
      { phone: "1".repeat(41) },
      { role: "admin" },
    ])
      expect(readEnrol({ factor_type: "totp", ...odd })).toEqual(no("not_understood"));
  });
  it("are proved by a code for a challenge", () => {
    const challengeId = "01980000-0000-7000-8000-000000000001";
    expect(readFactorCode({ challenge_id: challengeId, code: " 123456 " })).toEqual(
      ok({ challengeId, code: "123456" }),
    );
    for (const odd of [{ challenge_id: "x" }, { code: "1".repeat(101) }, { role: "x" }, { code: undefined }])
      expect(readFactorCode({ challenge_id: challengeId, code: "1", ...odd })).toEqual(no("not_understood"));
  });
});

describe("sign-in by another service", () => {
  const challenge = "a-_".padEnd(43, "x");
  const query = { provider: "google", code_challenge: challenge, code_challenge_method: "S256" };

  it("begins with a challenge, without which it is refused by name", () => {
    expect(readAuthorize(query)).toEqual(
      ok({ provider: "google", redirectTo: undefined, codeChallenge: challenge, isAnswerWanted: false }),
    );
    expect(
      readAuthorize({ ...query, redirect_to: "/x", skip_http_redirect: "true", scopes: "email" }),
    ).toEqual(ok({ provider: "google", redirectTo: "/x", codeChallenge: challenge, isAnswerWanted: true }));
    expect(readAuthorize({ ...query, skip_http_redirect: "false" })).toMatchObject(
      ok({ isAnswerWanted: false }),
    );
    expect(readAuthorize({ provider: "google" })).toEqual(no("challenge_missing"));
    for (const odd of [
      { code_challenge: challenge.slice(1) },
      { code_challenge: `${challenge}x` },
      { code_challenge: challenge.replace("_", "+") },
      { code_challenge_method: "plain" },
      { code_challenge_method: "xs256" },
      { code_challenge_method: "s256x" },
      { provider: "x".repeat(61) },
      { provider: "a\nb" },
      { redirect_to: `/${"x".repeat(2000)}` },
      { skip_http_redirect: "yes" },
    ] as Record<string, string>[])
      expect(readAuthorize({ ...query, ...odd })).toEqual(no("not_understood"));
  });

  it("of an organisation names its provider or its domain, one of them", () => {
    const nothing = {
      providerId: undefined,
      domain: undefined,
      redirectTo: undefined,
      codeChallenge: undefined,
    };
    expect(readSso({ provider_id: "p", gotrue_meta_security: null, code_challenge_method: "s256" })).toEqual(
      ok({ ...nothing, providerId: "p" }),
    );
    expect(
      readSso({ domain: "d", redirect_to: "/x", code_challenge: challenge, skip_http_redirect: true }),
    ).toEqual(ok({ ...nothing, domain: "d", redirectTo: "/x", codeChallenge: challenge }));
    expect(readSso({ domain: "d", code_challenge: "short" })).toEqual(ok({ ...nothing, domain: "d" }));
    for (const odd of [
      {},
      { provider_id: "p", domain: "d" },
      { provider_id: "x".repeat(61) },
      { domain: "x".repeat(254) },
      { domain: "d", redirect_to: `/${"x".repeat(2000)}` },
      { domain: "d", code_challenge: "x".repeat(129) },
      { domain: "d", code_challenge_method: "x".repeat(17) },
      { domain: "d", skip_http_redirect: "true" },
      { domain: "d", role: "admin" },
    ])
      expect(readSso(odd)).toEqual(no("not_understood"));
  });

  it("ends with a code and its verifier", () => {
    const verifier = "a.~-_".padEnd(43, "9");
    expect(readPkceGrant({ auth_code: "c", code_verifier: verifier })).toEqual(ok({ code: "c", verifier }));
    expect(readPkceGrant({ auth_code: "c", code_verifier: verifier.padEnd(128, "x") }).ok).toBe(true);
    for (const odd of [
      { code_verifier: verifier.slice(1) },
      { code_verifier: verifier.padEnd(129, "x") },
      { code_verifier: `${verifier}+` },
      { code_verifier: `+${verifier}` },
      { auth_code: "x".repeat(201) },
      { auth_code: "a\nb" },
      { role: "x" },
    ])
      expect(readPkceGrant({ auth_code: "c", code_verifier: verifier, ...odd })).toEqual(
        no("not_understood"),
      );
  });

  it("by a token says whose it is, and whether it is one more way into the account", () => {
    expect(readIdTokenGrant({ id_token: "t" })).toEqual(
      ok({ provider: "", token: "t", nonce: undefined, isLink: false }),
    );
    const all = {
      provider: "google",
      id_token: "t",
      access_token: "a",
      nonce: "n",
      link_identity: true,
      client_id: "c",
      issuer: "i",
      gotrue_meta_security: {},
    };
    expect(readIdTokenGrant(all)).toEqual(ok({ provider: "google", token: "t", nonce: "n", isLink: true }));
    expect(readIdTokenGrant({ id_token: "t", nonce: null, access_token: null })).toMatchObject(
      ok({ nonce: undefined }),
    );
    for (const odd of [
      { id_token: undefined },
      { id_token: "x".repeat(8193) },
      { provider: "x".repeat(61) },
      { access_token: "x".repeat(8193) },
      { nonce: "x".repeat(201) },
      { client_id: "x".repeat(201) },
      { issuer: "x".repeat(501) },
      { gotrue_meta_security: { captcha_token: "x".repeat(4097) } },
      { link_identity: "true" },
      { role: "x" },
    ])
      expect(readIdTokenGrant({ id_token: "t", ...odd })).toEqual(no("not_understood"));
  });
});
