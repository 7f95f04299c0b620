import { createHash, createHmac } from "node:crypto";
import { UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { registerAccount } from "#platform/identity/accounts/register-account.server.ts";
import { goodPassword, siteOrigin } from "#test/support/accounts.ts";
import { elsewhereCalls, hashed, newVerifier, refusal } from "#test/support/elsewhere-calls.ts";

const { provider, client, accounts, call, callWithout, visit, exchange } = await elsewhereCalls();
const { identity, db, person, logIn, letters } = accounts;

describe("signing in with another provider", () => {
  it("ends in a session for the application that began it, and makes the account (A14-18, A14-26)", async () => {
    provider.setPerson({ sub: "m-1", email: "Nou@munca.example", email_verified: true, name: "Nou Venit" });
    const verifier = newVerifier();
    const { ended, code } = await visit(verifier);
    expect(ended.status).toBe(303);
    expect(ended.location).toBe(`${siteOrigin}/profile?code=${code}`);
    const { body } = await exchange(code, verifier);
    expect(body).toMatchObject({
      token_type: "bearer",
      user: {
        email: "nou@munca.example",
        role: "authenticated",
        app_metadata: { provider: "munca", providers: ["munca"], role: "user" },
        user_metadata: { full_name: "Nou Venit", email_verified: true },
        identities: [{ provider: "munca", id: "m-1" }],
      },
    });
    const again = newVerifier();
    const second = await exchange((await visit(again)).code, again);
    expect(second.body.user.id).toBe(body.user.id);
  });

  it("gives nothing for a code that was used, is old, or comes with another verifier (A14-18)", async () => {
    provider.setPerson({ sub: "m-2", email: "doi@munca.example", email_verified: true });
    const verifier = newVerifier();
    const used = await visit(verifier);
    const answers = await Promise.all([exchange(used.code, verifier), exchange(used.code, verifier)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const stolen = await visit(verifier);
    expect(await exchange(stolen.code, newVerifier())).toMatchObject(refusal(400, "bad_code_verifier"));
    expect(await exchange(stolen.code, verifier)).toMatchObject(refusal(404, "flow_state_not_found"));
    const old = await visit(verifier);
    await db`UPDATE identity.flow_state SET expires_at = now()`;
    expect(await exchange(old.code, verifier)).toMatchObject(refusal(404, "flow_state_not_found"));
    // and the same state a second time
    expect(await call(`/callback${used.callback.search}`)).toMatchObject(
      refusal(404, "flow_state_not_found"),
    );
    expect(await call("/callback?code=x&state=y")).toMatchObject(refusal(404, "flow_state_not_found"));
  });

  it("keeps codes and states as hashes only (I27)", async () => {
    provider.setPerson({ sub: "m-3", email: "trei@munca.example", email_verified: true });
    const { callback, code } = await visit(newVerifier());
    const rows = await db`SELECT row_to_json(f)::text AS text FROM identity.flow_state f`;
    const all = rows.map(({ text }) => text).join();
    expect(all).not.toContain(code);
    expect(all).not.toContain(callback.searchParams.get("state"));
  });

  it.each([
    "https://evil.example/profile",
    `${siteOrigin}.evil.example/`,
    `${siteOrigin}@evil.example/`,
    "//evil.example",
    `${siteOrigin}//evil.example`,
    `${siteOrigin}/\\evil.example`,
    "javascript:alert(1)",
  ])("does not lead to another site: %s", async (redirectTo) => {
    provider.setPerson({ sub: "m-4", email: "patru@munca.example", email_verified: true });
    const { ended, code } = await visit(newVerifier(), redirectTo);
    expect(ended.location).toBe(`${siteOrigin}/?code=${code}`);
  });

  it("joins the account with the address, and ends the access of anybody who had taken it unconfirmed", async () => {
    const { userId } = await person("ana@munca.example");
    provider.setPerson({ sub: "m-5", email: "ana@munca.example", email_verified: true });
    const verifier = newVerifier();
    const joined = await exchange((await visit(verifier)).code, verifier);
    expect(joined.body.user).toMatchObject({ id: userId, app_metadata: { providers: ["email", "munca"] } });
    expect((await logIn("ana@munca.example")).ok).toBe(true);

    const form = { password: goodPassword, fullName: "Un Străin", phone: "1" };
    await registerAccount(identity, { ...form, email: "grabit@munca.example" });
    provider.setPerson({ sub: "m-6", email: "grabit@munca.example", email_verified: true });
    const own = await exchange((await visit(verifier)).code, verifier);
    expect(own.body.user.app_metadata.providers).toEqual(["munca"]);
    expect(await logIn("grabit@munca.example")).toMatchObject({ refusal: { reason: "invalid" } });
  });

  it("a link alone does not open an account that was used unproven; a verified address of the provider opens it without all that was added before", async () => {
    const email = "neconfirmat@munca.example";
    letters.on = false;
    await registerAccount(identity, { email, password: goodPassword, fullName: "Un Străin", phone: "1" });
    const opened = await logIn(email);
    if (!opened.ok) throw new Error("no session");
    const link = (subject: string) =>
      db`INSERT INTO identity.account (id, user_id, provider_id, account_id) VALUES (gen_random_uuid(), ${opened.value.userId}, 'munca', ${subject})`;
    await link("strain");
    provider.setPerson({ sub: "strain", email: "strain@munca.example", email_verified: true });
    const verifier = newVerifier();
    expect((await exchange((await visit(verifier)).code, verifier)).status).toBe(200);
    letters.on = true;
    expect((await visit(newVerifier())).ended).toMatchObject(
      refusal(422, "provider_email_needs_verification"),
    );
    provider.setPerson({ sub: "ea", email, email_verified: true });
    const { body } = await exchange((await visit(verifier)).code, verifier);
    expect(body.user).toMatchObject({ id: opened.value.userId, app_metadata: { providers: ["munca"] } });
    expect(body.user.identities).toMatchObject([{ id: "ea" }]);
    expect(await logIn(email)).toMatchObject({ refusal: { reason: "invalid" } });
    expect(await db`SELECT FROM identity.session WHERE user_id = ${body.user.id}`).toHaveLength(1);
  });

  it("believes a provider of some domains about no address of another (one kind: a word for one domain opens all accounts)", async () => {
    for (const email of ["sefa@club.example", "sefa@munca.example.ro", "sefa@x.munca.example"]) {
      await person(email);
      provider.setPerson({ sub: `of ${email}`, email, email_verified: true });
      expect((await visit(newVerifier())).ended).toMatchObject(
        refusal(422, "provider_email_needs_verification"),
      );
    }
    await person("sefa@munca.example");
    provider.setPerson({ sub: "of sefa", email: "Sefa@Munca.example", email_verified: true });
    const verifier = newVerifier();
    expect((await exchange((await visit(verifier)).code, verifier)).status).toBe(200);
  });

  it("takes no name from the provider that nobody could type here", async () => {
    provider.setPerson({
      sub: "m-9",
      email: "nume@munca.example",
      email_verified: true,
      name: "www.evil.example",
    });
    const verifier = newVerifier();
    const { body } = await exchange((await visit(verifier)).code, verifier);
    expect(body.user.user_metadata.full_name).toBe("");
  });

  it("does not trust an address that the provider has not verified", async () => {
    await person("tinta@munca.example");
    for (const claims of [{ email_verified: false }, {}, { email_verified: "true" as never }]) {
      provider.setPerson({ sub: "m-7", email: "tinta@munca.example", ...claims });
      const { ended } = await visit(newVerifier());
      expect(ended).toMatchObject(refusal(422, "provider_email_needs_verification"));
    }
  });

  it("can be removed again, but not when it is the last way to sign in (A14-27)", async () => {
    provider.setPerson({ sub: "m-8", email: "legat@munca.example", email_verified: true });
    await person("legat@munca.example");
    const verifier = newVerifier();
    const { body } = await exchange((await visit(verifier)).code, verifier);
    const token = body.access_token;
    const [own, other] = body.user.identities;
    const unlink = (id: string) => call(`/user/identities/${id}`, undefined, { token, method: "DELETE" });
    expect(await unlink(other.identity_id)).toMatchObject({ status: 200 });
    expect(await unlink(other.identity_id)).toMatchObject(refusal(404, "identity_not_found"));
    expect(await unlink(own.identity_id)).toMatchObject(refusal(422, "single_identity_not_deletable"));
    expect(await unlink("x")).toMatchObject(refusal(404, "identity_not_found"));
  });
});

describe("an ID token", () => {
  const claims = { sub: "t-1", email: "token@munca.example", email_verified: true, name: "Cu Token" };
  const grant = async (id_token: string, more = {}) =>
    call("/token?grant_type=id_token", { provider: "munca", id_token, ...more });

  it("made for us by the provider opens a session, with its nonce if it has one (A14-19)", async () => {
    expect((await grant(await provider.idToken(claims))).body.user).toMatchObject({
      email: "token@munca.example",
    });
    const nonce = createHash("sha256").update("o data").digest("hex");
    const bound = await provider.idToken({ ...claims, nonce });
    expect((await grant(bound, { nonce: "o data" })).status).toBe(200);
    for (const more of [{}, { nonce: "alta" }])
      expect(await grant(bound, more)).toMatchObject(refusal(400, "bad_jwt"));
    expect(await grant(await provider.idToken(claims), { nonce: "o data" })).toMatchObject(
      refusal(400, "bad_jwt"),
    );
  });

  it("of any other kind opens none: another audience, application, issuer, time, subject, signature or algorithm (A14-19)", async () => {
    const now = Math.floor(Date.now() / 1000);
    const head = Buffer.from('{"alg":"HS256","kid":"one"}').toString("base64url");
    const body = Buffer.from(
      JSON.stringify({ ...claims, iss: provider.issuer, aud: client.id, iat: now, exp: now + 300 }),
    ).toString("base64url");
    const mac = createHmac("sha256", client.secret).update(`${head}.${body}`).digest("base64url");
    const bare = { ...claims, iss: provider.issuer, aud: client.id, iat: now, exp: now + 300 };
    for (const forged of [
      await provider.idToken({ ...claims, aud: "somebody-else" }),
      await provider.idToken({ ...claims, iss: "https://evil.example" }),
      await provider.idToken({ ...claims, exp: now - 60 }),
      await provider.idToken({ ...claims, sub: undefined }),
      await provider.idToken({ ...claims, sub: ["t-1"] }),
      await provider.idToken({ ...claims, sub: 1 }),
      await provider.idToken({ ...claims, iat: now + 90, exp: now + 300 }),
      await provider.idToken({ ...claims, iat: `${now}` }),
      await provider.idToken({ ...claims, aud: [client.id, "other"], azp: "other" }),
      await provider.idToken({ ...claims, azp: "other" }),
      new UnsecuredJWT(bare).encode(),
      `${head}.${body}.${mac}`,
      `${(await provider.idToken(claims)).slice(0, -6)}AAAAAA`,
      "x",
    ])
      expect(await grant(forged)).toMatchObject(refusal(400, "bad_jwt"));
  });
});

describe("without a name in the environment", () => {
  it.each<[string, unknown, number, string]>([
    [
      `/authorize?provider=google&code_challenge=${"x".repeat(43)}&code_challenge_method=S256`,
      undefined,
      400,
      "provider_disabled",
    ],
    ["/sso", { domain: "munca.example" }, 404, "saml_provider_disabled"],
    ["/sso", { provider_id: "01a1faf1-d035-7000-9014-d6d3b4b552e6" }, 404, "saml_provider_disabled"],
    ["/token?grant_type=id_token", { provider: "google", id_token: "x" }, 400, "provider_disabled"],
  ])("%s %j is refused as not enabled (A14-26)", async (path, body, status, code) => {
    expect(await callWithout(path, body)).toMatchObject(refusal(status, code));
  });
});

it("a domain leads to its provider, by POST and with a challenge only (A14-26)", async () => {
  const code_challenge = hashed(newVerifier());
  const sso = (more: object) => call("/sso", { skip_http_redirect: true, ...more });
  const begun = await sso({ domain: "MUNCA.example", code_challenge, code_challenge_method: "s256" });
  expect(begun.body.url.startsWith(`${provider.issuer}/login?`)).toBe(true);
  expect(await sso({ domain: "munca.example" })).toMatchObject(refusal(400, "validation_failed"));
  expect(await sso({ domain: "evil.example", code_challenge })).toMatchObject(
    refusal(400, "provider_disabled"),
  );
  expect(await sso({ code_challenge })).toMatchObject(refusal(400, "validation_failed"));
  expect(await call("/authorize?provider=munca")).toMatchObject(refusal(400, "validation_failed"));
});
