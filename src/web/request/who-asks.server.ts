import type { Uuid } from "#kernel/id.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { hashOfToken } from "#platform/identity/secret-token.server.ts";
import type { Role } from "#ticketing/people/roles.ts";
import { readSessionCookie } from "./session-cookie.server.ts";

export type Visitor =
  | { readonly kind: "anonymous" }
  | {
      readonly kind: "person";
      readonly userId: Uuid;
      /** As it stands in the profile now; nothing that a browser sends takes part. */
      readonly role: Role;
      readonly fullName: string | null;
      readonly email: string;
      /** What the hold desk asks for. */
      readonly sessionHash: string;
      readonly expiresAt: Date;
      /** The password was entered once more within the last ten minutes; see password-again.server.ts. */
      readonly isReconfirmed: boolean;
      /** An administrator of a house that wants a second factor of them, and has shown none: no administrator yet. */
      readonly needsFactor: boolean;
      /** Has an order that waits for its payment: pages then show it, and are not taken from the cache. */
      readonly hasOpenOrder: boolean;
    };

export type Doorkeeper = {
  readonly identity: Pick<Identity, "findSession">;
  readonly origin: string;
};

/** What pages ask by their own clock while they lie open; whoever went away must not stay signed in by it (D8). A renewal says itself when. */
const askedByItself = /^\/(?:auth\/session(?:\/refresh)?|admin\/stock\/[0-9a-f-]+)(?:\.data)?$/;

/** Who sent this request, by its cookie: one look-up, none without a cookie of ours. */
export async function findVisitor(
  request: { readonly headers: Headers; readonly url: string },
  { identity, origin }: Doorkeeper,
): Promise<Visitor> {
  const token = readSessionCookie(request.headers.get("cookie"), origin);
  if (token === null) return { kind: "anonymous" };
  const sessionHash = hashOfToken(token);
  const use = askedByItself.test(new URL(request.url).pathname) ? "seen" : "used";
  const session = await identity.findSession(sessionHash, use);
  return session ? { kind: "person", ...session, sessionHash } : { kind: "anonymous" };
}
