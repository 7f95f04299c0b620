import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type Mail, openMail } from "#platform/mail/mail-adapter.server.ts";
import { startHostileSmtp } from "#test/support/hostile-smtp.ts";
import { openMailStage } from "#test/support/mail-services.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import {
  type ClaimedLetter,
  claimLetters,
  markLettersSent,
  refuseLetter,
} from "#ticketing/letters/letter-queue.server.ts";
import { resumeLetters } from "#ticketing/letters/resume-letters.server.ts";
import { deliverLetters } from "./deliver-letters.server.ts";
import { isRefusalOfUs } from "./refusal-queries.server.ts";

const { season, services: settled, admin } = await openMailStage();
const { db } = season;
/** One takes everything, the other does what a test says. */
const [good, other] = [await startHostileSmtp(), await startHostileSmtp()];
const from = { name: "Club", address: "salut@club.example" };
const mailAt = (port: number) => openMail({ host: "127.0.0.1", security: "loopback", port, from });
const relayDenied = "550 5.7.1 Recipient rejected";
afterAll(() => Promise.all([good.close(), other.close()]));
beforeEach(async () => {
  other.behave({ RCPT: relayDenied });
  other.commands.length = 0;
  await db`DELETE FROM letters; DELETE FROM mail_pause; DELETE FROM mail_pace`;
});

/** The recipients in the order in which they came to a mail server; those of a stranger come to the other one. */
const asked: string[] = [];
const isOfStranger = (to: string) => to.startsWith("strain");
function mail(met: (to: string) => Promise<unknown> | undefined = () => undefined): Mail {
  const openConnection = () => {
    const [here, there] = [mailAt(good.port), mailAt(other.port)].map((one) => one.openConnection());
    return {
      send: async (message: Parameters<Mail["send"]>[0]) => {
        asked.push(message.to);
        await met(message.to);
        const connection = isOfStranger(message.to) ? there : here;
        if (!connection) throw new Error("no connection");
        return connection.send(message);
      },
      close: () => [here, there].map((one) => one?.close()),
    };
  };
  return { send: (message) => openConnection().send(message), openConnection };
}
const run = (findMail: () => Promise<Mail> = async () => mail()) => {
  asked.length = 0;
  return deliverLetters({ ...settled, findMail });
};
const runAtOther = () => run(async () => mailAt(other.port));
const nextRound = () =>
  db`UPDATE mail_pace SET until = now(); UPDATE letters SET next_at = now() WHERE state = 'queued'`;

/** Emails of people who typed any address. */
const strangers = async (count: number) => {
  const { userId } = await season.person();
  await db`INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, message_id, variables)
    SELECT gen_random_uuid(), 'confirm_address', 'strain' || i, 'strain' || i || '@exemplu.ro', ${userId}, '<strain' || i || '@x>', '{"action_url": "https://club.example/confirm"}' FROM generate_series(1, ${count}) i`;
};
/** Emails that welcome people who have just confirmed their address. */
const known = async (count: number) => {
  const ids = (await season.people(count)).map(({ userId }) => userId);
  await db`INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, message_id)
    SELECT gen_random_uuid(), 'welcome_email', 'welcome:' || id, id || '@exemplu.ro', id, '<' || id || '@x>' FROM unnest(${ids}::uuid[]) id`;
  return ids;
};
const states = async (of = "") =>
  (await db`SELECT state, attempts FROM letters WHERE recipient LIKE ${`${of}%`} ORDER BY id`).map(
    (row) => `${row.state} ${row.attempts}`,
  );
const held = async () => {
  const rows =
    await db`SELECT EXISTS (SELECT FROM mail_pause) AS paused, EXISTS (SELECT FROM mail_pace) AS again`;
  return rows[0].paused ? (rows[0].again ? "paused for a while" : "paused") : "goes on";
};
const times = <T>(count: number, what: T) => Array<T>(count).fill(what);

describe("addresses that a stranger chose and a mail server refuses (one kind: they stop the emails of others)", () => {
  it("six hundred of them: five tickets that come meanwhile are sent, nothing is lost, nothing stops", async () => {
    await strangers(600);
    let met = 0;
    await run(async () => mail(async (to) => (isOfStranger(to) && ++met === 100 ? known(5) : undefined)));
    const places = asked.flatMap((to, at) => (isOfStranger(to) ? [] : [at]));
    expect(places).toHaveLength(5);
    // behind those that were composed already
    expect(Math.max(...places)).toBeLessThan(150);
    expect(await held()).toBe("goes on");
    expect(await states("strain")).toEqual(times(600, "queued 0"));
    expect(await db`SELECT FROM letters WHERE variables ? 'action_url'`).toHaveLength(600);
    // it takes them one day, still behind the tickets of that day
    await known(5);
    other.behave({});
    await nextRound();
    await run();
    expect(asked.slice(0, 20).filter((to) => !isOfStranger(to))).toHaveLength(5);
    expect(await states()).toEqual(times(610, "sent 1"));
  });

  it.each([
    "confirm_address",
    "confirm_new_address",
    "address_known",
    "reset_password",
    "one_time_code",
    "newsletter_confirm",
  ])(
    "go after what was never refused, what anybody can ask for after tickets, and copies of a message before what was refused: %s",
    async (kind) => {
      await strangers(3);
      await run();
      await known(3);
      await db`INSERT INTO letters (id, kind, dedupe_key, recipient, night_message_id, message_id, next_at)
      SELECT gen_random_uuid(), kind, kind || i, kind || i || '@exemplu.ro', of_night, kind || i, now() - make_interval(mins => early)
      FROM generate_series(1, 3) i, (VALUES (${kind}, NULL, 1), ('night_message', gen_random_uuid(), 2)) k(kind, of_night, early)`;
      await db`UPDATE letters SET next_at = now() - interval '1 hour' WHERE recipient LIKE 'strain%'`;
      const lanes: string[] = [];
      for (let lane = 0; lane < 4; lane += 1) {
        const claimed = await settled.database.withDuty("deliver", (sql) => claimLetters(sql, 3, "x"));
        lanes.push(...claimed.map((one) => (isOfStranger(one.recipient) ? "refused" : one.kind)));
      }
      const expected = ["welcome_email", kind, "night_message", "refused"];
      expect(lanes).toEqual(expected.flatMap((lane) => times(3, lane)));
    },
  );

  it("wait each by itself, twice as long each time and an hour at most, with one line in their history", async () => {
    await strangers(1);
    const waits: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      await nextRound();
      await run();
      expect(await run()).toMatchObject({ queued: 0, sent: 0 });
      const [row] =
        await db`SELECT round(extract(epoch FROM next_at - now()) / 60)::int AS wait, tries, last_error FROM letters`;
      waits.push(row.wait);
      expect(row.tries).toMatchObject([{ what: "refused", minutes: row.wait, reason: row.last_error }]);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    // from the fifth day on each try counts
    await db`UPDATE letters SET created_at = now() - interval '6 days'`;
    for (let n = 0; n < 8; n += 1) {
      await nextRound();
      await run();
    }
    expect(await states()).toEqual(["dead 8"]);
  });

  it("do not end when other emails are accepted (one kind: who was refused while the server refused all is lost)", async () => {
    await strangers(5);
    for (let n = 0; n < 3; n += 1) {
      await known(1);
      await nextRound();
      await run();
    }
    expect(await states("strain")).toEqual(times(5, "queued 0"));
  });

  it("are no proof: typed by a guest or a friend, changed by an account, or in letters of a confirmed one to elsewhere", async () => {
    await strangers(40);
    const ids = await known(9);
    await db`UPDATE letters SET recipient = 'strain' || recipient WHERE dedupe_key LIKE 'welcome:%'`;
    await runAtOther();
    expect(await held()).toBe("goes on");
    expect(await states()).toEqual(times(40 + ids.length, "queued 0"));
  });
});

describe("a mail server that refuses everybody (one kind: a refusal of us costs emails)", () => {
  it("is asked for few, costs no email a try or its place, and is asked again until it takes one", async () => {
    await known(100);
    const waits: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      await nextRound();
      other.commands.length = 0;
      await runAtOther();
      expect(await held()).toBe("paused for a while");
      expect(await states()).toEqual(times(100, "queued 0"));
      expect(other.commands.filter((command) => command.startsWith("RCPT")).length).toBeLessThan(40);
      expect(await runAtOther()).toMatchObject({ paused: 0, queued: 0 });
      waits.push((await db`SELECT seconds FROM mail_pace`)[0].seconds);
    }
    expect(waits).toEqual([5, 10, 20]);
    other.behave({});
    await nextRound();
    await runAtOther();
    expect(await held()).toBe("goes on");
    await nextRound();
    await runAtOther();
    expect(await states()).toEqual(times(100, "sent 1"));
  });

  it.each([
    ["a confirmed account", "SELECT"],
    [
      "a guest who typed the code",
      `UPDATE letters SET dedupe_key = id::text; UPDATE profiles p SET email = NULL, is_guest = true, contact_email = p.email, contact_proven_at = now() FROM letters l WHERE l.user_id = p.id`,
    ],
  ])("is known by five people in the same words, but for a figure: %s", async (_, how) => {
    await known(5);
    await season.client.query(how);
    other.behave({ RCPT: "550 5.4.5 Daily limit, id 4f3a9" });
    await db`UPDATE letters SET next_at = now() + interval '1 hour' WHERE id IN (SELECT id FROM letters LIMIT 1)`;
    await runAtOther();
    expect(await held()).toBe("goes on");
    other.behave({ RCPT: "550 5.4.5 Daily limit, id 5a1b7" });
    await db`UPDATE letters SET next_at = now() WHERE tries = '[]'`;
    await runAtOther();
    expect(await held()).toBe("paused for a while");
  });

  it("is not known by four beside a stranger, by five that hear different words, or by five of whom one was accepted between", async () => {
    await known(4);
    await strangers(1);
    await runAtOther();
    expect(await held()).toBe("goes on");
    await known(1);
    other.behave({ RCPT: "550 not you" });
    await runAtOther();
    expect(await held()).toBe("goes on");
    await db`UPDATE letters SET next_at = now() WHERE recipient LIKE 'strain%'`;
    other.behave({});
    expect(await runAtOther()).toMatchObject({ sent: 1 });
    await known(4);
    other.behave({ RCPT: relayDenied });
    await runAtOther();
    expect(await held()).toBe("goes on");
    await known(1);
    await runAtOther();
    expect(await held()).toBe("paused for a while");
  });

  it("holds up an email that it would take for a wait only: what it takes ends the pause, and none of a person", async () => {
    await known(5);
    await runAtOther();
    expect(await held()).toBe("paused for a while");
    await db`UPDATE letters SET recipient = 'strain' || recipient`;
    await known(3);
    expect(await run()).toMatchObject({ sent: 0 });
    await db`UPDATE mail_pace SET until = now()`;
    expect(await run()).toMatchObject({ sent: 3 });
    expect(await held()).toBe("goes on");
    expect(await states("strain")).toEqual(times(5, "queued 0"));
    // beside a refusal that has just made the wait longer
    await db`INSERT INTO mail_pause (reason) VALUES ('550'); INSERT INTO mail_pace (seconds, until, reason) VALUES (5, now() + interval '1 minute', '550')`;
    const accepted = () => settled.database.withDuty("deliver", (sql) => markLettersSent(sql, []));
    await accepted();
    expect(await held()).toBe("goes on");
    await db`INSERT INTO mail_pause (reason) VALUES ('535')`;
    await accepted();
    expect(await held()).toBe("paused");
  });

  it("and refuses before it heard of a recipient, or our password, waits for a person, also when it was slow before", async () => {
    for (const answer of [{ MAIL: "550 5.7.1 not you" }, { MAIL: "535 5.7.8 bad credentials" }]) {
      await db`DELETE FROM letters; DELETE FROM mail_pause`;
      await known(2);
      other.behave({ RCPT: "451 4.3.0 try later" });
      await runAtOther();
      await nextRound();
      other.behave(answer);
      await runAtOther();
      other.behave({});
      await nextRound();
      expect(await runAtOther()).toMatchObject({ sent: 0 });
      expect([await held(), ...(await states())]).toEqual(["paused", "queued 0", "queued 0"]);
    }
  });

  it("is asked at once when a person starts the emails again, with those that waited by themselves", async () => {
    await known(5);
    await runAtOther();
    expect(await resumeLetters(settled, { actor: admin })).toMatchObject({ ok: true });
    other.behave({});
    expect(await runAtOther()).toMatchObject({ sent: 5 });
    expect(await held()).toBe("goes on");
  });
});

it("two emails that are refused at the same time count each other (one kind: each overlooks what the other has not committed)", async () => {
  await known(5);
  const [last, ...before] = await settled.database.withDuty("deliver", (sql) => claimLetters(sql, 5, "x"));
  const end = (letter: ClaimedLetter, then = async () => {}) =>
    settled.database.withDuty("deliver", async (sql) => {
      await refuseLetter(sql, letter, relayDenied);
      const isOfUs = await isRefusalOfUs(sql, letter, relayDenied);
      await then();
      return isOfUs;
    });
  for (const letter of before.slice(1)) expect(await end(letter)).toBe(false);
  let second: Promise<boolean> | undefined;
  const first = end(before[0] as ClaimedLetter, async () => {
    second = end(last as ClaimedLetter);
    await untilWaiting(season.client);
  });
  expect([await first, await second]).toEqual([false, true]);
});

it("an email that was claimed, and not tried, when a slow server said no goes before those that it met", async () => {
  await strangers(12);
  other.behave({ MAIL: "451 4.3.0 try later" });
  await run();
  const first = await db`SELECT recipient FROM letters WHERE next_at <= now()`;
  const second = await db`SELECT recipient FROM letters WHERE next_at > now()`;
  expect(second.map(({ recipient }) => recipient).sort()).toEqual([...asked].sort());
  expect(first).toHaveLength(12 - asked.length);
  expect(first.length).toBeGreaterThan(0);
});
