import { GoTrueClient } from "@supabase/auth-js";

type Options = NonNullable<ConstructorParameters<typeof GoTrueClient>[0]>;

/**
 * The unmodified npm client of the protocol, as an application of the site at `origin` creates it, with a storage of its
 * own. The package keeps public keys for all clients of a process by `storageKey`, and two sites number their keys alike.
 */
export function officialClient(origin: string, more: Options = {}): GoTrueClient {
  const kept = new Map<string, string>();
  return new GoTrueClient({
    url: `${origin}/auth/v1`,
    storageKey: origin,
    autoRefreshToken: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    ...more,
  });
}
