/** Which accounts a provider opens by their address: those whose mail it runs, not those whose address it once verified. */
import { afterAll, describe, expect, it } from "vitest";
import { startOidcProvider } from "#devkit/oidc-provider.ts";
import { confirmAddress, lookAtLink } from "#platform/identity/accounts/confirm-account.server.ts";
import { registerAccount } from "#platform/identity/accounts/register-account.server.ts";
import { sweepAccounts } from "#platform/identity/accounts/sweep-accounts.server.ts";
import { grantByIdToken } from "#platform/identity/oidc/id-token-sign-in.server.ts";
import { newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { openTokenService } from "#platform/identity/tokens/token-service.server.ts";
import { goodPassword, siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { findAccountOf } from "#ticketing/people/person-queries.server.ts";

const client = { id: "estival", secret: "a secret of two parties" };
const double = await startOidcProvider(client);
afterAll(() => double.close());
const accounts = await testAccounts();
const { db, identity, keys, letters } = accounts;
const from = { userAgent: "Firefox on a phone", address: "203.0.113.7" };
let people = 0;

function tokensOf(name: string, domains: readonly string[] = []) {
  const provider = { name, issuer: double.issuer, domains, clientId: client.id, clientSecret: client.secret };
  const issuer = `${siteOrigin}/auth/v1`;
  return { provider, tokens: openTokenService(identity, { signer: keys, issuer, providers: [provider] }) };
}

/** An account that was made while no emails were sent. */
async function unconfirmedPerson(email: string): Promise<string> {
  letters.on = false;
  await registerAccount(identity, { email, password: goodPassword, fullName: "Ana Pop", phone: "1" });
  letters.on = true;
  const [made] = await db`SELECT id FROM identity."user" WHERE email = ${email} AND NOT email_verified`;
  return made?.id;
}

/** Signs in at the provider: resolves to the account that opens, or to the refusal. */
async function signIn({ provider, tokens }: ReturnType<typeof tokensOf>, claims: Record<string, unknown>) {
  const sub = `s-${++people}`;
  const token = await double.idToken({ sub, email_verified: true, ...claims });
  const granted = await grantByIdToken(tokens, { provider, token, nonce: undefined }, from);
  if (!granted.ok) return granted.refusal;
  const [row] =
    await db`SELECT user_id AS id FROM identity.account WHERE provider_id = ${provider.name} AND account_id = ${claims.sub ?? sub}`;
  return row?.id;
}

const [google, apple, other] = [tokensOf("google"), tokensOf("apple"), tokensOf("munca")];
const googleOfClub = tokensOf("google", ["club.example"]);
const otherOfClub = tokensOf("munca", ["club.example"]);

describe.each([
  { title: "Google", at: google, domain: "gmail.com", opens: true },
  { title: "Google", at: google, domain: "googlemail.com", opens: true },
  { title: "Google", at: google, domain: "GMail.com", opens: true },
  { title: "Google", at: google, domain: "club.example", opens: false },
  { title: "Google", at: google, domain: "club.example", hd: "Club.example", opens: true },
  { title: "Google", at: google, domain: "club.example", hd: "alt.example", opens: false },
  { title: "Google", at: google, domain: "x.club.example", hd: "club.example", opens: false },
  { title: "Google", at: google, domain: "club.example", hd: true, opens: false },
  { title: "Google", at: google, domain: "gmail.com.example", opens: false },
  { title: "Google", at: google, domain: "icloud.com", opens: false },
  { title: "Google of club.example", at: googleOfClub, domain: "club.example", opens: false },
  {
    title: "Google of club.example",
    at: googleOfClub,
    domain: "club.example",
    hd: "club.example",
    opens: true,
  },
  { title: "Apple", at: apple, domain: "icloud.com", opens: true },
  { title: "Apple", at: apple, domain: "me.com", opens: true },
  { title: "Apple", at: apple, domain: "mac.com", opens: true },
  { title: "Apple", at: apple, domain: "privaterelay.appleid.com", opens: true },
  { title: "Apple", at: apple, domain: "club.example", opens: false },
  { title: "Apple", at: apple, domain: "club.example", hd: "club.example", opens: false },
  { title: "Apple", at: apple, domain: "gmail.com", opens: false },
  { title: "another provider of club.example", at: otherOfClub, domain: "club.example", opens: true },
  { title: "another provider without domains", at: other, domain: "club.example", opens: true },
])("$title about $domain, hosted domain $hd", ({ at, domain, hd, opens }) => {
  it(`${opens ? "opens" : "does not open"} the account that has the address, confirmed or not`, async () => {
    const local = `p${++people}`;
    const { userId } = await accounts.person(`${local}@${domain.toLowerCase()}`);
    expect(await signIn(at, { email: `${local}@${domain}`, hd })).toBe(opens ? userId : "email_taken");
    const email = `n${local}@${domain.toLowerCase()}`;
    const unconfirmed = await unconfirmedPerson(email);
    expect(await signIn(at, { email, hd })).toBe(opens ? unconfirmed : "email_taken");
  });

  it("makes the account of an address that nobody has, and goes on opening it", async () => {
    const claims = { sub: `kept-${++people}`, email: `k${people}@${domain}`, hd };
    const made = await signIn(at, claims);
    expect(made).toMatch(/^[0-9a-f-]{36}$/);
    expect(await signIn(at, claims)).toBe(made);
    const [account] = await db`SELECT email_verified AS proven FROM identity."user" WHERE id = ${made}`;
    const sent = await db`SELECT FROM letters WHERE user_id = ${made} AND kind = 'confirm_address'`;
    expect([account?.proven, sent.length > 0]).toEqual([opens, !opens]);
  });
});

describe("a person whom Google names by an address that they once read", () => {
  async function named(email: string) {
    const sub = `once-${email}`;
    const userId = await signIn(google, { sub, email });
    return { userId, again: () => signIn(google, { sub, email }) };
  }
  const form = { password: goodPassword, fullName: "Ana Pop", phone: "1" };
  const found = (email: string) => findAccountOf(identity.database.identity, email);

  it("is not found by the address, until the link in its email is opened in that session", async () => {
    const email = "cu-link@club.example";
    const { userId, again } = await named(email);
    expect(await found(email)).toBeUndefined();
    const visit = accounts.at(await accounts.tokenFor(email, "confirm_address"), {
      signedIn: { userId, sessionHash: "s" },
    });
    expect((await confirmAddress(identity, visit)).ok).toBe(true);
    expect(await found(email)).toBe(userId);
    expect(await again()).toBe(userId);
  });

  it("is asked in another browser for a form, never for a password that the account does not have", async () => {
    const email = "alt-browser@club.example";
    const { userId } = await named(email);
    const token = await accounts.tokenFor(email, "confirm_address");
    expect(await lookAtLink(identity, accounts.at(token))).toMatchObject({ asks: "fields", email });
    const signedIn = accounts.at(token, { signedIn: { userId, sessionHash: "s" } });
    expect(await lookAtLink(identity, signedIn)).toMatchObject({ asks: "click" });
    await registerAccount(identity, { ...form, email: "formular@club.example" });
    const ofForm = await accounts.tokenFor("formular@club.example", "confirm_address");
    expect(await lookAtLink(identity, accounts.at(ofForm))).toMatchObject({ asks: "password" });
  });

  it("loses the account after seven days without an answer of the mailbox, unless it is signed in", async () => {
    const [lost, kept, proven] = [
      await named("pierdut@club.example"),
      await named("conectat@club.example"),
      await named("dovedit@gmail.com"),
    ];
    const ids = [lost.userId, kept.userId, proven.userId];
    await db`UPDATE identity."user" SET confirm_by = confirm_by - interval '7 days' WHERE id = ANY(${ids})`;
    await db`DELETE FROM identity.session WHERE user_id <> ${kept.userId}`;
    await sweepAccounts(identity);
    const left = await db`SELECT id FROM identity."user" WHERE id = ANY(${ids})`;
    expect(left.map(({ id }) => id).sort()).toEqual([kept.userId, proven.userId].sort());
    expect(await lost.again()).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("keeps no sign-up of the address's owner from its link, which ends what the person added", async () => {
    const email = "birou@club.example";
    const browser = newSecretToken();
    await registerAccount(identity, { ...form, email, browser });
    const link = accounts.at(await accounts.tokenFor(email, "confirm_address"), { browser });
    const { userId, again } = await named(email);
    expect((await confirmAddress(identity, link)).ok).toBe(true);
    expect(await found(email)).toBe(userId);
    expect(
      await db`SELECT FROM identity.account WHERE user_id = ${userId} AND provider_id = 'google'`,
    ).toEqual([]);
    expect(await again()).toBe("email_taken");
  });
});

it("a linked identity goes on opening its account that nobody has confirmed, for the same address", async () => {
  const email = "legat@club.example";
  const userId = await unconfirmedPerson(email);
  await db`INSERT INTO identity.account (id, user_id, provider_id, account_id) VALUES (gen_random_uuid(), ${userId}, 'google', 'legat')`;
  expect(await signIn(google, { sub: "altul", email })).toBe("email_taken");
  expect(await signIn(google, { sub: "legat", email })).toBe(userId);
});
