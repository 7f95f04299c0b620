/**
 * The unmodified npm client of the protocol against the built site: everything that it can do here, an application can
 * do.
 */
import type { GoTrueClient } from "@supabase/auth-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { officialClient } from "#test/support/official-client.ts";
import { type Site, startSite } from "#test/support/site.ts";
import { totpCode } from "#test/support/totp-code.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: "error", TRUST_PROXY: "1" });
}, 90_000);
afterAll(() => site?.stop());

const password = "nori peste mare";
let clients = 0;

/** A client at an address of its own. */
function newClient(more: Parameters<typeof officialClient>[1] = {}) {
  clients += 1;
  return officialClient(site.origin, {
    headers: { "x-forwarded-for": `2001:db8:c:${clients}::1` },
    ...more,
  });
}

const freshEmail = () => `client-${++clients}@exemplu.example`;

type Letter = { to: string; subject: string; text: string };

/** The token in the newest email to this address with this subject. */
async function tokenTo(email: string, about: RegExp, token = /[?&]token=([\w-]{43})/): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        const letters = (await (await fetch(`${site.origin}/_demo/mail.json`)).json()) as Letter[];
        const letter = letters.find(({ to, subject }) => to === email && about.test(subject));
        found = token.exec(letter?.text ?? "")?.[1];
        return found;
      },
      { timeout: 40_000, interval: 100 },
    )
    .toBeDefined();
  return found ?? "";
}

/** Signed up, confirmed and signed in. */
async function person(): Promise<{ client: GoTrueClient; email: string; id: string }> {
  const client = newClient();
  const email = freshEmail();
  const made = await client.signUp({
    email,
    password,
    options: { data: { full_name: "Ștefan Client", phone: "0722 000 111" } },
  });
  expect(made.error).toBeNull();
  expect(made.data.session).toBeNull();
  const token = await tokenTo(email, /confirm/i);
  // without the password beside the link, the account would have none yet
  const proof = { type: "signup", token_hash: token, password } as const;
  const verified = await client.verifyOtp(proof);
  expect(verified.error).toBeNull();
  return { client, email, id: verified.data.user?.id ?? "" };
}

/** Tries to buy a type that does not exist: 404 for a person who may buy, 401 for one who may not. */
function buyWith(bearer: string): Promise<Response> {
  return fetch(`${site.origin}/functions/v1/checkout-session`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
    body: JSON.stringify({
      price_id: "price_unknown",
      success_url: `${site.origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${site.origin}/tickets`,
      mode: "payment",
      quantity: 1,
    }),
  });
}

describe("the official client", () => {
  it("signs up, confirms, signs in, refreshes, verifies claims and signs out (A14-15, A14-16, A14-17, A14-21, A14-32)", async () => {
    const { client, email, id } = await person();
    const first = await client.getSession();
    expect(first.data.session).toMatchObject({ token_type: "bearer", user: { id, email } });
    expect((await client.signOut({ scope: "local" })).error).toBeNull();
    const early = await client.signInWithPassword({ email, password: "ghicit gresit" });
    expect(early.error).toMatchObject({ code: "invalid_credentials", message: "Invalid login credentials" });
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    const opened = await client.signInWithPassword({ email, password });
    expect(opened.error).toBeNull();
    const claims = await client.getClaims();
    expect(claims.error).toBeNull();
    expect(claims.data?.header.alg).toBe("ES256");
    expect(claims.data?.claims).toMatchObject({
      sub: id,
      role: "authenticated",
      aal: "aal1",
      app_metadata: { role: "user" },
      user_metadata: { full_name: "Ștefan Client", phone: "0722 000 111" },
    });
    const refreshed = await client.refreshSession();
    expect(refreshed.error).toBeNull();
    expect(refreshed.data.session?.refresh_token).not.toBe(opened.data.session?.refresh_token);
    expect((await client.getUser()).data.user).toMatchObject({ id, role: "authenticated" });
    const identities = await client.getUserIdentities();
    expect(identities.data?.identities).toMatchObject([{ provider: "email", user_id: id }]);
    await client.signOut();
    expect((await client.getSession()).data.session).toBeNull();
    expect(events).toEqual(expect.arrayContaining(["SIGNED_IN", "TOKEN_REFRESHED", "SIGNED_OUT"]));
  });

  it("detects a forged token with the published keys (A14-32, A14-33)", async () => {
    const { client } = await person();
    const token = (await client.getSession()).data.session?.access_token ?? "";
    const [head, , seal] = token.split(".");
    const payload = { ...(await client.getClaims()).data?.claims, role: "admin" };
    const forged = `${head}.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.${seal}`;
    expect((await client.getClaims(forged)).error?.message).toBe("Invalid JWT signature");
    expect((await client.getUser(forged)).error?.code).toBe("bad_jwt");
  });

  it("recovers a password by email and sets another (A14-22, A14-23, A14-03)", async () => {
    const { client: elsewhere, email } = await person();
    const client = newClient();
    const asked = await client.resetPasswordForEmail(email, { redirectTo: `${site.origin}/reset-password` });
    expect(asked.error).toBeNull();
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    const proven = await client.verifyOtp({
      type: "recovery",
      token_hash: await tokenTo(email, /parol/i),
    });
    expect(proven.error).toBeNull();
    expect(events).toContain("PASSWORD_RECOVERY");
    const weak = await client.updateUser({ password: "scurt" });
    expect(weak.error).toMatchObject({ name: "AuthWeakPasswordError", code: "weak_password" });
    const updated = await client.updateUser({
      password: "alte valuri mari",
      data: { full_name: "Alt Nume" },
    });
    expect(updated.error).toBeNull();
    expect(updated.data.user?.user_metadata.full_name).toBe("Alt Nume");
    expect(events).toContain("USER_UPDATED");
    // The session of the sign-up has ended with the old password.
    expect((await elsewhere.getUser()).data.user).toBeNull();
    expect((await newClient().signInWithPassword({ email, password })).error?.code).toBe(
      "invalid_credentials",
    );
    expect((await newClient().signInWithPassword({ email, password: "alte valuri mari" })).error).toBeNull();
  });

  it("signs in by a code, and requests one before a new password (A14-20, A14-24)", async () => {
    const { email } = await person();
    const client = newClient();
    expect((await client.signInWithOtp({ email })).error).toBeNull();
    const code = await tokenTo(email, /Codul tău/, /\b(\d{6})\b/);
    const opened = await client.verifyOtp({ type: "email", email, token: code });
    expect(opened.error).toBeNull();
    expect(opened.data.user?.email).toBe(email);
    expect((await client.reauthenticate()).error).toBeNull();
    const nonce = await expect
      .poll(() => tokenTo(email, /Codul tău/, /\b(\d{6})\b/), { timeout: 40_000, interval: 100 })
      .not.toBe(code)
      .then(() => tokenTo(email, /Codul tău/, /\b(\d{6})\b/));
    expect((await client.updateUser({ password: "alte valuri mari", nonce })).error).toBeNull();
    expect((await newClient().signInWithPassword({ email, password: "alte valuri mari" })).error).toBeNull();
  });

  it("enrols a second factor, shows it and removes it; without it buys nothing (A14-28..A14-31, A14-03)", async () => {
    const { client, email } = await person();
    const made = await client.mfa.enroll({ factorType: "totp", friendlyName: "telefon" });
    expect(made.error).toBeNull();
    if (made.data?.type !== "totp") throw new Error("no factor");
    expect(made.data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    const { secret } = made.data.totp;
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    const factorId = made.data.id;
    const wrong = await client.mfa.challengeAndVerify({ factorId, code: "000000" });
    expect(wrong.error?.code).toBe("mfa_verification_failed");
    expect((await client.mfa.challengeAndVerify({ factorId, code: totpCode(secret) })).error).toBeNull();
    expect(events).toContain("MFA_CHALLENGE_VERIFIED");
    const level = (of: GoTrueClient) => of.mfa.getAuthenticatorAssuranceLevel();
    expect((await level(client)).data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    const other = newClient();
    await other.signInWithPassword({ email, password });
    expect((await level(other)).data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    expect((await other.mfa.unenroll({ factorId })).error?.code).toBe("insufficient_aal");
    expect((await other.mfa.listFactors()).data?.totp).toHaveLength(1);
    const buy = async () =>
      (await buyWith((await other.getSession()).data.session?.access_token ?? "")).status;
    expect(await buy()).toBe(401);
    expect((await other.mfa.challengeAndVerify({ factorId, code: totpCode(secret, 1) })).error).toBeNull();
    expect(await buy()).toBe(404);
    expect((await other.refreshSession()).error).toBeNull();
    expect((await level(other)).data).toMatchObject({ currentLevel: "aal2" });
    expect((await other.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    expect((await client.mfa.listFactors()).data?.all).toEqual([]);
  });
});

describe("a function of the specification", () => {
  it("takes the access token as bearer (A16-02)", async () => {
    const { client } = await person();
    const token = (await client.getSession()).data.session?.access_token ?? "";
    // The person is accepted; only the ticket type does not exist.
    expect((await buyWith(token)).status).toBe(404);
    const [head, body] = token.split(".");
    expect((await buyWith(`${head}.${body}.${"A".repeat(86)}`)).status).toBe(401);
    await client.signOut();
    expect((await buyWith(token)).status).toBe(401);
  });
});
