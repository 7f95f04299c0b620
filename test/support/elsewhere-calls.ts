import { createHash, randomBytes } from "node:crypto";
import { afterAll, expect } from "vitest";
import { startOidcProvider } from "#devkit/oidc-provider.ts";
import { openTokenService } from "#platform/identity/tokens/token-service.server.ts";
import { siteOrigin, testAccounts } from "./accounts.ts";
import { authCalls } from "./auth-calls.ts";

const issuer = `${siteOrigin}/auth/v1`;
const client = { id: "estival", secret: "a secret of two parties" };

export const hashed = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");
export const newVerifier = () => randomBytes(40).toString("hex");
/** A refusal by its code alone; the text is the protocol's. */
export const refusal = (status: number, error_code: string) => ({
  status,
  body: { code: status, error_code },
});

/** Accounts with a test provider where people may sign in, and the calls of /auth/v1 about it. */
export async function elsewhereCalls() {
  const provider = await startOidcProvider(client);
  afterAll(() => provider.close());
  const accounts = await testAccounts();
  const { identity, keys } = accounts;
  const named = {
    name: "munca",
    issuer: provider.issuer,
    domains: ["munca.example"],
    clientId: client.id,
    clientSecret: client.secret,
  };
  const service = authCalls(accounts, {
    tokens: openTokenService(identity, { signer: keys, issuer, providers: [named] }),
  });
  const without = authCalls(accounts, { tokens: openTokenService(identity, { signer: keys, issuer }) });

  const call = (path: string, body?: unknown, { token = "", method = "" } = {}) =>
    service.call(path, { body, token, ...(method ? { method } : {}) });

  /**
   * Goes to the provider and back, as a browser does; resolves to the last address, with the code for the application.
   */
  async function visit(verifier: string, redirectTo = `${siteOrigin}/profile`) {
    const query = new URLSearchParams({
      provider: "munca",
      redirect_to: redirectTo,
      code_challenge: hashed(verifier),
      code_challenge_method: "s256",
    });
    const sent = await call(`/authorize?${query}`);
    expect(sent.status).toBe(302);
    const back = await fetch(sent.location ?? "", { redirect: "manual" });
    const callback = new URL(back.headers.get("location") ?? "");
    expect(`${callback.origin}${callback.pathname}`).toBe(`${issuer}/callback`);
    const ended = await call(`/callback${callback.search}`);
    return { ended, callback, code: new URL(ended.location ?? siteOrigin).searchParams.get("code") ?? "" };
  }

  return {
    provider,
    client,
    accounts,
    call,
    /** The same call at a site without any provider. */
    callWithout: (path: string, body?: unknown) => without.call(path, { body }),
    visit,
    exchange: (auth_code: string, code_verifier: string) =>
      call("/token?grant_type=pkce", { auth_code, code_verifier }),
  };
}
