import pg from "pg";
import {
  groupRoles,
  groupsOfLogin,
  type LoginName,
  type LoginUrls,
  loginNames,
  type RoleNames,
} from "#platform/database/database-roles.ts";
import { keptByFormerLogin, membershipsOf } from "#platform/database/prepare-logins.server.ts";
import { loginVariables } from "./config.ts";

type LoginsToCheck = {
  readonly urls: LoginUrls;
  readonly roles: RoleNames;
  /** Since when the login of earlier versions has only the rights of the public pages; null while it has more. */
  readonly loginRetiredAt: Date | null;
};

type Power = {
  readonly login: string;
  /** Powers that PostgreSQL gives the login beyond its groups, in words for the operator. */
  readonly powers: readonly string[];
  readonly temp: boolean;
  readonly memberships: readonly string[];
};

/**
 * Checks that each login can connect and has exactly the rights that its pool needs. Throws, with advice, when one
 * has more. The login of earlier versions is accepted with a warning until it is retired.
 */
export async function refusePowerfulLogins({
  urls,
  roles,
  loginRetiredAt,
}: LoginsToCheck): Promise<string[]> {
  const warnings = new Set<string>();
  for (const [name, power] of await Promise.all(
    loginNames.map(async (name) => [name, await powerOf(name, urls[name], roles)] as const),
  )) {
    const { login, powers, temp, memberships } = power;
    const variable = loginVariables[name];
    if (powers.length > 0)
      throw new Error(
        `Contul ${login} din ${variable} are prea multe drepturi (${powers.join(", ")}): folosește contul făcut de npm run database:prepare.`,
      );
    if (name === "export" && temp)
      throw new Error(
        `Contul ${login} din ${variable} poate face tabele temporare: rulează npm run database:prepare, sau REVOKE TEMP ON DATABASE ... FROM PUBLIC ca proprietar al bazei.`,
      );
    const neededGroups: readonly string[] = groupsOfLogin[name].map((group) => roles[group]);
    const extraGroups = memberships.filter((group) => !neededGroups.includes(group));
    if (extraGroups.length === 0) continue;
    const isFormer =
      login === roles.formerLogin && extraGroups.every((group) => groupRoles(roles).includes(group));
    if (!isFormer || loginRetiredAt !== null)
      throw new Error(
        `Contul ${login} din ${variable} poate deveni și ${extraGroups.join(", ")}: folosește contul făcut de npm run database:prepare${isFormer ? " (sau rulează din nou npm run database:prepare -- --retire-login)" : ""}.`,
      );
    warnings.add(
      `Contul ${login} poate încă deveni tot ce poate site-ul: după ce nu mai rulează niciun proces al versiunii vechi, npm run database:prepare -- --retire-login.`,
    );
  }
  return [...warnings];
}

async function powerOf(name: LoginName, url: string, roles: RoleNames): Promise<Power> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  try {
    await client.connect();
    const { rows } = await client.query<Omit<Power, "memberships">>(
      // an owner may change or drop its objects, and grant rights on them to others
      `SELECT session_user::text AS login, has_database_privilege(current_database(), 'TEMP') AS temp,
         array_remove(ARRAY[
           CASE WHEN rolsuper THEN 'SUPERUSER' END,
           CASE WHEN rolbypassrls THEN 'BYPASSRLS' END,
           CASE WHEN rolcreaterole THEN 'CREATEROLE' END,
           CASE WHEN rolcreatedb THEN 'CREATEDB' END,
           CASE WHEN rolreplication THEN 'REPLICATION' END,
           CASE WHEN d.datdba = r.oid THEN 'deține baza de date' END,
           CASE WHEN EXISTS (SELECT FROM pg_shdepend WHERE deptype = 'o' AND dbid = d.oid
             AND refclassid = 'pg_authid'::regclass AND refobjid = r.oid) THEN 'deține tabele, scheme sau funcții' END
         ], NULL) AS powers
       FROM pg_roles r, pg_database d WHERE r.rolname = session_user AND d.datname = current_database()`,
    );
    const [found] = rows;
    if (!found) throw new Error("a login has a role");
    return { ...found, memberships: await membershipsOf(client, found.login) };
  } catch (error) {
    if (/^28/.test((error as { code?: string }).code ?? ""))
      throw new Error(
        `Contul ${roles.logins[name]} nu poate intra în baza de date: rulează npm run database:prepare cu același APP_SECRET, sau spune adresa lui în ${loginVariables[name]}.`,
        { cause: error },
      );
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** True when the login of earlier versions could get more rights than it kept when it was retired. */
export async function isFormerLoginBack(
  client: Pick<pg.ClientBase, "query">,
  roles: RoleNames,
): Promise<boolean> {
  const kept = keptByFormerLogin(roles);
  return (await membershipsOf(client, roles.formerLogin)).some((group) => !kept.includes(group));
}
