import { afterAll, beforeEach, expect, it } from "vitest";
import { openMail } from "#platform/mail/mail-adapter.server.ts";
import { type Misdeed, type Step, startHostileSmtp } from "#test/support/hostile-smtp.ts";
import { openMailStage } from "#test/support/mail-services.ts";
import { enqueueLetter } from "#ticketing/letters/enqueue-letter.server.ts";
import { resumeLetters } from "#ticketing/letters/resume-letters.server.ts";
import { retryLetter } from "#ticketing/letters/retry-letter.server.ts";
import { deliverLetters } from "./deliver-letters.server.ts";

const { season, services: settled, admin } = await openMailStage();
const hostile = await startHostileSmtp();
const mail = openMail({
  host: "127.0.0.1",
  port: hostile.port,
  security: "loopback",
  signIn: { user: "club", password: "x" },
  from: { name: "Club", address: "salut@club.example" },
  timeouts: { connect: 300, greeting: 300, socket: 300, whole: 600 },
});
const services = { ...settled, findMail: async () => mail };
afterAll(() => hostile.close());
beforeEach(() => season.client.query("DELETE FROM letters; DELETE FROM mail_pause"));

const rows = async () => await season.db`SELECT * FROM letters ORDER BY id`;
const makeDue = () => season.client.query("UPDATE letters SET next_at = now() WHERE state = 'queued'");

/** The server's behaviour, and the state of the email afterwards. */
const cases: [what: string, script: Partial<Record<Step, Misdeed>>, state: string][] = [
  ["is not ready (421)", { connect: "421 busy" }, "queued"],
  ["tarpits the greeting", { connect: "dribble" }, "queued"],
  ["never answers", { EHLO: "silence" }, "queued"],
  ["says later (450)", { RCPT: "450 later" }, "queued"],
  ["has no room (452)", { message: "452 full" }, "queued"],
  ["refuses the password (535)", { AUTH: "535 no" }, "queued"],
  ["knows no such mailbox (550)", { RCPT: "550 no such user" }, "bounced"],
  ["hangs up after DATA", { message: "drop" }, "queued"],
  ["hangs up at once", { connect: "drop" }, "queued"],
  ["says 250 and dies", { after: "drop" }, "sent"],
];

it.each(cases)(
  "a misbehaving mail server when it %s no email is lost and none arrives twice, once it works again (I19, I20, F27 to F31)",
  async (_what, script, state) => {
    const accepted = hostile.accepted.length;
    await enqueueLetter(season.client, {
      kind: "welcome_email",
      dedupeKey: "welcome",
      recipient: "ana@exemplu.ro",
      userId: admin.userId,
    });
    hostile.behave(script);
    await deliverLetters(services);
    const [letter] = await rows();
    expect(letter.state).toBe(state);
    expect(letter.recipient).toBe("ana@exemplu.ro");
    expect(letter.last_error ?? "").toMatch(state === "sent" ? /^$/ : /\S/);

    hostile.behave({});
    await resumeLetters(services, { actor: admin });
    const retried = await retryLetter(services, { actor: admin, letterId: letter.id });
    expect(retried.ok).toBe(state === "bounced");
    await makeDue();
    await deliverLetters(services);
    expect((await rows()).map((row) => row.state)).toEqual(["sent"]);
    expect(hostile.accepted).toHaveLength(accepted + 1);
  },
);
