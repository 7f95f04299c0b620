import { expect, test } from "vitest";
import { bani } from "#kernel/money.ts";
import { refused } from "#kernel/outcome.ts";
import type { Actor, Role } from "#platform/database/database-roles.ts";
import { testAccounts } from "#test/support/accounts.ts";
import { saveTeamSettings } from "./save-team-settings.server.ts";
import { showTeam } from "./show-team.server.ts";
import { readRoleForm, readTeamSettingsForm } from "./team-form.ts";
import { readTeamSettings, type TeamSettings } from "./team-settings-queries.server.ts";

const accounts = await testAccounts();
const { db, person, logIn, database } = accounts;

async function member(email: string, role: Role): Promise<Actor> {
  const { userId } = await person(email);
  await db`UPDATE profiles SET role = ${role} WHERE id = ${userId}`;
  return { userId, role };
}
const sefa = await member("sefa@club.example", "admin");
const casa = await member("casa@club.example", "box_office");
await person("client@club.example");

test("shows an administrator who has a role, when they were seen and whether they have a second factor", async () => {
  await logIn("casa@club.example");
  await db`INSERT INTO identity.factor (id, user_id, friendly_name, sealed_secret, status) VALUES (gen_random_uuid(), ${sefa.userId}, 'Telefon', 'v1.x', 'verified')`;
  const shown = await showTeam(accounts, { actor: sefa });
  expect(
    shown.ok &&
      shown.value.members.map(({ email, role, hasFactor, seenAt }) => [
        email,
        role,
        hasFactor,
        seenAt !== null,
      ]),
  ).toEqual([
    ["sefa@club.example", "admin", true, false],
    ["casa@club.example", "box_office", false, true],
  ]);
  await db`DELETE FROM identity.factor`;
});

test("saves what is demanded and allowed, with the history of who changed it from what to what", async () => {
  expect(await database.readAs(sefa, readTeamSettings)).toEqual({ demandsFactor: false, refundLimit: 0 });
  for (const refundLimit of [20_000, 5_000]) {
    const settings = { demandsFactor: false, refundLimit: bani(refundLimit) };
    expect(await saveTeamSettings(accounts, { actor: sefa, settings })).toEqual({ ok: true, value: null });
    expect(await database.readAs(casa, readTeamSettings)).toEqual(settings);
  }
  const rows =
    await db`SELECT actor_id, before->>'refundLimit' AS from, after->>'refundLimit' AS to FROM journal WHERE what = 'team_settings_saved' ORDER BY id`;
  expect(rows).toEqual([
    { actor_id: sefa.userId, from: "0", to: "20000" },
    { actor_id: sefa.userId, from: "20000", to: "5000" },
  ]);
});

test("an older form keeps what another person saved meanwhile: it does not switch off the factor just demanded", async () => {
  const save = (settings: TeamSettings, opened: TeamSettings) =>
    saveTeamSettings(accounts, { actor: sefa, settings, opened });
  const of = (demandsFactor: boolean, refundLimit: number) => ({
    demandsFactor,
    refundLimit: bani(refundLimit),
  });
  await db`INSERT INTO identity.factor (id, user_id, friendly_name, sealed_secret, status) VALUES (gen_random_uuid(), ${sefa.userId}, 'Telefon', 'v1.x', 'verified')`;
  const first = await database.readAs(sefa, readTeamSettings);
  const { refundLimit } = first;
  expect(await save(of(true, refundLimit), first)).toEqual({ ok: true, value: null });
  expect(await save(of(false, 300), first)).toEqual({ ok: true, value: null });
  expect(await database.readAs(sefa, readTeamSettings)).toEqual(of(true, 300));
  expect(await save(of(false, 400), first)).toEqual(refused({ reason: "changed_meanwhile" }));
  expect(await database.readAs(sefa, readTeamSettings)).toEqual(of(true, 300));
  await db`DELETE FROM team_settings`;
});

test("only an administrator of this moment saves it", async () => {
  const settings = { demandsFactor: true, refundLimit: bani(1) };
  const notAllowed = refused({ reason: "not_allowed" });
  const other = await member("fost@club.example", "admin");
  await db`UPDATE profiles SET role = 'manager' WHERE id = ${other.userId}`;
  expect(await saveTeamSettings(accounts, { actor: other, settings })).toEqual(notAllowed);
  // the database refuses the box office, whatever the act says
  await expect(
    database.withActor(casa, (sql) => sql.query("UPDATE team_settings SET refund_limit = 1")),
  ).rejects.toMatchObject({ code: "42501" });
});

test("the forms take an address with a role, and a limit in lei", () => {
  expect(readRoleForm({ email: " Ana@Exemplu.ro ", role: "manager" })).toEqual({
    ok: true,
    value: { email: "ana@exemplu.ro", role: "manager" },
  });
  expect(readRoleForm({ email: "", role: "sef" })).toEqual(
    refused({ email: "email_required", role: "unknown_role" }),
  );
  expect(readRoleForm({ email: "ana", role: "user" })).toEqual(refused({ email: "email_invalid" }));
  const read = (refundLimit: string, demandsFactor = "") =>
    readTeamSettingsForm({ demands_factor: demandsFactor, refund_limit: refundLimit });
  expect(read("1.250,50", "da")).toEqual({ ok: true, value: { demandsFactor: true, refundLimit: 125_050 } });
  expect(read("")).toEqual({ ok: true, value: { demandsFactor: false, refundLimit: 0 } });
  expect(read("100000")).toMatchObject({ ok: true });
  expect(read("100000,01")).toEqual(refused("too_big"));
  for (const typed of ["-1", "zece", "1e9"]) expect(read(typed)).toEqual(refused("not_an_amount"));
  expect(read("1", "poate")).toEqual(refused("not_an_amount"));
});
