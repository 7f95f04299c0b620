import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Mailbox, openMailbox } from "#devkit/mailbox/mailbox.ts";
import { lettersAsJson, showableHtml } from "#devkit/mailbox/parse-letter.ts";
import { type HostileSmtp, type Misdeed, type Step, startHostileSmtp } from "#test/support/hostile-smtp.ts";
import { type MailSettings, openMail } from "./mail-adapter.server.ts";
import { createMailGuard } from "./mail-guard.server.ts";
import type { MailMessage } from "./mail-message.ts";

const from = { name: "Clubul de Vară", address: "salut@club.example" };
const letter: MailMessage = {
  to: "ioana@exemplu.example",
  subject: "Biletul tău: Noaptea Țânțarilor",
  html: '<p>Ștefania, ăâîșț</p><img src="cid:qr@estival">',
  text: "Ștefania\r\n.\r\nun punct singur\r\n",
  messageId: "<0190-test@estival>",
  attachments: [
    {
      filename: "FSC-1234-567890.pdf",
      contentType: "application/pdf",
      content: Buffer.from("%PDF-1.7 nu chiar"),
    },
    { filename: "qr.png", contentType: "image/png", content: Buffer.from([1, 2, 3]), cid: "qr@estival" },
  ],
};

const folder = mkdtempSync(join(tmpdir(), "estival-mailbox-"));
let mailbox: Mailbox;
let hostile: HostileSmtp;

beforeAll(async () => {
  mailbox = await openMailbox(folder);
  hostile = await startHostileSmtp();
});
beforeEach(() => hostile.behave({}));
afterAll(async () => {
  await mailbox.close();
  await hostile.close();
  rmSync(folder, { recursive: true });
});

const settings = (change: Partial<MailSettings> = {}): MailSettings => ({
  host: "127.0.0.1",
  port: hostile.port,
  security: "loopback",
  from,
  timeouts: { connect: 300, greeting: 300, socket: 300, whole: 600 },
  ...change,
});

/** A server that behaves is given the product's own time: a busy machine is no fault of it. */
const toMailbox = (change: Partial<MailSettings> = {}) =>
  settings({ port: mailbox.port, timeouts: {}, ...change });

describe("the mail adapter and the demo's mailbox", () => {
  it("sends an email over real SMTP, byte for byte, with its pictures and files", async () => {
    const mail = openMail(toMailbox());
    expect(await mail.send(letter)).toEqual({ kind: "accepted" });
    const [found] = await mailbox.listLetters();
    expect(found).toMatchObject({
      to: "ioana@exemplu.example",
      from: "Clubul de Vară <salut@club.example>",
      subject: letter.subject,
      messageId: letter.messageId,
    });
    expect(found?.html).toContain("Ștefania, ăâîșț");
    expect(found?.text).toContain("\n.\nun punct singur");
    expect(
      found?.attachments.map(({ filename, contentType, size, cid }) => ({
        filename,
        contentType,
        size,
        cid,
      })),
    ).toEqual([
      { filename: "qr.png", contentType: "image/png", size: 3, cid: "qr@estival" },
      { filename: "FSC-1234-567890.pdf", contentType: "application/pdf", size: 17, cid: null },
    ]);
    if (!found) throw new Error("no email came");
    const shown = showableHtml(found, (at) => `/x/${at}`);
    expect(shown).toContain('src="/x/0"');
    // else its links would open pages of ours inside the frame, where they do not show themselves
    expect(shown).toContain('<base target="_top">');
  });

  it("lists its emails newest first, in the agreed shape, also after a restart", async () => {
    const mail = openMail(toMailbox());
    for (const subject of ["unu", "doi", "trei"]) await mail.send({ ...letter, subject, attachments: [] });
    await mailbox.close();
    mailbox = await openMailbox(folder);
    const json = lettersAsJson(await mailbox.listLetters()) as Record<string, unknown>[];
    expect(json.slice(0, 3).map((one) => one.subject)).toEqual(["trei", "doi", "unu"]);
    expect(Object.keys(json[0] ?? {})).toEqual(["to", "from", "subject", "html", "text", "attachments"]);
    expect(json.at(-1)?.attachments).toEqual([
      { filename: "qr.png", contentType: "image/png", size: 3 },
      { filename: "FSC-1234-567890.pdf", contentType: "application/pdf", size: 17 },
    ]);
    expect(await mailbox.readLetter("../../etc/passwd")).toBeUndefined();
  });

  it("keeps people's text out of headers and recipients", async () => {
    const mail = openMail(
      toMailbox({ from: { name: 'Club"\r\nBcc: eve@evil.example', address: from.address } }),
    );
    await mail.send({
      ...letter,
      subject: "Bilet\r\nBcc: eve@evil.example\r\n\r\n<h1>altceva",
      messageId: "<a@b>\r\nX-Evil: 1",
      attachments: [
        {
          filename: 'a"\r\nX-Evil: 1/../b.pdf',
          contentType: "application/pdf\r\nX-Evil: 1",
          content: Buffer.from("x"),
        },
      ],
    });
    const [found] = await mailbox.listLetters();
    expect(found?.to).toBe(letter.to);
    expect(found?.subject).toBe("Bilet Bcc: eve@evil.example <h1>altceva");
    expect(readFileSync(join(folder, `${found?.id}.eml`), "utf8")).not.toMatch(/^(bcc|x-evil)/im);
    for (const to of [
      "a@b.example, eve@evil.example",
      "a@b.example\r\nRCPT TO:<eve@evil.example>",
      "Ana <a@b.example>",
      "",
      "a@",
      "@b",
    ])
      expect(await mail.send({ ...letter, to })).toMatchObject({ kind: "bounced" });
  });

  it("reads no file and fetches nothing when a message asks for it", async () => {
    const mail = openMail(toMailbox());
    const path = "/etc/hostname";
    const smuggled = {
      filename: "a.txt",
      contentType: "text/plain",
      content: Buffer.from("numai atât"),
      path,
      href: path,
    };
    await mail.send({ ...letter, html: '<img src="/etc/hostname">', attachments: [smuggled] });
    const [found] = await mailbox.listLetters();
    expect(Buffer.from(found?.attachments[0]?.content ?? []).toString()).toBe("numai atât");
    expect(found?.attachments).toHaveLength(1);
  });
});

describe("a mail server that misbehaves", () => {
  const cases: [string, Partial<Record<Step, Misdeed>>, string][] = [
    ["is closing (421)", { connect: "421 too busy" }, "retry"],
    ["refuses us (554)", { connect: "554 go away" }, "retry"],
    ["says later to the recipient (450)", { RCPT: "450 greylisted" }, "retry"],
    ["has no room now (452)", { message: "452 full" }, "retry"],
    ["refuses our sender (550 at MAIL)", { MAIL: "550 who are you" }, "refused"],
    ["knows no such mailbox (550)", { RCPT: "550 no such user" }, "bounced"],
    ["refuses the content (554)", { message: "554 looks like spam" }, "bounced"],
    ["wants us to sign in (530)", { MAIL: "530 5.7.0 authentication required" }, "auth_failed"],
    ["hangs up after the email", { message: "drop" }, "retry"],
    ["hangs up at once", { connect: "drop" }, "retry"],
    ["never greets", { connect: "silence" }, "retry"],
    ["does not answer after the email", { message: "silence" }, "retry"],
    ["answers a byte now and then, for ever", { EHLO: "dribble" }, "retry"],
    ["talks nonsense", { EHLO: "hello there, how are you" }, "retry"],
    ["accepts the email and dies", { after: "drop" }, "accepted"],
  ];
  it.each(cases)("%s", async (_what, script, kind) => {
    hostile.behave(script);
    // Most of these would never end without our timeouts.
    const answer = await openMail(settings()).send(letter);
    expect(answer).toMatchObject({ kind });
    expect(JSON.stringify(answer)).not.toContain("ioana@");
  });

  it("refuses our password: 535 is a refused password, a temporary 454 is not", async () => {
    const mail = openMail(settings({ signIn: { user: "club", password: "wrong" } }));
    hostile.behave({ AUTH: "535 5.7.8 bad credentials" });
    expect(await mail.send(letter)).toMatchObject({ kind: "auth_failed" });
    hostile.behave({ AUTH: "454 4.7.0 try later" });
    expect(await mail.send(letter)).toMatchObject({ kind: "retry" });
  });

  it("is unreachable", async () => {
    const nobody = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, "127.0.0.1", resolve));
    const { port } = nobody.address() as { port: number };
    await new Promise((resolve) => nobody.close(resolve));
    expect(await openMail(settings({ port })).send(letter)).toMatchObject({ kind: "retry" });
    expect(
      await openMail(
        settings({ host: "nobody.invalid", port: 587, security: "starttls" }),
        createMailGuard(),
      ).send(letter),
    ).toMatchObject({ kind: "retry", step: "reach" });
  });

  it("offers no encryption: it gets neither password nor email", async () => {
    hostile.commands.length = 0;
    const before = hostile.accepted.length;
    const mail = openMail(
      settings({ security: "starttls", signIn: { user: "club", password: "parola-secretă" } }),
      createMailGuard({ hosts: ["127.0.0.1"], ports: [hostile.port] }),
    );
    expect(await mail.send(letter)).toMatchObject({ kind: "retry", step: "secure" });
    expect(hostile.commands.join("\n")).not.toMatch(/AUTH|MAIL|RCPT/);
    expect(hostile.accepted).toHaveLength(before);
    expect(() => openMail(settings({ host: "mail.example" }))).toThrow(/TLS/);
  });
});

describe("one connection for several emails", () => {
  const greetings = () => hostile.commands.filter((command) => command.startsWith("EHLO")).length;

  it.each<[string, Partial<Record<Step, Misdeed>>, number]>([
    ["uses one connection while the server keeps it open (G14)", {}, 1],
    ["opens a new one when the server hangs up after each email (F31)", { after: "drop" }, 3],
  ])("%s", async (_what, script, connections) => {
    hostile.behave(script);
    hostile.commands.length = 0;
    const before = hostile.accepted.length;
    const line = openMail(settings()).openConnection();
    for (let n = 0; n < 3; n += 1) expect(await line.send(letter)).toEqual({ kind: "accepted" });
    line.close();
    expect(hostile.accepted).toHaveLength(before + 3);
    expect(greetings()).toBe(connections);
  });

  it("opens again when the server closes before the next email (421), and not after a refusal of an email", async () => {
    const line = openMail(settings()).openConnection();
    expect(await line.send(letter)).toEqual({ kind: "accepted" });
    hostile.commands.length = 0;
    hostile.behave({ MAIL: "421 enough for now" });
    expect(await line.send(letter)).toMatchObject({ kind: "retry" });
    expect(hostile.commands.filter((command) => command.startsWith("MAIL"))).toHaveLength(2);
    expect(greetings()).toBe(1);

    hostile.behave({});
    expect(await line.send(letter)).toEqual({ kind: "accepted" });
    hostile.commands.length = 0;
    hostile.behave({ RCPT: "450 later" });
    expect(await line.send(letter)).toMatchObject({ kind: "retry" });
    expect(greetings()).toBe(0);
    line.close();
  });

  it("never sends an email twice: one that the server began to read waits for a later try", async () => {
    const line = openMail(settings()).openConnection();
    expect(await line.send(letter)).toEqual({ kind: "accepted" });
    hostile.commands.length = 0;
    hostile.behave({ message: "drop" });
    expect(await line.send(letter)).toMatchObject({ kind: "retry" });
    expect(hostile.commands.filter((command) => command === "DATA")).toHaveLength(1);
    line.close();
  });
});
