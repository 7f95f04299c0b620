import { spawn } from "node:child_process";
import { getEventListeners } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Mailbox, openMailbox } from "#devkit/mailbox/mailbox.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { only } from "#platform/database/sql.ts";
import { openLog } from "#platform/log/log.server.ts";
import { type Mail, openMail } from "#platform/mail/mail-adapter.server.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { openTestDatabase, testDatabase } from "#test/support/database.ts";
import { type HostileSmtp, startHostileSmtp } from "#test/support/hostile-smtp.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { printsHere } from "#test/support/prints-here.ts";
import { openSeasonBuilder } from "#test/support/season-builder.ts";
import { resumeMail } from "#ticketing/letters/letter-queue.server.ts";
import type { LetterTry } from "#ticketing/letters/letter-tables.server.ts";
import { listLetters, readMailNews } from "#ticketing/letters/outbox-queries.server.ts";
import { retryLetter } from "#ticketing/letters/retry-letter.server.ts";
import { deliverLetters } from "./deliver-letters.server.ts";
import type { DeliveryServices } from "./delivery-services.server.ts";

const own = await testDatabase();
const season = await openSeasonBuilder(own.ownerUrl);
const { client: owner, db } = season;
const appSecret = "a secret of a test, long enough for anybody";
const folder = mkdtempSync(join(tmpdir(), "estival-letters-"));
let mailbox: Mailbox;
let hostile: HostileSmtp;
let services: DeliveryServices;
let mail: Mail | undefined;

// Short timeouts for the hostile server only: the mailbox may be slow on a busy machine, and an email it took
// counts as sent.
const mailAt = (port: number, isPatient = port !== hostile.port) =>
  openMail({
    host: "127.0.0.1",
    port,
    security: "loopback",
    from: { name: "Clubul de Vară", address: "salut@club.example" },
    ...(isPatient ? {} : { timeouts: { connect: 500, greeting: 500, socket: 500, whole: 1500 } }),
  });

/** The same adapter, whose connections wait for this before each email. */
function lookingFirst(adapter: Mail, look: () => void | Promise<void>): Mail {
  const openConnection = () => {
    const connection = adapter.openConnection();
    const send: Mail["send"] = async (message) => {
      await look();
      return connection.send(message);
    };
    return { ...connection, send };
  };
  return { ...adapter, openConnection };
}

beforeAll(async () => {
  mailbox = await openMailbox(folder);
  hostile = await startHostileSmtp();
  const database = openTestDatabase(own.urls);
  services = {
    database,
    log: openLog("silent"),
    now: () => new Date(),
    origin: "https://club.example",
    settings: { mode: "demo", livemode: false, holdMinutes: 30, providerRate: 24 },
    keys: await openSigningKeys({ database, appSecret }),
    pdfRenderer: printsHere,
    findMail: async () => mail,
  } as Partial<DeliveryServices> as DeliveryServices;
  await db`INSERT INTO site_content (id, key, content) VALUES (${newId()}, 'footer', '{"name": "Clubul de Vară", "trader": "Clubul de Vară SRL", "address": "Plaja Licurici", "email": "salut@club.example"}')`;
});
beforeEach(async () => {
  await db`DELETE FROM mail_pause; DELETE FROM mail_pace; UPDATE letters SET state = 'sent' WHERE state <> 'sent'`;
  mail = mailAt(mailbox.port);
  hostile.behave({});
});
afterAll(async () => {
  await mailbox.close();
  await hostile.close();
  await services.database.close();
  rmSync(folder, { recursive: true });
});

async function bought(options: { title?: string; nights?: number; name?: string } = {}) {
  const person = await season.person();
  if (options.name) await db`UPDATE profiles SET full_name = ${options.name} WHERE id = ${person.userId}`;
  const events: Uuid[] = [];
  for (let night = 0; night < (options.nights ?? 1); night++)
    events.push(await season.night({ title: options.title ?? `Noaptea ${night + 1}`, inDays: 7 + night }));
  const family = options.nights ? "season_pass" : "ordinary";
  const ticketTypeId = await season.ticketType({ events, family });
  const order = await paidOrder(owner, { userId: person.userId, ticketTypeId, events, quantity: 2, family });
  return { ...order, email: `${person.userId}@exemplu.ro`, userId: person.userId, events };
}

type About = { to?: string; userId?: string; orderId?: string };
/** One more email in the outbox. */
const queue = (kind: string, variables: object, { to = `${kind}@exemplu.ro`, userId, orderId }: About = {}) =>
  db`INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, order_id, variables, message_id)
    SELECT id, ${kind}, id, ${to}, ${userId ?? null}, ${orderId ?? null}, ${variables}, '<' || id || '@x>' FROM gen_random_uuid() AS id`;
/** So many emails at once, to addresses with this name and a number. */
async function queueMany(name: string, count: number) {
  const { userId } = await season.person();
  await db`INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, message_id)
    SELECT gen_random_uuid(), 'welcome_email', name, name || '@exemplu.ro', ${userId}, '<' || name || '@x>'
    FROM generate_series(1, ${count}) i, LATERAL (SELECT ${name}::text || i AS name) AS named`;
}

async function letterOf(orderId: string) {
  const rows = await db`SELECT * FROM letters WHERE order_id = ${orderId} ORDER BY id DESC`;
  return rows[0];
}

const lettersTo = async (email: string) =>
  (await mailbox.listLetters()).filter((letter) => letter.to === email);
const makeDue = () =>
  db`UPDATE mail_pace SET until = now(); UPDATE letters SET next_at = now() - interval '1 second' WHERE state IN ('queued', 'inflight')`;

describe("delivering", () => {
  it("A16-19: brings the ticket with its QR, PDF and calendar to the buyer's address, and records that it was sent", async () => {
    const order = await bought({ title: "Noaptea Țânțarilor <b>", name: "Ștefania O'Țânț & fiii" });
    expect(await deliverLetters(services)).toMatchObject({ sent: 1, queued: 0 });
    const [letter, ...more] = await lettersTo(order.email);
    expect(more).toEqual([]);
    const rows =
      await db`SELECT ticket_code, email_sent FROM ticket_purchases WHERE order_id = ${order.orderId}`;
    expect(rows[0].email_sent).toBe(true);
    const code = rows[0].ticket_code;
    expect(letter?.subject).toBe("Biletele tale: Noaptea Țânțarilor <b>");
    expect(letter?.html).toContain("Noaptea Țânțarilor &lt;b&gt;");
    expect(letter?.html).toContain("Ștefania O&#39;Țânț &amp; fiii");
    expect(letter?.html).toContain('src="cid:qr@club.example"');
    expect(letter?.html).toContain("220 LEI");
    expect(letter?.text).toContain(`Cod: ${code}`);
    expect(letter?.text).toContain(`https://club.example/tickets/${order.purchaseIds[0]}/qr.png`);
    expect(`${letter?.subject}${letter?.html}${letter?.text}`).not.toMatch(/\{\{|undefined|\[object/);
    expect(letter?.attachments.map((one) => one.filename)).toEqual([
      `${code}.png`,
      `${code}.pdf`,
      `${code}.ics`,
    ]);
    // a calendar takes the file for what its own METHOD says (RFC 6047)
    const raw = readFileSync(join(folder, `${letter?.id}.eml`), "utf8");
    expect(raw).toMatch(/Content-Type: text\/calendar;[^\n]*(\n\s[^\n]*)*method=PUBLISH/i);
    expect(letter?.messageId).toBe((await letterOf(order.orderId)).message_id);
    expect(await deliverLetters(services)).toMatchObject({ sent: 0 });
  });

  it("says when doors open, from which age, and the way there, of a night and of a pass's next one", async () => {
    for (const nights of [undefined, 2]) {
      const order = await bought({ ...(nights ? { nights } : {}) });
      await db`UPDATE events SET doors = '21:00', ends = '04:00', minimum_age = 18 WHERE id = ${order.events[0]}`;
      const rows = await db`SELECT slug FROM events WHERE id = ${order.events[0]}`;
      await deliverLetters(services);
      const [letter] = await lettersTo(order.email);
      const way = `https://club.example/events/${rows[0].slug}#drum`;
      for (const said of [
        "Ușile: 21:00, până la 04:00",
        "Vârsta: 18+, cu act de identitate",
        `Cum ajungi: ${way}`,
      ])
        expect(letter?.text).toContain(said);
      for (const said of ["21:00, până la 04:00", "18+, cu act de identitate", `href="${way}"`])
        expect(letter?.html).toContain(said);
    }
    const plain = await bought();
    await deliverLetters(services);
    const [letter] = await lettersTo(plain.email);
    expect(letter?.text).not.toMatch(/Ușile|Vârsta/);
  });

  it("names the night added to a sold pass, with that night's code, and attaches all nights", async () => {
    const order = await bought({ nights: 2 });
    const [, second] = order.events;
    await db`UPDATE letters SET state = 'sent' WHERE order_id = ${order.orderId}`;
    await queue("season_pass_confirmation", { night: second }, { ...order, to: order.email });
    await deliverLetters(services);
    const [letter, ...more] = await lettersTo(order.email);
    expect(more).toEqual([]);
    expect(letter?.subject).toBe("O noapte în plus: Noaptea 2");
    expect(letter?.text).toMatch(/Noaptea: Noaptea 2, .*\nCod: SEASON-\d{4}-\d{6}-02/);
    expect(letter?.text).toContain("Nu plătești nimic în plus.");
    expect(letter?.attachments.map(({ filename }) => filename)).toContainEqual(
      expect.stringMatching(/^SEASON-\d{4}-\d{6}\.pdf$/),
    );
  });

  it("A16-13: sends a pass with a page for each of its nights, and marks all of its rows", async () => {
    const order = await bought({ nights: 3 });
    await deliverLetters(services);
    const [letter] = await lettersTo(order.email);
    expect(letter?.subject).toBe("Intrare generală: biletele tale");
    const pdf = Buffer.from(
      letter?.attachments.find((one) => one.contentType === "application/pdf")?.content ?? [],
    ).toString("latin1");
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(3);
    const rows =
      await db`SELECT bool_and(email_sent) AS all FROM ticket_purchases WHERE order_id = ${order.orderId}`;
    expect(rows[0].all).toBe(true);
  });

  it("sends account emails with their link and deletes the link afterwards", async () => {
    const { userId } = await season.person();
    const link = "https://club.example/confirm?token=canary-4711";
    const kinds = ["confirm_address", "welcome_email", "address_known", "reset_password", "password_changed"];
    for (const kind of kinds) await queue(kind, { customer_name: "x", action_url: link }, { userId });
    expect(await deliverLetters(services)).toMatchObject({ sent: 5 });
    const [letter] = await lettersTo("confirm_address@exemplu.ro");
    expect(letter?.text).toContain(link);
    expect(letter?.html).toContain(`href="${link}"`);
    const rows = await db`SELECT count(*)::int FROM letters WHERE variables::text LIKE '%canary-4711%'`;
    expect(rows[0].count).toBe(0);
  });

  it("says how much money comes back, and why", async () => {
    const order = await bought();
    await deliverLetters(services);
    for (const reason of ["no_stock", "second_payment"])
      await queue("payment_returned", { reason, amount: 22_050 }, { ...order, to: order.email });
    await deliverLetters(services);
    const texts = (await lettersTo(order.email)).map((letter) => letter.text);
    expect(texts.filter((text) => text.includes("220,50 LEI"))).toHaveLength(2);
    expect(texts.join()).toMatch(/locurile au fost luate/);
    expect(texts.join()).toMatch(/de două ori/);
  });

  it("does not send tickets that were refunded while the email waited, and shows the office no failed email", async () => {
    const order = await bought();
    await db`UPDATE ticket_purchases SET status = 'refunded' WHERE order_id = ${order.orderId}`;
    const before = await readMailNews(owner);
    expect(await deliverLetters(services)).toMatchObject({ dead: 1, sent: 0 });
    expect(await lettersTo(order.email)).toEqual([]);
    expect(await readMailNews(owner)).toEqual({ ...before, waiting: before.waiting - 1 });
    const { letters, counts } = await listLetters(owner, { text: order.email, state: "all", page: 1 });
    expect(letters.map(({ state, tries }) => [state, tries.at(-1)?.what])).toEqual([["dead", "void"]]);
    expect(counts.failed).toBe(before.failed);
  });

  it("lets a mail program end the newsletter with one click, and no other email has that (A2-21, RFC 8058)", async () => {
    const { userId } = await season.person();
    const link = "https://club.example/newsletter/unsubscribe?token=abc";
    for (const kind of ["newsletter_welcome", "welcome_email"])
      await queue(kind, { action_url: link }, { userId, to: `${kind}@press.ro` });
    expect(await deliverLetters(services)).toMatchObject({ sent: 2 });
    const headersOf = async (email: string) => {
      const [letter] = await lettersTo(email);
      const raw = readFileSync(join(folder, `${letter?.id}.eml`), "latin1").split("\r\n\r\n")[0] ?? "";
      return raw.replace(/\r\n[ \t]+/g, " ");
    };
    const newsletter = await headersOf("newsletter_welcome@press.ro");
    expect(newsletter.split("\r\n")).toContain(`List-Unsubscribe: <${link}>`);
    expect(newsletter).toMatch(/^List-ID: <newsletter\.club\.example>$/im);
    expect(newsletter).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(newsletter).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(await headersOf("welcome_email@press.ro")).not.toMatch(/^List-/im);
  });

  it("waits without losing a try while emails are switched off", async () => {
    const order = await bought();
    mail = undefined;
    await deliverLetters(services);
    expect(await letterOf(order.orderId)).toMatchObject({ state: "queued", attempts: 0 });
  });

  it("I20: three processes send each of sixty emails once", async () => {
    const already = (await mailbox.listLetters()).length;
    await queueMany("many", 60);
    const runs = await Promise.all([1, 2, 3].map(() => deliverLetters(services)));
    const left =
      await db`SELECT state, attempts, last_error FROM letters WHERE dedupe_key LIKE 'many%' AND state <> 'sent'`;
    expect(left).toEqual([]);
    expect(runs.reduce((sum, run) => sum + run.sent, 0)).toBe(60);
    const sent = (await mailbox.listLetters()).slice(0, -already || undefined).map((letter) => letter.to);
    expect(new Set(sent).size).toBe(60);
    expect(sent).toHaveLength(60);
  });

  it("a process that is asked to stop finishes the emails at the mail server and leaves the others to the next process", async () => {
    await queueMany("left", 60);
    const states = async () =>
      await db`SELECT state, count(*)::int AS n FROM letters WHERE dedupe_key LIKE 'left%' GROUP BY 1 ORDER BY 1`;
    const stop = new AbortController();
    mail = lookingFirst(mailAt(mailbox.port), () => stop.abort());
    const { sent } = await deliverLetters(services, stop.signal);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(30);
    expect(await states()).toEqual([
      { state: "queued", n: 60 - sent },
      { state: "sent", n: sent },
    ]);
    mail = mailAt(mailbox.port);
    expect((await deliverLetters(services)).sent).toBe(60 - sent);
  });

  it("leaves nothing with the signal of the process when its emails are sent (one kind: memory that grows with what was sent)", async () => {
    await queueMany("forgotten", 20);
    const stop = new AbortController();
    let most = 0;
    mail = lookingFirst(mailAt(mailbox.port), () => {
      most = Math.max(most, getEventListeners(stop.signal, "abort").length);
    });
    expect((await deliverLetters(services, stop.signal)).sent).toBe(20);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
    // even during the run only those that are being composed
    expect(most).toBeLessThan(20);
  });

  it("a print that does not end keeps no process from stopping, and costs its email no try", async () => {
    const order = await bought();
    const stop = new AbortController();
    const print = () => {
      stop.abort();
      return new Promise<never>(() => {});
    };
    const pdfRenderer = { print, close: () => {} };
    expect(await deliverLetters({ ...services, pdfRenderer }, stop.signal)).toMatchObject({ sent: 0 });
    const letters = () => db`SELECT state, attempts FROM letters WHERE order_id = ${order.orderId}`;
    expect(await letters()).toEqual([{ state: "queued", attempts: 0 }]);
    expect((await deliverLetters(services)).sent).toBe(1);
  });

  it("keeps a connection for the emails of a run, and at most three emails per worker and a dozen prepared ones in flight (G14)", async () => {
    hostile.commands.length = 0;
    const already = hostile.accepted.length;
    await queueMany("kept", 40);
    let most = 0;
    // A busy machine may need long timeouts for forty emails.
    mail = lookingFirst(mailAt(hostile.port, true), async () => {
      const { rows } = await services.database.withDuty("deliver", (sql) =>
        sql.query<{ n: number }>("SELECT count(*)::int AS n FROM letters WHERE state = 'inflight'"),
      );
      most = Math.max(most, only(rows).n);
    });
    expect(await deliverLetters(services)).toMatchObject({ sent: 40 });
    expect(hostile.accepted).toHaveLength(already + 40);
    expect(hostile.commands.filter((command) => command.startsWith("EHLO")).length).toBeLessThanOrEqual(4);
    expect(most).toBeLessThanOrEqual(24);
  });
});

describe("a mail server in trouble", () => {
  it("F27 F29: is tried again after 1, 2, 4 … 60 minutes, eight times, then the email is dead", async () => {
    const order = await bought();
    mail = mailAt(hostile.port);
    hostile.behave({ RCPT: "450 later" });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt++) {
      expect(await deliverLetters(services)).toMatchObject(attempt < 8 ? { queued: 1 } : { dead: 1 });
      const rows =
        await db`SELECT round(extract(epoch FROM next_at - now()) / 60)::int AS wait FROM letters WHERE order_id = ${order.orderId}`;
      waits.push(rows[0].wait);
      expect(await deliverLetters(services)).toMatchObject({ queued: 0, dead: 0 });
      await makeDue();
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 0]);
    const dead = await letterOf(order.orderId);
    expect(dead).toMatchObject({ state: "dead", attempts: 8 });
    expect(dead.tries.map((one: LetterTry) => [one.what, one.minutes])).toEqual([
      ...[1, 2, 4, 8, 16, 32, 60].map((minutes) => ["put_off", minutes]),
      ["given_up", 0],
    ]);
    for (const { reason } of dead.tries) expect(reason).toContain("450");
    const rows = await db`SELECT status, email_sent FROM ticket_purchases WHERE order_id = ${order.orderId}`;
    expect(rows[0]).toEqual({ status: "paid", email_sent: false });

    mail = mailAt(mailbox.port);
    const admin = await season.person("admin");
    expect(await retryLetter(services, { actor: admin, letterId: dead.id })).toMatchObject({ ok: true });
    expect(await deliverLetters(services)).toMatchObject({ sent: 1 });
    expect((await letterOf(order.orderId)).tries.at(-1)).toMatchObject({ what: "retried" });
  });

  it("F30: bounces a permanently refused email at once and for good", async () => {
    const order = await bought();
    mail = mailAt(hostile.port);
    hostile.behave({ RCPT: "550 no such user" });
    expect(await deliverLetters(services)).toMatchObject({ bounced: 1 });
    await makeDue();
    expect(await deliverLetters(services)).toMatchObject({ bounced: 0, sent: 0 });
    expect(await letterOf(order.orderId)).toMatchObject({
      state: "bounced",
      attempts: 1,
      tries: [{ what: "bounced", minutes: 0 }],
    });
  });

  it("F30: pauses all emails when our password is refused, without using up a try, until the pause is lifted", async () => {
    const orders = [await bought(), await bought(), await bought()];
    mail = mailAt(hostile.port);
    hostile.behave({ MAIL: "535 5.7.8 who are you" });
    const run = await deliverLetters(services);
    expect(run.paused).toBeGreaterThan(0);
    for (const { orderId } of orders)
      expect(await letterOf(orderId)).toMatchObject({ state: "queued", attempts: 0 });
    const told =
      await db`SELECT tries FROM letters WHERE order_id = ANY(${orders.map(({ orderId }) => orderId)}) AND tries <> '[]'`;
    expect(told).toHaveLength(run.paused);
    for (const { tries } of told) expect(tries).toMatchObject([{ what: "paused" }]);
    hostile.behave({});
    expect(await deliverLetters(services)).toMatchObject({ sent: 0, paused: 0 });
    const pauses = await db`SELECT reason FROM mail_pause`;
    expect(pauses).toMatchObject([{ reason: expect.stringContaining("535") }]);
    await services.database.withDuty("deliver", resumeMail);
    expect(await deliverLetters(services)).toMatchObject({ sent: 3 });
  });

  it("F28: one email in a tarpit does not hold up the others", async () => {
    for (let i = 0; i < 3; i++) await bought();
    let calls = 0;
    const [fine, tarpit] = [mailAt(mailbox.port), mailAt(hostile.port)];
    hostile.behave({ EHLO: "dribble" });
    const send: Mail["send"] = (message) => (calls++ === 0 ? tarpit : fine).send(message);
    mail = { send, openConnection: () => ({ send, close: () => {} }) };
    expect(await deliverLetters(services)).toMatchObject({ sent: 2, queued: 1 });
  });
});

describe("a process that is killed", () => {
  const deliverApart = (fault?: string) =>
    new Promise<NodeJS.Signals | null>((resolve) => {
      const settings = JSON.stringify({ urls: own.urls, appSecret, mailPort: mailbox.port });
      const child = spawn(
        process.execPath,
        [join(process.cwd(), "test/support/deliver-process.ts"), settings],
        {
          env: { ...process.env, ...(fault ? { ESTIVAL_FAULT: `${fault}:kill` } : {}) },
          stdio: "ignore",
        },
      );
      child.on("exit", (_code, signal) => resolve(signal));
    });

  /** Is killed at each of these points, one after the other; each time its emails are due again. */
  async function dieAt(...faults: string[]) {
    for (const fault of faults) {
      expect(await deliverApart(fault)).toBe("SIGKILL");
      await makeDue();
    }
  }

  it.each([
    ["letter.claimed", 1],
    ["letter.sent", 2],
    ["letter.marked", 1],
  ])(
    "F8 F9: at %s leaves a letter that arrives, %i times in all, under one Message-ID",
    async (fault, copies) => {
      const order = await bought();
      expect(await deliverApart(fault)).toBe("SIGKILL");
      const stuck = await letterOf(order.orderId);
      expect(stuck.state).toBe(fault === "letter.marked" ? "sent" : "inflight");
      await deliverLetters(services);
      expect((await letterOf(order.orderId)).state).toBe(stuck.state);
      await makeDue();
      await deliverLetters(services);
      const arrived = await lettersTo(order.email);
      expect(arrived).toHaveLength(copies);
      expect(new Set(arrived.map((letter) => letter.messageId)).size).toBe(1);
      expect((await letterOf(order.orderId)).state).toBe("sent");
    },
    90_000,
  );

  it("I20: twice after the mail server took it: two copies, no third, and the email is shown as given up", async () => {
    const order = await bought();
    await dieAt("letter.sent", "letter.sent");
    expect(await deliverLetters(services)).toMatchObject({ dead: 1, sent: 0 });
    expect(await lettersTo(order.email)).toHaveLength(2);
    expect(await letterOf(order.orderId)).toMatchObject({ state: "dead", interruptions: 2 });
  }, 90_000);

  it("I20: three times before the email reached the mail server: it still arrives, once", async () => {
    const order = await bought();
    await dieAt("letter.claimed", "letter.claimed", "letter.claimed");
    expect(await deliverLetters(services)).toMatchObject({ dead: 0, sent: 1 });
    expect(await lettersTo(order.email)).toHaveLength(1);
  }, 90_000);

  it("I20: once after the mail server took it and then before the second try reached it: two copies and no more", async () => {
    const order = await bought();
    await dieAt("letter.sent", "letter.claimed");
    expect(await deliverLetters(services)).toMatchObject({ dead: 0, sent: 1 });
    await makeDue();
    expect(await deliverLetters(services)).toMatchObject({ dead: 0, sent: 0 });
    const arrived = await lettersTo(order.email);
    expect(arrived).toHaveLength(2);
    expect(new Set(arrived.map(({ messageId }) => messageId)).size).toBe(1);
  }, 90_000);

  it.each([
    ["450 later", { state: "queued", attempts: 1 }],
    ["535 who are you", { state: "queued", attempts: 1 }],
  ])(
    "after the mail server answered %s only its first death counts (I20)",
    async (answer, waiting) => {
      const order = await bought();
      await dieAt("letter.claimed");
      mail = mailAt(hostile.port);
      hostile.behave({ MAIL: answer });
      await deliverLetters(services);
      expect(await letterOf(order.orderId)).toMatchObject({ ...waiting, interruptions: 1 });
      await services.database.withDuty("deliver", resumeMail);
      await makeDue();
      await dieAt("letter.claimed");
      mail = mailAt(mailbox.port);
      expect(await deliverLetters(services)).toMatchObject({ dead: 0, sent: 1 });
    },
    90_000,
  );

  it("I20: with a dozen prepared emails both times: gives up at most one email per worker", async () => {
    await queueMany("ahead", 16);
    await dieAt("letter.sent", "letter.sent");
    await deliverLetters(services);
    const rows =
      await db`SELECT state, count(*)::int AS n FROM letters WHERE dedupe_key LIKE 'ahead%' GROUP BY state`;
    const counts: Record<string, number> = Object.fromEntries(rows.map(({ state, n }) => [state, n]));
    expect((counts.sent ?? 0) + (counts.dead ?? 0)).toBe(16);
    expect(counts.dead ?? 0).toBeLessThanOrEqual(4);
    const copies = new Map<string, number>();
    for (const { to } of await mailbox.listLetters()) copies.set(to, (copies.get(to) ?? 0) + 1);
    for (let i = 1; i <= 16; i++) expect(copies.get(`ahead${i}@exemplu.ro`) ?? 0).toBeLessThanOrEqual(2);
  }, 90_000);
});
