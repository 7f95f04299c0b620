/** The account's other ways to sign in, as shown beside a new password. */
export type WaysInView = {
  passkeys: { id: string; name: string; createdAt: string }[];
  /** Accounts at other providers. */
  identities: { id: string; provider: string; createdAt: string }[];
  hasFactor: boolean;
};

type WaysInFacts = {
  readonly passkeys: readonly { readonly id: string; readonly name: string; readonly createdAt: Date }[];
  readonly identities: readonly {
    readonly id: string;
    readonly provider: string;
    readonly createdAt: Date;
  }[];
  readonly factorIds: readonly string[];
};

export function waysInView({ passkeys, identities, factorIds }: WaysInFacts): WaysInView {
  return {
    passkeys: passkeys.map(({ id, name, createdAt }) => ({ id, name, createdAt: createdAt.toISOString() })),
    identities: identities.map(({ id, provider, createdAt }) => ({
      ...{ id, provider },
      createdAt: createdAt.toISOString(),
    })),
    hasFactor: factorIds.length > 0,
  };
}
