import { expect, it } from "vitest";
import type { Sql } from "#platform/database/sql.ts";
import { siteOrigin, testAccounts } from "#test/support/accounts.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { findVisitor } from "#web/request/visitor.server.ts";

/**
 * The matrix of the back-office again, below the screens: the person of a request is found as the site finds it. What the
 * role of that person's transaction may write is in rights.test.ts.
 */
const { database, identity, db, ownerUrl } = await testAccounts();
const season = await openSeasonBuilder(ownerUrl);

const roleIn = async (sql: Sql) =>
  (await sql.query<{ role: string }>("SELECT current_user AS role")).rows[0]?.role;

it.each([
  ["nobody", null, "app_anon"],
  ["the demo's flag alone", "flag", "app_anon"],
  ["a customer", "user", "app_customer"],
  ["gate staff", "gate", "app_gate"],
  ["an administrator", "admin", "app_admin"],
  ["a former administrator", "demoted", "app_customer"],
] as const)(
  "%s asks the database in the own role, whatever the request says (I22, B13-01)",
  async (_, who, due) => {
    let cookie = who === "flag" ? "secretAdminAccess=true" : "";
    if (who !== null && who !== "flag") {
      const { userId, token } = await season.person(who === "demoted" ? "admin" : who);
      cookie = `__Host-session=${token}; secretAdminAccess=true`;
      if (who === "demoted") await db`UPDATE profiles SET role = 'user' WHERE id = ${userId}`;
    }
    const request = {
      headers: new Headers({ cookie }),
      url: `${siteOrigin}/admin/events?secretAdminAccess=true`,
    };
    const visitor = await findVisitor(request, { identity, origin: siteOrigin });
    const role =
      visitor.kind === "anonymous"
        ? await roleIn(database.anonymous)
        : await database.withActor(visitor, roleIn);
    expect(role).toBe(due);
  },
);
