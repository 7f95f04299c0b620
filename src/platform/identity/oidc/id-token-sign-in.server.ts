import { createHash } from "node:crypto";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { lockWithSession, type SessionKey } from "../sessions/own-sessions.server.ts";
import type { TokenService } from "../tokens/token-service.server.ts";
import { type GrantedSession, openTokenSession, type SessionOrigin } from "../tokens/token-session.server.ts";
import {
  findOrMakeAccount,
  type LinkRefusal,
  linkIdentity,
  type TakenRefusal,
} from "./oidc-account.server.ts";
import type { OidcPerson, OidcProvider } from "./oidc-client.server.ts";
import { isSameText } from "./oidc-sign-in.server.ts";

type IdTokenRefusal = "id_token_invalid" | LinkRefusal;

/** An ID token that an application got from the provider, and the nonce that the token is bound to, if any. */
type ShownIdToken = {
  readonly provider: OidcProvider;
  readonly token: string;
  readonly nonce: string | undefined;
};

/** Signs in with an ID token. */
export async function grantByIdToken(
  tokens: TokenService,
  shown: ShownIdToken,
  origin: SessionOrigin,
): Promise<Outcome<GrantedSession, IdTokenRefusal>> {
  const person = await personOfToken(tokens, shown);
  if (!person) return refused("id_token_invalid");
  return tokens.database.withDuty("identity", async (sql) => {
    const { address } = origin;
    const account = await findOrMakeAccount(tokens, sql, { provider: shown.provider, person, address });
    if (!account.ok) return account;
    return done(await openTokenSession(tokens, sql, { userId: account.value, method: "oauth", ...origin }));
  });
}

/** Links the identity of an ID token to the account of a session. */
export async function linkByIdToken(
  tokens: TokenService,
  session: SessionKey,
  shown: ShownIdToken,
): Promise<Outcome<null, "id_token_invalid" | "session_not_found" | TakenRefusal>> {
  const person = await personOfToken(tokens, shown);
  if (!person) return refused("id_token_invalid");
  const { userId } = session;
  return tokens.database.withDuty("identity", async (sql) => {
    if (!(await lockWithSession(sql, session))) return refused("session_not_found");
    return linkIdentity(tokens, sql, { userId, provider: shown.provider.name, subject: person.subject });
  });
}

async function personOfToken(
  { oidc }: TokenService,
  { provider, token, nonce }: ShownIdToken,
): Promise<OidcPerson | undefined> {
  const person = await oidc.readIdToken(provider, token).catch(() => undefined);
  return person && isNonceRight(person, nonce) ? person : undefined;
}

/** The token carries the SHA-256 of the nonce in hex; either both have one or neither. */
function isNonceRight({ nonce: tokenNonce }: OidcPerson, nonce: string | undefined): boolean {
  if (tokenNonce === undefined || nonce === undefined) return tokenNonce === nonce;
  return isSameText(createHash("sha256").update(nonce).digest("hex"), tokenNonce);
}
