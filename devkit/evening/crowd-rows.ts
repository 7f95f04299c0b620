import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { newId } from "#kernel/id.ts";

export const crowdPassword = "nori peste mare";

export type CrowdMember = {
  readonly token: string;
  readonly email: string;
  /** An address of their own. */
  readonly address: string;
};

/** So many registered and confirmed people with one known password, each signed in already. */
export async function loadCrowd(
  owner: pg.Client,
  { count, hash }: { count: number; hash: string },
): Promise<CrowdMember[]> {
  const ids = Array.from({ length: count }, () => newId());
  const tokens = ids.map(() => randomBytes(32).toString("base64url"));
  await owner.query(
    `WITH p AS (SELECT id FROM unnest($1::uuid[]) AS p(id)),
       profile AS (INSERT INTO profiles (id, full_name, email) SELECT id, 'Om din mulțime', id || '@multime.example' FROM p),
       account AS (INSERT INTO identity."user" (id, email, name, email_verified) SELECT id, id || '@multime.example', '', true FROM p RETURNING id)
     INSERT INTO identity.account (id, user_id, provider_id, account_id, password) SELECT gen_random_uuid(), id, 'credential', id, $2 FROM account`,
    [ids, hash],
  );
  await owner.query(
    `INSERT INTO identity.session (id, user_id, token, expires_at)
     SELECT gen_random_uuid(), u, t, now() + interval '7 days' FROM unnest($1::uuid[], $2::text[]) AS s(u, t)`,
    [ids, tokens.map((token) => createHash("sha256").update(token).digest("hex"))],
  );
  return ids.map((id, n) => ({
    token: tokens[n] as string,
    email: `${id}@multime.example`,
    address: `10.${(n >> 16) % 256}.${(n >> 8) % 256}.${n % 256}`,
  }));
}
