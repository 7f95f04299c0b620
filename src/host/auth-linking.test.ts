import { describe, expect, it } from "vitest";
import { goodPassword, siteOrigin } from "#test/support/accounts.ts";
import { elsewhereCalls, hashed, newVerifier, refusal } from "#test/support/elsewhere-calls.ts";

const { provider, accounts, call, visit, exchange } = await elsewhereCalls();
const { db, person, lettersTo } = accounts;

describe("a further way to sign in to an account", () => {
  const signedIn = async (email: string) => {
    const { userId } = await person(email);
    const { body } = await call("/token?grant_type=password", { email, password: goodPassword });
    return { userId, email, token: body.access_token as string };
  };
  /** To the provider and back for a link; only the application can use the code. */
  async function link(token: string, verifier: string) {
    const query = new URLSearchParams({
      provider: "munca",
      redirect_to: `${siteOrigin}/profile`,
      skip_http_redirect: "true",
      code_challenge: hashed(verifier),
      code_challenge_method: "s256",
    });
    const begun = await call(`/user/identities/authorize?${query}`, undefined, { token });
    if (begun.status !== 200) return { begun, code: "" };
    const back = await fetch(begun.body.url, { redirect: "manual" });
    const ended = await call(`/callback${new URL(back.headers.get("location") ?? "").search}`);
    return { begun, code: new URL(ended.location ?? siteOrigin).searchParams.get("code") ?? "" };
  }
  const linksOf = async (userId: string) =>
    (await db`SELECT provider_id FROM identity.account WHERE user_id = ${userId} ORDER BY id`).length;

  it("is linked once the application sends code and verifier, and its owner gets an email (A14-27)", async () => {
    const ana = await signedIn("leaga@club.example");
    // an address that differs from the account's and is not verified: the token identifies the account
    provider.setPerson({ sub: "l-1", email: "alta@munca.example", email_verified: false });
    const verifier = newVerifier();
    const { code } = await link(ana.token, verifier);
    expect(await linksOf(ana.userId)).toBe(1);
    const { body } = await exchange(code, verifier);
    expect(body.user).toMatchObject({
      id: ana.userId,
      email: ana.email,
      app_metadata: { providers: ["email", "munca"] },
    });
    expect((await lettersTo(ana.email)).at(-1)?.kind).toBe("identity_linked");
    expect((await exchange((await visit(verifier)).code, verifier)).body.user.id).toBe(ana.userId);
    const [, other] = body.user.identities;
    const unlink = { token: body.access_token, method: "DELETE" };
    await call(`/user/identities/${other.identity_id}`, undefined, unlink);
    expect(await linksOf(ana.userId)).toBe(1);
    expect((await lettersTo(ana.email)).at(-1)?.kind).toBe("identity_unlinked");
  });

  it("is not linked by a person whom somebody else led to the provider", async () => {
    const thief = await signedIn("hot@club.example");
    provider.setPerson({ sub: "l-2", email: "pagubit@munca.example", email_verified: true });
    const { code } = await link(thief.token, newVerifier());
    // the victim's browser has the code, the thief has the verifier: neither can link anything
    expect(await exchange(code, newVerifier())).toMatchObject(refusal(400, "bad_code_verifier"));
    expect(await linksOf(thief.userId)).toBe(1);
    const verifier = newVerifier();
    const own = await exchange((await visit(verifier)).code, verifier);
    expect(own.body.user.email).toBe("pagubit@munca.example");
  });

  it("belongs to no other account, and needs a recent sign-in with all factors", async () => {
    provider.setPerson({ sub: "l-3", email: "ocupat@munca.example", email_verified: true });
    const verifier = newVerifier();
    await visit(verifier);
    const dan = await signedIn("dan@club.example");
    const taken = refusal(422, "identity_already_exists");
    expect(await exchange((await link(dan.token, verifier)).code, verifier)).toMatchObject(taken);
    const id_token = await provider.idToken({ sub: "l-3", email: "x@munca.example" });
    const byToken = { provider: "munca", id_token, link_identity: true };
    const asDan = { token: dan.token };
    expect(await call("/token?grant_type=id_token", byToken, asDan)).toMatchObject(taken);
    expect(await call("/token?grant_type=id_token", byToken)).toMatchObject(refusal(401, "no_authorization"));
    await db`UPDATE identity.session SET amr = '[{"method": "password", "timestamp": 1}]' WHERE user_id = ${dan.userId}`;
    const old = refusal(400, "reauthentication_needed");
    expect((await link(dan.token, verifier)).begun).toMatchObject(old);
    expect(await call("/token?grant_type=id_token", byToken, asDan)).toMatchObject(old);
    expect(await linksOf(dan.userId)).toBe(1);
  });

  it("is not linked by a flow that was under way when the owner ended every session", async () => {
    const ion = await signedIn("ion-ends@club.example");
    provider.setPerson({ sub: "l-ended" });
    const verifier = newVerifier();
    const { code } = await link(ion.token, verifier);
    expect((await call("/logout?scope=global", {}, { token: ion.token })).status).toBe(204);
    expect(await exchange(code, verifier)).toMatchObject(refusal(404, "flow_state_not_found"));
    expect(await linksOf(ion.userId)).toBe(1);
  });

  it("is not linked by a flow that was under way when another way to sign in was removed", async () => {
    const mia = await signedIn("mia@club.example");
    const id_token = await provider.idToken({ sub: "l-6" });
    const body = { provider: "munca", id_token, link_identity: true };
    const { access_token: token, user } = (
      await call("/token?grant_type=id_token", body, { token: mia.token })
    ).body;
    provider.setPerson({ sub: "l-7" });
    const verifier = newVerifier();
    const { code } = await link(token, verifier);
    const unlink = { token, method: "DELETE" };
    const gone = await call(`/user/identities/${user.identities[1].identity_id}`, undefined, unlink);
    expect(gone.status).toBe(200);
    expect(await exchange(code, verifier)).toMatchObject(refusal(404, "flow_state_not_found"));
    expect(await linksOf(mia.userId)).toBe(1);
  });

  it("is linked by an ID token that the application has; the session continues (A14-19, A14-27)", async () => {
    const eva = await signedIn("eva@club.example");
    const id_token = await provider.idToken({ sub: "l-4" });
    const body = { provider: "munca", id_token, link_identity: true };
    const linked = await call("/token?grant_type=id_token", body, { token: eva.token });
    expect(linked.body.user).toMatchObject({
      id: eva.userId,
      app_metadata: { providers: ["email", "munca"] },
    });
    expect(await call("/user", undefined, { token: linked.body.access_token })).toMatchObject({
      status: 200,
    });
  });
});
