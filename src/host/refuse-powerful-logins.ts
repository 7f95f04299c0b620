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

type Checked = {
  readonly urls: LoginUrls;
  readonly roles: RoleNames;
  /** Since when the login of earlier versions may be no more than that of the public pages; null while it may. */
  readonly loginRetiredAt: Date | null;
};

type Power = { login: string; powerful: boolean; temp: boolean; memberships: readonly string[] };

/**
 * Each login must come in and be able to become what its pool is for, and nothing else. Throws, with what to do, when one
 * is more powerful; until it is retired the login of earlier versions is let through, which is then said.
 */
export async function refusePowerfulLogins({ urls, roles, loginRetiredAt }: Checked): Promise<string[]> {
  const warnings = new Set<string>();
  for (const [name, power] of await Promise.all(
    loginNames.map(async (name) => [name, await powerOf(name, urls[name], roles)] as const),
  )) {
    const { login, powerful, temp, memberships } = power;
    const variable = loginVariables[name];
    if (powerful)
      throw new Error(
        `Contul ${login} din ${variable} este superuser, are BYPASSRLS sau deține tabele: folosește contul făcut de npm run database:prepare.`,
      );
    if (name === "export" && temp)
      throw new Error(
        `Contul ${login} din ${variable} poate face tabele temporare: rulează npm run database:prepare, sau REVOKE TEMP ON DATABASE ... FROM PUBLIC ca proprietar al bazei.`,
      );
    const own: readonly string[] = groupsOfLogin[name].map((group) => roles[group]);
    const more = memberships.filter((group) => !own.includes(group));
    if (more.length === 0) continue;
    const isFormer = login === roles.formerLogin && more.every((group) => groupRoles(roles).includes(group));
    if (!isFormer || loginRetiredAt !== null)
      throw new Error(
        `Contul ${login} din ${variable} poate deveni și ${more.join(", ")}: folosește contul făcut de npm run database:prepare${isFormer ? " (sau rulează din nou npm run database:prepare -- --retire-login)" : ""}.`,
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
      `SELECT session_user::text AS login, has_database_privilege(current_database(), 'TEMP') AS temp,
         rolsuper OR rolbypassrls OR EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE c.relowner = r.oid AND n.nspname IN ('public', 'identity', 'migrations')) AS powerful FROM pg_roles r WHERE rolname = session_user`,
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

/** True when the login of earlier versions could become more than it kept when it was retired. */
export async function isFormerLoginBack(
  client: Pick<pg.ClientBase, "query">,
  roles: RoleNames,
): Promise<boolean> {
  const kept = keptByFormerLogin(roles);
  return (await membershipsOf(client, roles.formerLogin)).some((group) => !kept.includes(group));
}
