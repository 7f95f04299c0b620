import { expect, it } from "vitest";
import { openSourceSite } from "#test/support/source-site.ts";
import { retryFailedLetters } from "#ticketing/letters/retry-failed-letters.server.ts";

const { season, site, ask } = await openSourceSite();
const { db } = season;
const admin = await season.person("admin");
const button = "Trimite din nou tot ce a eșuat";

it("everything that failed because of us or of an outage goes out again at once, and the journal has it once (one kind: repeated one by one)", async () => {
  expect((await ask("/admin/email/outbox", { as: admin })).text).not.toContain(button);
  const failed: [name: string, kind: string, state: string, reason: string, what: string][] = [
    ["outage", "welcome_email", "dead", "ECONNREFUSED connect", "given_up"],
    [
      "relay",
      "ticket_confirmation",
      "bounced",
      "EENVELOPE 554 5.7.1 (adresă) Relay access denied",
      "bounced",
    ],
    ["unsaid", "welcome_email", "bounced", "EMESSAGE 554 transaction failed", "bounced"],
    ["nobody", "welcome_email", "bounced", "EENVELOPE 550 5.1.1 no such user", "bounced"],
    ["untrue", "night_moved", "dead", "the night is over", "void"],
    ["secret", "reset_password", "dead", "ECONNREFUSED connect", "given_up"],
  ];
  for (const [name, kind, state, reason, what] of failed)
    await db`INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, state, attempts, last_error, tries)
      VALUES (gen_random_uuid(), ${kind}, ${name}, ${`${name}@exemplu.ro`}, ${name}, ${state}, 8, ${reason}, ${JSON.stringify([{ what }])})`;
  expect((await ask("/admin/email/outbox", { as: admin })).text).toContain(button);
  const pressed = await ask("/admin/email/outbox", { as: admin, form: { intent: "retry_failed" } });
  expect(pressed.flash).toBe("3 scrisori pleacă din nou");
  const queued =
    await db`SELECT dedupe_key AS name FROM letters WHERE state = 'queued' AND attempts = 0 ORDER BY dedupe_key`;
  expect(queued.map(({ name }) => name)).toEqual(["outage", "relay", "unsaid"]);
  const told = await db`SELECT actor_id, after FROM journal WHERE what = 'failed_letters_retried'`;
  expect(told).toEqual([{ actor_id: admin.userId, after: { letters: 3 } }]);
  const nobody = { userId: (await season.person("gate")).userId, role: "gate" } as const;
  expect(await retryFailedLetters(site, { actor: nobody })).toMatchObject({ ok: false });
});

it("a mail server that has taken nothing for a quarter of an hour is told, with its words", async () => {
  const lasts = async (minutes: number) => {
    await db`DELETE FROM mail_pace`;
    await db`INSERT INTO mail_pace (seconds, until, reason, since) VALUES (120, now(), 'ECONNREFUSED connect', now() - make_interval(mins => ${minutes}))`;
  };
  const banner = "Serverul de email nu a primit nicio scrisoare de la";
  await db`INSERT INTO email_settings (id, smtp_host, username, password, from_email, from_name, enabled)
    VALUES (gen_random_uuid(), 'smtp.exemplu.ro', 'club', 'v1.x', 'club@exemplu.ro', 'Club', true)`;
  await lasts(14);
  expect((await ask("/admin/email/outbox", { as: admin })).text).not.toContain(banner);
  await lasts(16);
  const { text } = await ask("/admin/email/outbox", { as: admin });
  for (const said of [banner, "ECONNREFUSED connect"]) expect(text).toContain(said);
});

it("a refusal of us that is no password is told with the server's words and what to do", async () => {
  await db`INSERT INTO mail_pause (reason) VALUES ('EENVELOPE 554 5.7.1 Relay access denied')`;
  const { text } = await ask("/admin/email/outbox", { as: admin });
  for (const said of ["Relay access denied", "Verifică la furnizor", "Pornește trimiterea"])
    expect(text).toContain(said);
  expect(text).not.toContain("refuzat parola");
});

it("an email that the mail server refused is told with its words and what to do, and goes at once at a press (one kind: a refusal that nobody sees)", async () => {
  await db`DELETE FROM mail_pause; DELETE FROM mail_pace; DELETE FROM letters`;
  const refused = { what: "refused", reason: "EENVELOPE 554 5.7.1 no", minutes: 60, at: new Date() };
  await db`INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, next_at, last_error, tries)
    VALUES (gen_random_uuid(), 'confirm_address', 'refused', 'refuzat@exemplu.ro', 'refused', now() + interval '1 hour', ${refused.reason}, ${JSON.stringify([refused])})`;
  const { text } = await ask("/admin/email/outbox", { as: admin });
  for (const said of ["1 scrisoare refuzată", refused.reason, "verifică la furnizor", "Reîncercare", button])
    expect(text).toContain(said);
  const pressed = await ask("/admin/email/outbox", { as: admin, form: { intent: "retry_failed" } });
  expect(pressed.flash).toBe("1 scrisoare pleacă din nou");
  expect(await db`SELECT FROM letters WHERE next_at <= now()`).toHaveLength(1);
});
