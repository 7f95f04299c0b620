import { setDefaultCACertificates } from "node:tls";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { startHostileSmtp } from "#test/support/hostile-smtp.ts";
import { openMailStage } from "#test/support/mail-services.ts";
import { oneAfterAnother } from "#test/support/one-after-another.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { startTlsMailServer } from "#test/support/tls-mail-server.ts";
import { sendTestLetter } from "#ticketing/delivery/send-test-letter.server.ts";
import { readMailSettings } from "./mail-settings-form.ts";
import { areLettersOn, findMail, findMailSettings } from "./mail-settings-queries.server.ts";
import { saveMailSettings } from "./save-mail-settings.server.ts";

const canary = "canar-parolă-9931";
const server = await startTlsMailServer({ user: "club", password: canary });
const hostile = await startHostileSmtp();
setDefaultCACertificates([server.certificate]);
const { ownerUrl, season, services, admin, customer } = await openMailStage({
  hosts: ["localhost", "127.0.0.1"],
  ports: [server.port, hostile.port],
});
const meet = await oneAfterAnother({ owner: season.client, ownerUrl });

afterAll(async () => {
  await server.close();
  await hostile.close();
});
beforeEach(async () => {
  await season.db`DELETE FROM email_settings; DELETE FROM mail_pause`;
  hostile.behave({});
});

const typed = (change: Record<string, unknown> = {}) => ({
  smtp_host: "localhost",
  smtp_port: String(server.port),
  username: "club",
  password: canary,
  from_email: "bilete@club.example",
  from_name: "Clubul de Vară",
  enabled: "on",
  ...change,
});
const form = (change: Record<string, unknown> = {}) => succeeded(readMailSettings(typed(change)));
const save = (change?: Record<string, unknown>) =>
  saveMailSettings(services, { actor: admin, form: form(change) });
const row = async () => await season.db`SELECT * FROM email_settings`;

describe("the settings of mail", () => {
  it("are one row: inserted first, updated by its id afterwards, with the default ports (B10-25, B10-31, B15-09, B12-17)", async () => {
    expect(await save()).toMatchObject({ ok: true });
    const [first] = await row();
    expect(await save({ from_name: "Alt nume", password: "" })).toMatchObject({ ok: true });
    const rows = await row();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ id: first.id, from_name: "Alt nume", pop3_port: null, enabled: true });
    await expect(
      season.db`INSERT INTO email_settings (id, smtp_host, username, password, from_email, from_name) VALUES (gen_random_uuid(), 'a', 'a', 'v1.a', 'a@b', 'a')`,
    ).rejects.toThrow("email_settings_one_row");
    const defaults =
      await season.db`SELECT column_name, column_default FROM information_schema.columns WHERE table_name = 'email_settings' AND column_name LIKE '%port' ORDER BY 1`;
    expect(defaults).toEqual([
      { column_name: "pop3_port", column_default: "995" },
      { column_name: "smtp_port", column_default: "587" },
    ]);
  });

  it("are saved by two administrators who begin at once, one after the other, also the first time", async () => {
    const saved = { ok: true, value: null };
    const both = await meet(
      "email_settings",
      () => save({ from_name: "Unu" }),
      () => save({ from_name: "Doi" }),
    );
    expect(both).toEqual([saved, saved]);
    expect(await row()).toMatchObject([{ from_name: "Doi" }]);
  });

  it("an older form keeps what another person saved meanwhile, and takes no typed password to another server", async () => {
    await save();
    const opened = form().settings;
    const older = (change: Record<string, unknown>) =>
      saveMailSettings(services, { actor: admin, form: form(change), opened });
    const late = refused({ reason: "changed_meanwhile" });
    await save({ enabled: "false", password: "" });
    expect(await older({ from_name: "Alt nume", password: "" })).toMatchObject({ ok: true });
    expect(await row()).toMatchObject([{ from_name: "Alt nume", enabled: false }]);
    expect(await older({ from_name: "Al treilea", password: "" })).toEqual(late);
    await save({ smtp_host: "smtp.exemplu.ro", enabled: "false" });
    expect(await older({ reply_to: "salut@club.example", password: "" })).toMatchObject({ ok: true });
    expect(await row()).toMatchObject([{ smtp_host: "smtp.exemplu.ro", reply_to: "salut@club.example" }]);
    // the password was typed for the server of the form; the port was changed beside another host
    expect(await older({ reply_to: "salut@club.example" })).toEqual(late);
    expect(await older({ smtp_port: "587", reply_to: "salut@club.example", password: "" })).toEqual(late);
  });

  it("are set up by the first of two administrators: the other one is told, and nothing is mixed", async () => {
    const setUp = (change: Record<string, unknown>) =>
      saveMailSettings(services, { actor: admin, form: form(change), opened: "nothing" });
    expect(await setUp({})).toMatchObject({ ok: true });
    const late = { from_name: "Alt club", reply_to: "birou@club.example" };
    expect(await setUp(late)).toEqual(refused({ reason: "changed_meanwhile" }));
    expect((await row())[0]).toMatchObject({ from_name: "Clubul de Vară", reply_to: null });
    expect(await setUp({})).toMatchObject({ ok: true });
  });

  it("never show the password: not to readers, not in the table, not in the journal (I27)", async () => {
    await save();
    const seen = await findMailSettings(services, admin);
    expect(seen).toMatchObject({ smtpHost: "localhost", username: "club" });
    const notes = await season.db`SELECT * FROM journal WHERE subject_kind = 'email_settings'`;
    expect(notes.length).toBeGreaterThan(0);
    expect(JSON.stringify([seen, await row(), notes])).not.toContain("canar");
    await expect(
      services.database.withActor(admin, (sql) => sql.query("SELECT password FROM email_settings")),
    ).rejects.toThrow("permission denied");
  });

  it("keep the password when none is typed, but never for another host, port or user", async () => {
    await save();
    expect(await save({ password: "", reply_to: "salut@club.example" })).toMatchObject({ ok: true });
    for (const change of [{ smtp_host: "smtp.exemplu.ro" }, { smtp_port: "587" }, { username: "altul" }]) {
      const again = { reason: "fields", problems: { password: "password_again" } };
      expect(await save({ ...change, password: "" })).toEqual(refused(again));
      expect(
        await sendTestLetter(services, {
          actor: admin,
          recipient: "admin@club.example",
          form: form({ ...change, password: "" }),
        }),
      ).toEqual(refused(again));
    }
    // A row that is moved to another server by hand does not open the password.
    await season.db`UPDATE email_settings SET smtp_host = '127.0.0.1'`;
    const mail = await findMail(services);
    const letter = { to: "x@exemplu.ro", subject: "s", html: "h", text: "t", messageId: "<1@x>" };
    expect(await mail?.send(letter)).toMatchObject({ kind: "auth_failed" });
  });

  it("require a password the first time (B10-12)", async () => {
    expect(await save({ password: "" })).toEqual(
      refused({ reason: "fields", problems: { password: "required" } }),
    );
    expect(await row()).toEqual([]);
  });

  it.each([
    ["10.0.0.1", "587", "smtp_host", "host_forbidden"],
    ["169.254.169.254", "587", "smtp_host", "host_forbidden"],
    ["2130706433", "25", "smtp_host", "host_forbidden"],
    ["smtp.exemplu.ro", "6379", "smtp_port", "port_forbidden"],
  ])("refuse the server %s:%s, saved or tried (76, 77)", async (smtp_host, smtp_port, field, problem) => {
    const refusal = { reason: "fields", problems: { [field]: problem } };
    expect(await save({ smtp_host, smtp_port })).toEqual(refused(refusal));
    const tried = { actor: admin, recipient: "admin@club.example", form: form({ smtp_host, smtp_port }) };
    expect(await sendTestLetter(services, tried)).toEqual(refused(refusal));
  });

  it("can be read by administrators only", async () => {
    await expect(findMailSettings(services, customer)).rejects.toThrow("permission denied");
  });

  it("switch emails on and off, and lift the pause (F30)", async () => {
    expect(await areLettersOn(services)).toBe(false);
    await save();
    expect(await areLettersOn(services)).toBe(true);
    await season.db`INSERT INTO mail_pause (reason) VALUES ('535')`;
    await save({ enabled: undefined, password: "" });
    expect(await areLettersOn(services)).toBe(false);
    expect(await findMail(services)).toBeUndefined();
    expect((await season.db`SELECT FROM mail_pause`).length).toBe(0);
  });
});

describe("a test email", () => {
  const tryWith = (change: Record<string, unknown> = {}, actor: Actor = admin) =>
    sendTestLetter(services, { actor, recipient: "admin@club.example", form: form(change) });
  beforeEach(async () => {
    // The journal is append-only, and the limit is per minute, so each case starts with an emptied journal.
    await season.db`ALTER TABLE journal DISABLE TRIGGER journal_is_append_only`;
    await season.db`DELETE FROM journal WHERE what = 'test_letter_sent'`;
    await season.db`ALTER TABLE journal ENABLE TRIGGER journal_is_append_only`;
  });

  it("goes to the administrator over TLS, with the password of the form or the stored one (B10-30)", async () => {
    expect(await tryWith()).toEqual({ ok: true, value: "ok" });
    await save();
    expect(await tryWith({ password: "" })).toEqual({ ok: true, value: "ok" });
    expect(server.accepted.map(({ to, user }) => `${to} ${user}`)).toEqual([
      "admin@club.example club",
      "admin@club.example club",
    ]);
    expect(server.accepted[0]?.raw).toMatch(/^Subject: Email de test/m);
  });

  it.each([
    ["a wrong password", { password: "alta" }, "auth_failed"],
    ["a certificate that is not for this name", { smtp_host: "127.0.0.1" }, "tls"],
    ["no encryption", { smtp_port: String(hostile.port) }, "tls"],
    ["a name that means nothing", { smtp_host: "nimeni.invalid", smtp_port: "587" }, "unreachable"],
  ])("says plainly what failed: %s", async (_what, change, verdict) => {
    hostile.commands.length = 0;
    expect(await tryWith(change)).toEqual({ ok: true, value: verdict });
    expect(hostile.commands.join()).not.toMatch(/AUTH|canar/);
  });

  it("is sent at most five times a minute for an administrator, also for requests at once", async () => {
    const many = await Promise.all(Array.from({ length: 8 }, () => tryWith()));
    expect(many.filter((one) => one.ok)).toHaveLength(5);
    expect(many.find((one) => !one.ok)).toMatchObject({ refusal: { reason: "too_often" } });
    const other = { userId: (await season.person("admin")).userId, role: "admin" } as const;
    expect(await tryWith({}, other)).toEqual({ ok: true, value: "ok" });
  });
});
