import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export type ProviderPerson = {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
};

type Waiting = { readonly challenge: string; readonly nonce: string | null; readonly person: ProviderPerson };

/**
 * A small OpenID provider on this machine: discovery, keys, a login page that signs in whoever `person` is at the
 * moment without asking, and a token endpoint that insists on PKCE, the secret and codes used once.
 */
export async function startOidcProvider(client: { readonly id: string; readonly secret: string }) {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const codes = new Map<string, Waiting>();
  let person: ProviderPerson = { sub: "nobody" };
  let issuer = "";

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    const json = (status: number, value: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    };
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        return json(200, {
          issuer,
          authorization_endpoint: `${issuer}/login`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
          code_challenge_methods_supported: ["S256"],
        });
      case "/keys":
        return json(200, { keys: [jwk] });
      case "/login": {
        const asked = url.searchParams;
        const back = new URL(asked.get("redirect_uri") ?? issuer);
        const code = randomUUID();
        codes.set(code, {
          challenge: asked.get("code_challenge") ?? "",
          nonce: asked.get("nonce"),
          person,
        });
        back.searchParams.set("code", code);
        back.searchParams.set("state", asked.get("state") ?? "");
        response.writeHead(302, { location: back.href });
        return response.end();
      }
      case "/token": {
        const sent = new URLSearchParams(await textOf(request));
        const waiting = codes.get(sent.get("code") ?? "");
        codes.delete(sent.get("code") ?? "");
        const challenge = createHash("sha256")
          .update(sent.get("code_verifier") ?? "")
          .digest("base64url");
        const isClient = sent.get("client_id") === client.id && sent.get("client_secret") === client.secret;
        if (!waiting || waiting.challenge !== challenge || !isClient)
          return json(400, { error: "invalid_grant" });
        const nonce = waiting.nonce === null ? {} : { nonce: waiting.nonce };
        const id_token = await idToken({ ...waiting.person, ...nonce });
        return json(200, { access_token: randomUUID(), token_type: "Bearer", expires_in: 60, id_token });
      }
      default:
        return json(404, {});
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** An ID token for our client, but for what `more` says. */
  function idToken(claims: Record<string, unknown>): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: issuer, aud: client.id, iat: now, exp: now + 300, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .sign(privateKey);
  }

  return {
    issuer,
    idToken,
    /** Who signs in from now on. */
    signsIn(next: ProviderPerson): void {
      person = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
