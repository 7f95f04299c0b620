/** The office over HTTP: who gets in without a second factor, who takes another's invitation, and what has a last step. */
import { expect, it } from "vitest";
import { officeAddresses } from "#web/office-addresses.ts";
import { openAttackedSite } from "./attacked-site.ts";

const { attack, season, owner, nothingHappens } = await openAttackedSite();
const manager = await season.person("manager");
const administrator = await season.person("admin");
const stranger = await season.person();

const demand = (on: boolean) =>
  owner.query(
    "INSERT INTO team_settings (demands_factor) VALUES ($1) ON CONFLICT (one_row) DO UPDATE SET demands_factor = $1",
    [on],
  );
const emailOf = async (userId: string) =>
  (await owner.query<{ email: string }>("SELECT email FROM profiles WHERE id = $1", [userId])).rows[0]
    ?.email ?? "";

it("nothing of the office opens without the second factor that is demanded, and no form is taken (49)", async () => {
  await demand(true);
  await nothingHappens(async () => {
    for (const as of [manager, administrator])
      for (const path of Object.keys(officeAddresses)) {
        const address = `/${path.replace(/:\w+/g, manager.userId)}`;
        for (const form of [undefined, { intent: "appoint", email: "x@exemplu.ro", role: "admin" }]) {
          const { status, location } = await attack(address, { as, ...(form ? { form } : {}) });
          expect([address, status, location]).toEqual([address, 303, "/profile/security"]);
        }
      }
    for (const file of ["purchases.csv", "codes.csv"])
      expect((await attack(`/admin/${file}`, { as: administrator })).status).toBe(303);
  });
  expect((await attack("/profile/security", { as: manager })).text).toContain(
    "Rolul tău are nevoie de al doilea factor",
  );
  await owner.query("UPDATE identity.session SET aal = 'aal2' WHERE user_id = $1", [manager.userId]);
  expect((await attack("/admin/events", { as: manager })).status).toBe(200);
  await demand(false);
  expect((await attack("/admin/team", { as: administrator })).status).toBe(200);
});

it("an invitation is taken by its address alone; a stranger with the link sees it and gets nothing (49)", async () => {
  await owner.query("UPDATE identity.session SET confirmed_at = now() WHERE user_id = $1", [
    administrator.userId,
  ]);
  const invited = await season.person();
  const email = await emailOf(invited.userId);
  const sent = await attack("/admin/team", {
    as: administrator,
    form: { intent: "invite", email, role: "manager" },
  });
  expect([sent.status, sent.location]).toEqual([303, "/admin/team"]);
  const { rows } = await owner.query<{ link: string }>(
    "SELECT variables->>'action_url' AS link FROM letters WHERE kind = 'team_invitation' ORDER BY id DESC LIMIT 1",
  );
  const token = new URL(rows[0]?.link ?? "").searchParams.get("token") ?? "";
  const page = `/echipa?token=${token}`;
  const signUp = (next: string) => attack(`/register?next=${encodeURIComponent(next)}`);
  expect((await signUp(page)).text).toContain(`value="${email}"`);
  for (const next of [`/echipa?token=${"a".repeat(43)}`, "/echipa", `/profile?token=${token}`])
    expect((await signUp(next)).text).not.toContain(email);
  const shown = await attack(page, { as: stranger });
  expect(shown.text).toContain(email);
  expect(shown.text).not.toContain("Accept rolul");
  for (const as of [stranger, manager, administrator, undefined]) {
    const { status, location } = await attack("/echipa", { as, form: { token } });
    expect([status, location]).toEqual(as ? [409, null] : [303, `/login?next=${encodeURIComponent(page)}`]);
  }
  const accepted = await attack("/echipa", { as: invited, form: { token } });
  expect([accepted.status, accepted.location]).toEqual([303, "/login"]);
  const { rows: roles } = await owner.query(
    "SELECT role FROM profiles WHERE id = ANY ($1::uuid[]) ORDER BY role",
    [[stranger.userId, invited.userId]],
  );
  expect(roles.map(({ role }) => role)).toEqual(["manager", "user"]);
});

it("with a fresh password a night is cancelled or moved only after the last step (46, 70)", async () => {
  const as = administrator;
  await owner.query("UPDATE identity.session SET confirmed_at = now() WHERE user_id = $1", [as.userId]);
  const own = await season.night({ inDays: 20 });
  const cancel = { reason: "Furtună.", used: "refunded" };
  const move = { date: "2099-01-02", location: "Dig", reason: "Furtună." };
  await nothingHappens(async () => {
    for (const [path, form] of [
      [`/admin/events/${own}/cancel`, cancel],
      [`/admin/events/${own}/move`, move],
    ] as const) {
      const answer = await attack(path, { as, form });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text).toContain("Ultimul pas");
      expect(answer.text).toContain('name="reason" value="Furtună."');
    }
  });
  const done = await attack(`/admin/events/${own}/cancel`, { as, form: { ...cancel, confirmed: "1" } });
  expect(done.status).toBe(303);
  const again = await attack(`/admin/events/${own}/move`, { as, form: { ...move, confirmed: "1" } });
  expect(again.status).toBe(409);
  expect(again.text).toContain("Noaptea a fost anulată și nu se mai mută.");
});
