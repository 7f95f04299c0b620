import type { Uuid } from "#kernel/id.ts";
import type { Role } from "#platform/database/database-roles.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { readSessionCookie } from "./cookies.server.ts";

/** Whose session a request brings. */
type Known = {
  readonly userId: Uuid;
  /** From the profile now; nothing that a browser sends takes part. */
  readonly role: Role;
  readonly fullName: string | null;
  readonly email: string;
  /** The queue of holds looks it up. */
  readonly sessionHash: string;
  readonly expiresAt: Date;
  /** The password was entered once more within `durations.freshProof`; see password-again.server.ts. */
  readonly isReconfirmed: boolean;
  /** Somebody of the team of whom a second factor is required, who has shown none: `role` is a customer's until then. */
  readonly needsFactor: boolean;
  /** Has an order that waits for its payment: pages then show it, and do not come from the cache. */
  readonly hasOpenOrder: boolean;
};

/**
 * A guest buys without an account: nobody signed in. A guest has own orders and tickets, with the database role of a
 * customer, and no account; pages that are no part of buying treat one as anonymous.
 */
export type Visitor =
  | { readonly kind: "anonymous" }
  | (Known & { readonly kind: "person" })
  | (Known & { readonly kind: "guest" });

/** A visitor who may have orders and tickets. */
export type KnownVisitor = Exclude<Visitor, { kind: "anonymous" }>;

/** What the loaders of public pages see of the visitor. Of one whose page is kept they see what its key says, and nobody. */
export type Viewer = {
  readonly kind: Visitor["kind"];
  readonly role: Role;
  /** Null where the page is kept for everybody of this kind, and for anonymous visitors. */
  readonly known: KnownVisitor | null;
};

export function viewerOf(visitor: Visitor): Viewer {
  if (visitor.kind === "anonymous") return { kind: visitor.kind, role: "user", known: null };
  return { kind: visitor.kind, role: visitor.role, known: visitor };
}

export type SessionLookup = {
  readonly identity: Pick<Identity, "database">;
  readonly origin: string;
};

/**
 * Requests that an open page makes by itself; they must not keep an absent person signed in. A renewal states its
 * own time.
 */
const askedByItself = /^\/(?:auth\/session(?:\/refresh)?|admin\/stock\/[0-9a-f-]+)(?:\.data)?$/;

/** The sender of this request, by its cookie: one look-up, none without a cookie of ours. */
export async function findVisitor(
  request: { readonly headers: Headers; readonly url: string },
  { identity, origin }: SessionLookup,
): Promise<Visitor> {
  const token = readSessionCookie(request.headers.get("cookie"), origin);
  if (token === null) return { kind: "anonymous" };
  const sessionHash = hashOfToken(token);
  const use = askedByItself.test(new URL(request.url).pathname) ? "seen" : "used";
  const session = await findSession(identity, sessionHash, use);
  if (!session) return { kind: "anonymous" };
  const { isGuest, ...known } = session;
  return { kind: isGuest ? "guest" : "person", ...known, sessionHash };
}
