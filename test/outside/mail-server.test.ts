import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openMail } from "#platform/mail/mail-adapter.server.ts";
import { openMailStage } from "#test/support/mail-services.ts";
import { deliverLetters } from "#ticketing/delivery/deliver-letters.server.ts";
import { hasPostfix, startPostfix } from "./postfix.ts";

const isThere = hasPostfix();
if (!isThere) console.log("skipped: Postfix is not installed, or this account may not start it");

describe.runIf(isThere)(
  "what a real Postfix says (one kind: a refusal of us taken for one of the mailbox)",
  async () => {
    if (!isThere) return;
    const { season, services: settled } = await openMailStage();
    const { db } = season;
    const { userId } = await season.person();
    const postfix = await startPostfix();
    afterAll(() => postfix.stop());
    const from = { name: "Club", address: "salut@club.example" };
    const mail = openMail({ host: "127.0.0.1", port: postfix.port, security: "loopback", from });
    const services = { ...settled, findMail: async () => mail };

    beforeEach(async () => {
      await db`DELETE FROM letters; DELETE FROM mail_pause; DELETE FROM mail_pace`;
      await db`INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, message_id)
      SELECT gen_random_uuid(), 'welcome_email', i::text, 'om' || i || '@exemplu.ro', ${userId}, '<' || i || '@x>' FROM generate_series(1, 2) i`;
    });
    const letters = async () =>
      (await db`SELECT state, attempts FROM letters ORDER BY recipient`).map(
        (row) => `${row.state} ${row.attempts}`,
      );
    const held = async () => {
      const rows =
        await db`SELECT EXISTS (SELECT FROM mail_pause) AS paused, (SELECT seconds FROM mail_pace) AS wait`;
      return rows[0].paused ? "paused" : rows[0].wait ? "slowed" : "goes on";
    };

    it.each<[what: string, settings: Record<string, string>, held: string, letters: string[]]>([
      ["it takes", {}, "goes on", ["sent 1", "sent 1"]],
      [
        "it relays for nobody",
        { smtpd_relay_restrictions: "reject_unauth_destination, reject" },
        "goes on",
        ["queued 0", "queued 0"],
      ],
      [
        "it does not know our sender, and says so of each recipient",
        {
          smtpd_sender_restrictions: "check_sender_access inline:{{salut@club.example = REJECT}}",
        },
        "goes on",
        ["queued 0", "queued 0"],
      ],
      [
        "it does not know our sender, and says so at once",
        {
          smtpd_delay_reject: "no",
          smtpd_sender_restrictions: "check_sender_access inline:{{salut@club.example = REJECT}}",
        },
        "paused",
        ["queued 0", "queued 0"],
      ],
      [
        "it does not know one recipient",
        {
          smtpd_recipient_restrictions:
            "check_recipient_access inline:{{om1@exemplu.ro = 550 5.1.1 User unknown}}",
        },
        "goes on",
        ["bounced 1", "sent 1"],
      ],
      [
        "it refuses one recipient as if it refused us",
        { smtpd_recipient_restrictions: "check_recipient_access inline:{{om1@exemplu.ro = REJECT}}" },
        "goes on",
        ["queued 0", "sent 1"],
      ],
      [
        "it defers one recipient",
        {
          smtpd_recipient_restrictions:
            "check_recipient_access inline:{{om1@exemplu.ro = 450 4.2.1 mailbox busy}}",
        },
        "goes on",
        ["queued 1", "sent 1"],
      ],
      ["an email is too large for it", { message_size_limit: "200" }, "goes on", ["bounced 1", "bounced 1"]],
      [
        "it has no room",
        { queue_minfree: "999999999999999", message_size_limit: "10000000" },
        "slowed",
        ["queued 0", "queued 0"],
      ],
    ])("%s", async (_, settings, expectedHeld, expectedLetters) => {
      await postfix.is(settings);
      await deliverLetters(services);
      expect([await held(), ...(await letters())]).toEqual([expectedHeld, ...expectedLetters]);
    });

    it("it relays for nobody, and five confirmed people are proof; all go by themselves when it does", async () => {
      const ids = (await season.people(5)).map((one) => one.userId);
      await db`INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, message_id)
        SELECT gen_random_uuid(), 'welcome_email', 'welcome:' || id, id || '@exemplu.ro', id, '<' || id || '@x>' FROM unnest(${ids}::uuid[]) id`;
      await postfix.is({ smtpd_relay_restrictions: "reject_unauth_destination, reject" });
      await deliverLetters(services);
      expect([await held(), ...(await letters())]).toEqual(["paused", ...Array(7).fill("queued 0")]);
      await postfix.is({});
      await db`UPDATE mail_pace SET until = now(); UPDATE letters SET next_at = now()`;
      for (let round = 0; round < 2; round += 1) await deliverLetters(services);
      expect([await held(), ...(await letters())]).toEqual(["goes on", ...Array(7).fill("sent 1")]);
    });

    it("its limit of emails a minute slows the queue, and all go in the end with one try each", async () => {
      await postfix.is({ smtpd_client_message_rate_limit: "1", smtpd_client_event_limit_exceptions: "" });
      await deliverLetters(services);
      expect([await held(), ...(await letters())].sort()).toEqual(["queued 0", "sent 1", "slowed"]);
      await postfix.is({});
      await db`UPDATE mail_pace SET until = now(); UPDATE letters SET next_at = now() WHERE state = 'queued'`;
      await deliverLetters(services);
      expect(await letters()).toEqual(["sent 1", "sent 1"]);
    });
  },
);
