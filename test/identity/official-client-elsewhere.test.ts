import { afterAll, beforeAll, expect, it } from "vitest";
import { startOidcProvider } from "#devkit/oidc-provider.ts";
import { officialClient } from "#test/support/official-client.ts";
import { type Site, startSite } from "#test/support/site.ts";

const provider = await startOidcProvider({ id: "estival", secret: "doar-pentru-noi" });
let site: Site;
beforeAll(async () => {
  site = await startSite({
    LOG_LEVEL: "error",
    OIDC_MUNCA_ISSUER: provider.issuer,
    OIDC_MUNCA_DOMAINS: "munca.example",
    OIDC_MUNCA_CLIENT_ID: "estival",
    OIDC_MUNCA_CLIENT_SECRET: "doar-pentru-noi",
  });
}, 90_000);
afterAll(async () => {
  await site?.stop();
  await provider.close();
});

const newClient = () => officialClient(site.origin, { flowType: "pkce" });

// The client has a fixed list of provider names; ours is not on it.
const munca = "munca" as "google";

/** Follows the redirects as a browser does, to the page that gets the code. */
async function codeAfter(url: string | null | undefined): Promise<string> {
  let address = url ?? "";
  for (let step = 0; step < 5; step++) {
    const answer = await fetch(address, { redirect: "manual" });
    address = new URL(answer.headers.get("location") ?? "/", address).href;
    if (address.startsWith(`${site.origin}/profile`)) break;
  }
  return new URL(address).searchParams.get("code") ?? "";
}

const redirectTo = () => `${site.origin}/profile`;

it("the official client signs in at a provider with PKCE, by name and by domain (A14-18, A14-26)", async () => {
  const client = newClient();
  provider.signsIn({ sub: "o-1", email: "unu@munca.example", email_verified: true, name: "Unu" });
  const begun = await client.signInWithOAuth({
    provider: munca,
    options: { redirectTo: redirectTo(), skipBrowserRedirect: true },
  });
  const opened = await client.exchangeCodeForSession(await codeAfter(begun.data.url));
  expect(opened.error).toBeNull();
  expect(opened.data.user).toMatchObject({ email: "unu@munca.example", role: "authenticated" });
  expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: "oauth" }]);

  const other = newClient();
  const byDomain = await other.signInWithSSO({
    domain: "munca.example",
    options: { redirectTo: redirectTo(), skipBrowserRedirect: true },
  });
  const same = await other.exchangeCodeForSession(await codeAfter(byDomain.data?.url));
  expect(same.data.user?.id).toBe(opened.data.user?.id);
  const unknown = await other.signInWithSSO({ domain: "nicaieri.example" });
  expect(unknown.error?.code).toBe("provider_disabled");
});
