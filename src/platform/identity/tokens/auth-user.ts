import type { Role } from "#platform/database/database-roles.ts";

/** An account as its owner may see it, read from the database. */
export type AccountFacts = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly fullName: string | null;
  readonly phone: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly confirmedAt: Date | null;
  readonly lastSignInAt: Date | null;
  readonly identities: readonly IdentityFacts[];
  readonly factors: readonly FactorFacts[];
};

export type IdentityFacts = {
  readonly id: string;
  readonly provider: string;
  /** The person's id at that provider. */
  readonly subject: string;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type FactorFacts = {
  readonly id: string;
  readonly friendlyName: string;
  readonly status: "unverified" | "verified";
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** The assurance level of a session: aal2 after a second factor. */
export type AssuranceLevel = { readonly aal: "aal1" | "aal2" };

/** The User of the protocol, in the shape that the official client knows. */
export type AuthUser = ReturnType<typeof wholeUser> | ReturnType<typeof userBeforeFactor>;

/** The account as this session may see it. Before the second factor: only what a client needs to ask for it. */
export function authUser(facts: AccountFacts, shown: AssuranceLevel): AuthUser {
  return hasShownAll(facts, shown) ? wholeUser(facts) : userBeforeFactor(facts);
}

/** The shape that A§3 asks for. `role` and `app_metadata` are the profile's; `user_metadata` is of the sign-up. */
function wholeUser(facts: AccountFacts) {
  const metadata = userMetadata(facts);
  const confirmedAt = facts.confirmedAt?.toISOString();
  return {
    id: facts.id,
    aud: "authenticated",
    role: tokenRole(facts),
    email: facts.email,
    ...(confirmedAt ? { email_confirmed_at: confirmedAt, confirmed_at: confirmedAt } : {}),
    phone: facts.phone ?? "",
    ...(facts.lastSignInAt ? { last_sign_in_at: facts.lastSignInAt.toISOString() } : {}),
    app_metadata: appMetadata(facts),
    user_metadata: metadata,
    identities: facts.identities.map((identity) => ({
      identity_id: identity.id,
      id: identity.subject,
      user_id: facts.id,
      provider: providerName(identity),
      identity_data: { ...metadata, sub: identity.subject },
      created_at: identity.createdAt,
      updated_at: identity.updatedAt,
      last_sign_in_at: identity.updatedAt,
    })),
    factors: authFactors(facts),
    created_at: facts.createdAt.toISOString(),
    updated_at: facts.updatedAt.toISOString(),
    is_anonymous: false,
  };
}

/** The official client reads factors from here. The empty objects exist because applications read their fields. */
function userBeforeFactor(facts: AccountFacts) {
  const { id, email } = facts;
  const withoutRights = { aud: "authenticated", role: "authenticated", app_metadata: {}, user_metadata: {} };
  return { id, email, ...withoutRights, factors: authFactors(facts) };
}

/** The claims about the person in an access token. */
export function claimsOf(facts: AccountFacts, shown: AssuranceLevel) {
  if (!hasShownAll(facts, shown)) return { email: facts.email, role: "authenticated" };
  return {
    email: facts.email,
    phone: facts.phone ?? "",
    app_metadata: appMetadata(facts),
    user_metadata: userMetadata(facts),
    role: tokenRole(facts),
    is_anonymous: false,
  };
}

function hasShownAll({ factors }: AccountFacts, { aal }: AssuranceLevel): boolean {
  return aal === "aal2" || factors.every(({ status }) => status !== "verified");
}

function authFactors({ factors }: AccountFacts) {
  return factors.map((factor) => ({
    id: factor.id,
    friendly_name: factor.friendlyName,
    factor_type: "totp",
    status: factor.status,
    created_at: factor.createdAt,
    updated_at: factor.updatedAt,
  }));
}

function tokenRole({ role }: AccountFacts): "admin" | "authenticated" {
  return role === "admin" ? "admin" : "authenticated";
}

function appMetadata({ role, identities }: AccountFacts) {
  const providers = [...new Set(identities.map(providerName))];
  return { provider: providers[0] ?? "email", providers, role };
}

function userMetadata({ id, email, fullName, phone, confirmedAt }: AccountFacts) {
  return {
    sub: id,
    email,
    email_verified: confirmedAt !== null,
    phone_verified: false,
    full_name: fullName ?? "",
    phone: phone ?? "",
  };
}

/** The protocol's name of a provider: an account with a password is "email". */
function providerName({ provider }: IdentityFacts): string {
  return provider === "credential" ? "email" : provider;
}
