import type { Role } from "#platform/database/database-roles.ts";
import type { Identity } from "#platform/identity/identity.server.ts";
import { findSession, type KnownSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { readSessionCookie } from "./cookies.server.ts";

/** The person of a session. */
type Known = Omit<KnownSession, "isGuest"> & {
  /** The queue of holds looks the session up by it. */
  readonly sessionHash: string;
};

/**
 * A guest buys without an account and has not signed in. A guest has own orders and tickets, with the database role
 * of a customer. Pages outside of buying treat a guest as anonymous.
 */
export type Visitor =
  | { readonly kind: "anonymous" }
  | (Known & { readonly kind: "person" })
  | (Known & { readonly kind: "guest" });

/** A visitor who may have orders and tickets. */
export type KnownVisitor = Exclude<Visitor, { kind: "anonymous" }>;

/** The visitor as loaders of public pages see one. On a page for the cache they see only what its key says. */
export type Viewer = {
  readonly kind: Visitor["kind"];
  readonly role: Role;
  /** Null for anonymous visitors, and on a page that is kept for everybody of this kind. */
  readonly known: KnownVisitor | null;
};

export function viewerOf(visitor: Visitor): Viewer {
  if (visitor.kind === "anonymous") return { kind: visitor.kind, role: "user", known: null };
  return { kind: visitor.kind, role: visitor.role, known: visitor };
}

export type SessionLookup = { readonly identity: Pick<Identity, "database">; readonly origin: string };

/** Requests that an open page makes by itself: they keep no absent person signed in. A renewal has its own time. */
const automaticRequests = /^\/(?:auth\/session(?:\/refresh)?|admin\/stock\/[0-9a-f-]+)(?:\.data)?$/;

/** Returns the visitor by the session cookie with one look-up; without a cookie of ours there is none. */
export async function findVisitor(
  request: { readonly headers: Headers; readonly url: string },
  { identity, origin }: SessionLookup,
): Promise<Visitor> {
  const token = readSessionCookie(request.headers.get("cookie"), origin);
  if (token === null) return { kind: "anonymous" };
  const sessionHash = hashOfToken(token);
  const use = automaticRequests.test(new URL(request.url).pathname) ? "seen" : "used";
  const session = await findSession(identity, sessionHash, use);
  if (!session) return { kind: "anonymous" };
  const { isGuest, ...known } = session;
  return { kind: isGuest ? "guest" : "person", ...known, sessionHash };
}
