/** What a person handed out by a right ends with the right, for each kind of thing and each way to lose it. */
import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneKeys } from "#test/support/gate-phone.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { enrolPhone } from "#ticketing/gate/enrol-phone.server.ts";
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { sendGuestNames } from "#ticketing/gate/send-guest-names.server.ts";
import { appointPerson } from "#ticketing/people/appoint-person.server.ts";
import { endRestoredRights } from "#ticketing/people/end-restored-rights.server.ts";
import { erasePerson } from "#ticketing/people/erase-person.server.ts";
import { handedOut } from "#ticketing/people/handed-out-store.server.ts";
import { type Act, mayDo } from "#ticketing/rights/act-rights.ts";
import { filledDatabase } from "./filled-database.ts";

const { season, site, ...stage } = await openDoorStage();
const { db, client } = season;
const gateId = await stage.gate(await stage.night());
const boss = await season.person("admin");

type Giver = Awaited<ReturnType<typeof season.person>>;
type Kind = keyof typeof handedOut;

async function secretOf(actor: Giver, role: "door_chief" | "admin"): Promise<string> {
  const invited = await invitePhone(site, { actor: { ...actor, role }, gateId, isChief: true });
  return invited.ok ? (invited.value.url.split("#").at(-1) ?? "") : "";
}

function enrol(secret: string) {
  const keys = phoneKeys();
  const enrolled = enrolPhone(site, keys.call("enrol", { v: 1, secret, key: keys.key, name: "A1" }));
  return { keys, enrolled };
}

/** Hands one out; resolves to a question whether it is still good. */
const give: Record<Kind, (giver: Giver, role: "door_chief" | "admin") => Promise<() => Promise<boolean>>> = {
  "sessions and links that add a sign-in": async ({ userId }) => {
    return async () => {
      const { rowCount } = await client.query("SELECT FROM identity.session WHERE user_id = $1", [userId]);
      return rowCount !== 0;
    };
  },
  "invitations to the team": async ({ userId }) => {
    const id = newId();
    await db`INSERT INTO team_invitations (id, email, role, secret_hash, invited_by, expires_at)
             VALUES (${id}, ${`${id}@exemplu.ro`}, 'gate', ${hashOfToken(newSecretToken())}, ${userId}, now() + interval '1 day')`;
    return async () =>
      (await db`SELECT state FROM team_invitations WHERE id = ${id}`)[0]?.state === "waiting";
  },
  "invitations of phones": async (giver, role) => {
    const secret = await secretOf(giver, role);
    return async () => (await enrol(secret).enrolled).ok;
  },
  "phones of the door": async (giver, role) => {
    const { keys, enrolled } = enrol(await secretOf(giver, role));
    const phone = await enrolled;
    if (!phone.ok) throw new Error(phone.refusal.reason);
    const call = { v: 1, device: phone.value.device, at: Date.now() };
    return async () => (await sendGuestNames(site, keys.call("guests", call))).ok;
  },
};

const lose: [how: string, role: "door_chief" | "admin", act: (userId: Uuid) => Promise<unknown>][] = [
  [
    "whose role is taken away",
    "door_chief",
    (userId) => appointPerson(site, { userId, role: "user", by: boss.userId }),
  ],
  [
    "who gets a role without it",
    "admin",
    (userId) => appointPerson(site, { userId, role: "gate", by: boss.userId }),
  ],
  [
    "who erases the account, when the end of the role missed them",
    "door_chief",
    async (userId) => {
      await client.query("UPDATE profiles SET role = 'user' WHERE id = $1", [userId]);
      return erasePerson(site, { userId });
    },
  ],
];

it.each(lose.flatMap((way) => (Object.keys(handedOut) as Kind[]).map((kind) => [kind, ...way] as const)))(
  "%s do not outlive the right of the person %s",
  async (kind, _how, role, act) => {
    const giver = await season.person(role);
    const isGood = await give[kind](giver, role);
    if (kind !== "invitations of phones") expect(await isGood()).toBe(true);
    expect(await act(giver.userId)).toMatchObject({ ok: true });
    expect(await isGood()).toBe(false);
  },
);

/** The acts that hand each out. A helper's phone only reads codes, dozens are bound an evening, and the chief sees and stops each. */
const makers: Record<Kind, readonly Act[]> = {
  "sessions and links that add a sign-in": [
    "change-email",
    "change-password",
    "add-passkey",
    "enrol-factor",
    "renew-recovery-codes",
    "link-identity",
    "appoint-person",
  ],
  "invitations to the team": ["invite-member"],
  "invitations of phones": ["invite-chief-phone"],
  "phones of the door": ["invite-chief-phone"],
};

it.each(Object.values(makers).flat())(
  "%s hands out what outlives the session, so a session left open is not enough for it",
  (act) => expect(mayDo({ role: "admin" }, act, { isReconfirmed: false })).toBe("prove"),
);

it("a role that keeps the right keeps the phones, and other people's phones stay", async () => {
  const [giver, other] = [await season.person("admin"), await season.person("door_chief")];
  const kept = [
    await give["phones of the door"](giver, "admin"),
    await give["phones of the door"](other, "door_chief"),
  ];
  const isSignedIn = await give["sessions and links that add a sign-in"](giver, "admin");
  await appointPerson(site, { userId: giver.userId, role: "door_chief", by: boss.userId });
  expect(await Promise.all(kept.map((isGood) => isGood()))).toEqual([true, true]);
  expect(await isSignedIn()).toBe(false);
});

it("an invitation that was missed lets no phone in: who made it may invite none now", async () => {
  const giver = await season.person("door_chief");
  const secret = await secretOf(giver, "door_chief");
  await client.query("UPDATE profiles SET role = 'user' WHERE id = $1", [giver.userId]);
  expect(await whyNot(enrol(secret).enrolled)).toBe("expired");
});

it.each(Object.keys(handedOut) as Kind[])(
  "%s that a backup brings back end with the restore",
  async (kind) => {
    const isGood = await give[kind](await season.person("admin"), "admin");
    await endRestoredRights(client);
    expect(await isGood()).toBe(false);
  },
);

/** The tables that know somebody's secret: in which rows it still opens something, or why it may stay. */
const secrets: Record<string, { readonly opens: string } | { readonly stays: string }> = {
  "identity.account": { stays: "the password, which the operator is told to check" },
  "identity.factor": { stays: "a proof of the person beside the password" },
  "identity.flow_state": { opens: "true" },
  "identity.passkey": { stays: "a key of the person, which the operator is told to check" },
  "identity.recovery_code": { stays: "a proof of the person beside the password" },
  "identity.refresh_token": { opens: "true" },
  "identity.registration": { opens: "token_hash IS NOT NULL" },
  "identity.session": { opens: "true" },
  "identity.verification": { opens: "true" },
  "public.chief_proofs": { stays: "a note that a code was used" },
  "public.gate_devices": { opens: "revoked_at IS NULL" },
  "public.gate_invitations": { opens: "used_at IS NULL" },
  "public.guest_sessions": { opens: "true" },
  "public.installation": { stays: "the site's own" },
  "public.newsletter_subscriptions": { stays: "it opens the subscription alone" },
  "public.signing_keys": { stays: "the site's own" },
  "public.team_invitations": { opens: "state = 'waiting'" },
  "public.transfers": { opens: "state = 'waiting'" },
};

it("no secret that a backup brings back opens anything after the restore, but for those that may stay", async () => {
  const { owner } = await filledDatabase();
  await owner.query(
    "UPDATE identity.registration SET token_hash = repeat('a', 64), token_expires_at = now() + interval '1 hour'",
  );
  const { rows } = await owner.query<{ name: string }>(
    `SELECT DISTINCT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE n.nspname IN ('public', 'identity') AND c.relkind = 'r' AND a.attname ~ '(^|_)(token|hash|secret|public_key|identifier)$' ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(secrets));
  const opening = async () => {
    const found: string[] = [];
    for (const [table, secret] of Object.entries(secrets))
      if ("opens" in secret && (await owner.query(`SELECT FROM ${table} WHERE ${secret.opens}`)).rowCount)
        found.push(table);
    return found;
  };
  expect(await opening()).toEqual(Object.keys(secrets).filter((table) => "opens" in (secrets[table] ?? {})));
  const told = await endRestoredRights(owner);
  expect(await opening()).toEqual([]);
  expect(told).toMatch(/^sesiuni: [1-9]\d*, .*telefoane de la intrare: [1-9]\d*$/);
});
