import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { openLoopbackServer } from "#devkit/loopback-server.ts";

export type ProviderPerson = {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
};

type Waiting = { readonly challenge: string; readonly nonce: string | null; readonly person: ProviderPerson };

/**
 * A small OpenID provider on this machine: discovery, keys, a login page that signs in the `person` of the moment
 * without asking, and a token endpoint that insists on PKCE, the secret and codes used once.
 */
export async function startOidcProvider(client: { readonly id: string; readonly secret: string }) {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const codes = new Map<string, Waiting>();
  let person: ProviderPerson = { sub: "nobody" };

  const { origin: issuer, close } = await openLoopbackServer(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    switch (`${request.method} ${pathname}`) {
      case "GET /.well-known/openid-configuration":
        return Response.json({
          issuer,
          authorization_endpoint: `${issuer}/login`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
          code_challenge_methods_supported: ["S256"],
        });
      case "GET /keys":
        return Response.json({ keys: [jwk] });
      case "GET /login": {
        const back = new URL(searchParams.get("redirect_uri") ?? issuer);
        const code = randomUUID();
        const challenge = searchParams.get("code_challenge") ?? "";
        codes.set(code, { challenge, nonce: searchParams.get("nonce"), person });
        back.searchParams.set("code", code);
        back.searchParams.set("state", searchParams.get("state") ?? "");
        return Response.redirect(back);
      }
      case "POST /token": {
        const sent = new URLSearchParams(await request.text());
        const waiting = codes.get(sent.get("code") ?? "");
        codes.delete(sent.get("code") ?? "");
        const challenge = createHash("sha256")
          .update(sent.get("code_verifier") ?? "")
          .digest("base64url");
        const isClient = sent.get("client_id") === client.id && sent.get("client_secret") === client.secret;
        if (!waiting || waiting.challenge !== challenge || !isClient)
          return Response.json({ error: "invalid_grant" }, { status: 400 });
        const nonce = waiting.nonce === null ? {} : { nonce: waiting.nonce };
        const id_token = await idToken({ ...waiting.person, ...nonce });
        return Response.json({ access_token: randomUUID(), token_type: "Bearer", expires_in: 60, id_token });
      }
      default:
        return Response.json({}, { status: 404 });
    }
  });

  /** An ID token for our client, but for what `claims` say. */
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
    close,
  };
}
