import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { escapeHtml } from "#kernel/escape-html.ts";
import { openLoopbackServer } from "./loopback-server.ts";

const style =
  "body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif;background:#fff;color:#1b2338;display:grid;place-content:center;min-height:100vh;padding:24px}main{display:grid;gap:14px;max-width:360px}h1{font-size:1.5rem;margin:0}p{margin:0}button{width:100%;min-height:48px;padding:10px 18px;border:2px solid #535b70;border-radius:24px;background:#fff;color:inherit;font:inherit;cursor:pointer}";

type ProviderPerson = {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  /** The hosted domain, which only Google tells. */
  readonly hd?: string;
  readonly name?: string;
};

/** What the demo's login page offers beside giving up. */
type Choice = { readonly title: string; readonly people: readonly ProviderPerson[]; readonly page: string };

type PendingSignIn = {
  readonly challenge: string;
  readonly nonce: string | null;
  readonly person: ProviderPerson;
};

/**
 * A small OpenID provider on this machine: discovery, keys, a login page and a token endpoint that insists on PKCE, the
 * secret and codes used once. The login page signs in the `person` of the moment without asking; with a `choice` it asks
 * which person, at the address `choice.page`, which the caller serves with `loginPage`.
 */
export async function startOidcProvider(
  client: { readonly id: string; readonly secret: string },
  choice?: Choice,
) {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256", use: "sig" };
  const codes = new Map<string, PendingSignIn>();
  let person: ProviderPerson = { sub: "nobody" };

  const { origin: issuer, close } = await openLoopbackServer(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    switch (`${request.method} ${pathname}`) {
      case "GET /.well-known/openid-configuration":
        return Response.json({
          issuer,
          authorization_endpoint: choice?.page ?? `${issuer}/login`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["ES256"],
          code_challenge_methods_supported: ["S256"],
        });
      case "GET /keys":
        return Response.json({ keys: [jwk] });
      case "GET /login": {
        const { back, fields } = answerFor(searchParams, person);
        for (const [name, value] of Object.entries(fields)) back.searchParams.set(name, value);
        return Response.redirect(back);
      }
      case "POST /token": {
        const tokenRequest = new URLSearchParams(await request.text());
        const pendingSignIn = codes.get(tokenRequest.get("code") ?? "");
        codes.delete(tokenRequest.get("code") ?? "");
        const challenge = createHash("sha256")
          .update(tokenRequest.get("code_verifier") ?? "")
          .digest("base64url");
        const isClient =
          tokenRequest.get("client_id") === client.id && tokenRequest.get("client_secret") === client.secret;
        if (!pendingSignIn || pendingSignIn.challenge !== challenge || !isClient)
          return Response.json({ error: "invalid_grant" }, { status: 400 });
        const nonce = pendingSignIn.nonce === null ? {} : { nonce: pendingSignIn.nonce };
        const id_token = await idToken({ ...pendingSignIn.person, ...nonce });
        return Response.json({ access_token: randomUUID(), token_type: "Bearer", expires_in: 60, id_token });
      }
      default:
        return Response.json({}, { status: 404 });
    }
  });

  /** Where the browser goes back to, and with what: a code for this person. */
  function answerFor(loginRequest: URLSearchParams, signingPerson: ProviderPerson) {
    const code = randomUUID();
    const challenge = loginRequest.get("code_challenge") ?? "";
    codes.set(code, { challenge, nonce: loginRequest.get("nonce"), person: signingPerson });
    // codes of pages that nobody used
    if (codes.size > 1000) codes.delete(codes.keys().next().value ?? "");
    const fields = { code, state: loginRequest.get("state") ?? "" };
    return { back: new URL(loginRequest.get("redirect_uri") ?? issuer), fields };
  }

  /** The page that asks who signs in, in Romanian; it needs no script. */
  function loginPage(request: Request): Response {
    const { searchParams: loginRequest } = new URL(request.url);
    const method = loginRequest.get("response_mode") === "form_post" ? "post" : "get";
    const form = (label: string, back: URL, fields: Record<string, string>) =>
      `<form method="${method}" action="${escapeHtml(back.href)}">${Object.entries(fields)
        .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
        .join("")}<button>${escapeHtml(label)}</button></form>`;
    const people = choice?.people ?? [person];
    const forms = people.map((who) => {
      const { back, fields } = answerFor(loginRequest, who);
      return form(`${who.name ?? "Fără nume"}, ${who.email ?? "fără email"}`, back, fields);
    });
    const { back, fields } = answerFor(loginRequest, { sub: "nobody" });
    const cancel = form("Renunță", back, { error: "access_denied", state: fields.state });
    const title = escapeHtml(choice?.title ?? "Conectare");
    return new Response(
      `<!DOCTYPE html><html lang="ro"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>Pagina e pretinsă: alege cine ești.</p>${forms.join("")}${cancel}</main></body></html>`,
      {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-store",
          "content-security-policy":
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        },
      },
    );
  }

  /** An ID token for our client; `claims` replace or extend the usual ones. */
  function idToken(claims: Record<string, unknown>): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: issuer, aud: client.id, iat: now, exp: now + 300, ...claims })
      .setProtectedHeader({ alg: "ES256", kid: "one" })
      .sign(privateKey);
  }

  return {
    issuer,
    idToken,
    loginPage,
    /** The person who signs in from now on. */
    setPerson(next: ProviderPerson): void {
      person = next;
    },
    close,
  };
}
