import type { Uuid } from "#kernel/id.ts";
import type { Sql } from "#platform/database/sql.ts";
import { isDemandedInSql, roleOfSession } from "../sessions/role-of-session.ts";
import type { AccountFacts, FactorFacts, IdentityFacts } from "../tokens/auth-user.ts";

/** What the owner of an account may know about it; undefined without one. `role`: of such a session. */
export async function findAccountFacts(
  sql: Sql,
  { userId, aal }: { userId: Uuid; aal: "aal1" | "aal2" },
): Promise<AccountFacts | undefined> {
  const { rows } = await sql.query<AccountFacts & { isDemanded: boolean }>({
    name: "find-account-facts",
    text: `SELECT u.id, u.email, p.role, ${isDemandedInSql} AS "isDemanded", p.full_name AS "fullName", p.phone, u.created_at AS "createdAt",
             greatest(u.updated_at, p.updated_at) AS "updatedAt",
             CASE WHEN u.email_verified THEN coalesce(u.email_confirmed_at, u.updated_at) END AS "confirmedAt",
             (SELECT max(s.created_at) FROM identity.session s WHERE s.user_id = u.id) AS "lastSignInAt",
             (SELECT coalesce(json_agg(json_build_object('id', a.id, 'provider', a.provider_id, 'subject', a.account_id,
                'createdAt', a.created_at, 'updatedAt', a.updated_at) ORDER BY a.id), '[]')
              FROM identity.account a WHERE a.user_id = u.id) AS identities,
             (SELECT coalesce(json_agg(json_build_object('id', f.id, 'friendlyName', f.friendly_name, 'status', f.status,
                'createdAt', f.created_at, 'updatedAt', f.updated_at) ORDER BY f.id), '[]')
              FROM identity.factor f WHERE f.user_id = u.id) AS factors
           FROM identity."user" u JOIN profiles p ON p.id = u.id WHERE u.id = $1`,
    values: [userId],
  });
  const [accountRow] = rows;
  if (!accountRow) return undefined;
  const { isDemanded, ...facts } = accountRow;
  const role = roleOfSession({ role: facts.role, aal, isDemanded });
  return {
    ...facts,
    role,
    identities: facts.identities.map(withIsoDates),
    factors: facts.factors.map(withIsoDates),
  };
}

/** PostgreSQL writes instants inside JSON in its own form; the protocol wants ISO 8601. */
function withIsoDates<Row extends IdentityFacts | FactorFacts>(row: Row): Row {
  const iso = (text: string) => new Date(text).toISOString();
  return { ...row, createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) };
}

/** Whether the account's address was confirmed. Otherwise nobody knows whose address it is. */
export async function isAddressProven(sql: Sql, userId: Uuid): Promise<boolean> {
  const { rows } = await sql.query<{ isProven: boolean }>({
    name: "is-address-proven",
    text: 'SELECT email_verified AS "isProven" FROM identity."user" WHERE id = $1',
    values: [userId],
  });
  return rows[0]?.isProven ?? false;
}
