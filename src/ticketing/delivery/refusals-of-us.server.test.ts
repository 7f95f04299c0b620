import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type Mail, openMail } from "#platform/mail/mail-adapter.server.ts";
import { createMailGuard } from "#platform/mail/mail-guard.server.ts";
import { type HostileSmtp, type Misdeed, type Step, startHostileSmtp } from "#test/support/hostile-smtp.ts";
import { openMailStage } from "#test/support/mail-services.ts";
import { deliverLetters } from "./deliver-letters.server.ts";

const { season, services: settled } = await openMailStage();
const { db } = season;
const hostile: HostileSmtp = await startHostileSmtp();
const settings = { host: "127.0.0.1", port: hostile.port, security: "loopback" } as const;
const from = { name: "Club", address: "salut@club.example" };
const mail = openMail({ ...settings, from });
const services = { ...settled, findMail: async () => mail };
const { userId } = await season.person();
afterAll(() => hostile.close());
beforeEach(async () => {
  hostile.behave({});
  await db`DELETE FROM letters; DELETE FROM mail_pause; DELETE FROM mail_pace`;
});

/** Each goes to a domain of its own, unless all are to go to one. */
const queue = (count: number, domain: string | null = null) =>
  db`INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, message_id)
    SELECT gen_random_uuid(), 'welcome_email', i::text, 'om' || i || '@' || coalesce(${domain}::text, 'exemplu' || i || '.ro'), ${userId}, '<' || i || '@x>' FROM generate_series(1, ${count}::int) i`;
/** The waits are over. */
const nextRound = () =>
  db`UPDATE mail_pace SET until = now(); UPDATE letters SET next_at = now() WHERE state = 'queued'`;
const letters = async () =>
  (await db`SELECT state, attempts FROM letters ORDER BY id`).map((row) => `${row.state} ${row.attempts}`);
const held = async () => {
  const rows =
    await db`SELECT EXISTS (SELECT FROM mail_pause) AS paused, (SELECT seconds FROM mail_pace) AS wait`;
  return rows[0].paused ? "paused" : rows[0].wait ? "slowed" : "goes on";
};

/** What real servers answer, where, and what it is about. */
const answers: [
  server: string,
  script: Partial<Record<Step, Misdeed>>,
  "paused" | "slowed" | "waits" | "bounced" | "again",
][] = [
  ["Postfix, relay", { RCPT: "554 5.7.1 <om1@exemplu.ro>: Relay access denied" }, "waits"],
  [
    "Postfix, sender of another user",
    { RCPT: "553 5.7.1 <salut@club.example>: Sender address rejected: not owned by user club" },
    "waits",
  ],
  [
    "Postfix, unknown sender",
    {
      MAIL: "550 5.1.0 <salut@club.example>: Sender address rejected: User unknown in virtual mailbox table",
    },
    "paused",
  ],
  ["Exim, relay without a code", { RCPT: "550 relay not permitted" }, "waits"],
  [
    "Exim, daily limit without a code",
    { RCPT: "550 Domain club.example has exceeded the max emails per hour" },
    "waits",
  ],
  [
    "Microsoft 365, SendAsDenied",
    { message: "554 5.2.252 SendAsDenied; salut@club.example not allowed to send as altul@club.example" },
    "waits",
  ],
  [
    "Microsoft 365, quota",
    { message: "554 5.2.0 STOREDRV.Submission.Exception:SubmissionQuotaExceededException" },
    "waits",
  ],
  [
    "Microsoft 365, blocked account",
    { message: "550 5.7.501 Service unavailable. Client host [10.2.0.1] blocked" },
    "waits",
  ],
  [
    "Gmail, daily limit",
    { message: "550 5.4.5 Daily user sending limit exceeded. abc123-20020a05.7.1 - gsmtp" },
    "waits",
  ],
  ["any server, refused sender", { MAIL: "550 who are you" }, "paused"],
  ["any server, bad password", { MAIL: "535 5.7.8 bad credentials" }, "paused"],
  ["Gmail, unusual rate", { message: "421 4.7.0 Our system has detected an unusual rate of mail" }, "slowed"],
  [
    "Postfix, rate of clients",
    { RCPT: "450 4.7.1 <om1@exemplu.ro>: Recipient address rejected: Policy rate limit" },
    "slowed",
  ],
  [
    "Amazon SES, rate without a code",
    { message: "454 Throttling failure: Maximum sending rate exceeded." },
    "slowed",
  ],
  ["Postfix, out of room", { MAIL: "452 4.3.1 Insufficient system storage" }, "slowed"],
  ["any server, too busy to greet", { connect: "421 too busy" }, "slowed"],
  ["any server, shut", { connect: "drop" }, "slowed"],
  [
    "Postfix, greylisting of one recipient",
    { RCPT: "450 4.7.1 <om1@exemplu.ro>: Recipient address rejected: Greylisted, see http://x.example" },
    "again",
  ],
  [
    "Gmail, full mailbox",
    { RCPT: "452 4.2.2 The email account that you tried to reach is over quota" },
    "again",
  ],
  ["Postfix, mailbox busy", { RCPT: "450 mailbox busy" }, "again"],
  [
    "Gmail, no such mailbox",
    { RCPT: "550 5.1.1 The email account that you tried to reach does not exist" },
    "bounced",
  ],
  [
    "Exchange, mailbox switched off",
    { RCPT: "550 5.2.1 mailbox disabled, not accepting messages" },
    "bounced",
  ],
  [
    "Dovecot, full mailbox for good",
    { message: "552 5.2.2 <om1@exemplu.ro> Quota exceeded (mailbox for user is full)" },
    "bounced",
  ],
  ["any server, no such mailbox without a code", { RCPT: "550 No such user here" }, "bounced"],
  ["any server, too large an email", { MAIL: "552 5.3.4 Message size exceeds fixed limit" }, "bounced"],
  ["any server, without a reason", { message: "554 transaction failed" }, "waits"],
  [
    "Postfix, an address that nobody may write to",
    { RCPT: "554 5.7.1 <om1@exemplu.ro>: Recipient address rejected: Access denied" },
    "waits",
  ],
  ["Exim, a domain without mail", { RCPT: "550 Unrouteable address" }, "waits"],
];

describe("a mail server's answer (one kind: a refusal of us taken for one of the mailbox)", () => {
  it.each(answers)("of %s", async (_, script, what) => {
    await queue(2);
    hostile.behave(script);
    await deliverLetters(services);
    const isOfAll = what === "paused" || what === "slowed";
    expect(await held()).toBe(isOfAll ? what : "goes on");
    const each = what === "bounced" ? "bounced 1" : what === "again" ? "queued 1" : "queued 0";
    expect(await letters()).toEqual([each, each]);
    hostile.behave({});
    await db`DELETE FROM mail_pause`;
    await nextRound();
    await deliverLetters(services);
    expect(await letters()).toEqual(
      what === "bounced" ? [each, each] : Array(2).fill(what === "again" ? "sent 2" : "sent 1"),
    );
  });
});

describe("a mail server that takes some emails and no more for now (one kind: a shared no costs tries)", () => {
  it("gets all of them in the end, each with one try", async () => {
    await queue(43);
    let taken = 0;
    /** Three in a round. */
    const counted = (adapter: Mail): Mail => ({
      ...adapter,
      openConnection() {
        const connection = adapter.openConnection();
        return {
          ...connection,
          async send(message) {
            taken += 1;
            if (taken > 3)
              return { kind: "retry", step: "hand_over", reason: "450 4.7.1 rate", isShared: "perhaps" };
            return connection.send(message);
          },
        };
      },
    });
    for (let round = 0; round < 30 && (await letters()).some((one) => one !== "sent 1"); round += 1) {
      taken = 0;
      await nextRound();
      await deliverLetters({ ...services, findMail: async () => counted(mail) });
    }
    expect(await letters()).toEqual(Array(43).fill("sent 1"));
  });

  it("is asked after a wait that doubles, and that begins again after an email that it took", async () => {
    await queue(1);
    hostile.behave({ MAIL: "451 4.3.0 try later" });
    const waits: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      await nextRound();
      await deliverLetters(services);
      expect(await deliverLetters(services)).toMatchObject({ queued: 0, sent: 0 });
      waits.push((await db`SELECT seconds FROM mail_pace`)[0].seconds);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 120, 120]);
    hostile.behave({});
    await nextRound();
    expect(await deliverLetters(services)).toMatchObject({ sent: 1 });
    expect(await held()).toBe("goes on");
  });

  it.each(answers.filter(([, { RCPT, message }, what]) => what === "slowed" && (RCPT ?? message)))(
    "slows nobody by what it says of one domain's mailboxes: %s (one kind: a stranger's own mail server holds up all)",
    async (_, script) => {
      await queue(6, "strain.example");
      hostile.behave(script);
      await deliverLetters(services);
      expect(await held()).toBe("goes on");
      expect(await letters()).toEqual(Array(6).fill("queued 0"));
      // nobody else waits meanwhile, and the same words for another domain's mailbox show that all are meant
      await db`UPDATE letters SET recipient = 'om@altul.example', next_at = now() WHERE dedupe_key = '1'`;
      await deliverLetters(services);
      expect(await held()).toBe("slowed");
      hostile.behave({});
      await nextRound();
      await deliverLetters(services);
      expect(await letters()).toEqual(Array(6).fill("sent 1"));
    },
  );

  it("and an email that waits for days uses up its tries like any other", async () => {
    await queue(1);
    await db`UPDATE letters SET created_at = now() - interval '6 days'`;
    hostile.behave({ connect: "drop" });
    await deliverLetters(services);
    expect(await letters()).toEqual(["queued 1"]);
  });
});

it("each address of a mail server's name is tried (one kind: only the first is)", async () => {
  const guard = createMailGuard({
    hosts: ["mail.exemplu.ro"],
    ports: [hostile.port],
    resolve: async () => ["127.0.0.2", "127.0.0.1"],
  });
  const named = openMail({ ...settings, from, host: "mail.exemplu.ro", security: "starttls" }, guard);
  const message = { to: "om@exemplu.ro", subject: "s", html: "h", text: "t", messageId: "<1@x>" };
  // the second one answers, and has no TLS
  expect(await named.send(message)).toMatchObject({ kind: "retry", step: "secure" });
});
