import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import PostalMime, { type Email } from "postal-mime";
import { demoAccounts } from "#devkit/season/demo-accounts.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { businessDay } from "#kernel/time.ts";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { inDays } from "#test/support/days.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openTurns } from "#test/support/turns.ts";
import { limits } from "#ticketing/limits.ts";
import { type Attacker, openAttackedSite } from "./attacked-site.ts";

/** The session that is sent; a bearer token where the call takes no cookie. */
export type Caller = "nobody" | "guest" | "customer" | "gate" | "admin" | "bearer";

/** One text that the site stores, by its name in `kept`. */
export type Kept = keyof typeof kept;

/** Where each text is stored: a statement with one row of one column. */
export const kept = {
  "night.name": "SELECT name FROM events WHERE id = :night",
  "night.title": "SELECT title FROM events WHERE id = :night",
  "night.description": "SELECT description FROM events WHERE id = :night",
  "night.location": "SELECT location FROM events WHERE id = :night",
  "message.subject": "SELECT subject FROM night_messages WHERE event_id = :night ORDER BY at DESC LIMIT 1",
  "message.body": "SELECT body FROM night_messages WHERE event_id = :night ORDER BY at DESC LIMIT 1",
  "artist.name": "SELECT name FROM artists WHERE id = :artist",
  "artist.bio": "SELECT bio FROM artists WHERE id = :artist",
  "artist.tagline": "SELECT tagline FROM artists WHERE id = :artist",
  "type.name": "SELECT type FROM tickets WHERE id = :type",
  "type.description": "SELECT description FROM tickets WHERE id = :type",
  "phase.name": "SELECT name FROM price_phases WHERE ticket_type_id = :type AND no = 1",
  "club.short_name": "SELECT content->>'short_name' FROM site_content WHERE key = 'club'",
  "club.full_name": "SELECT content->>'full_name' FROM site_content WHERE key = 'club'",
  "club.trader": "SELECT content->>'trader' FROM site_content WHERE key = 'club'",
  "club.company": "SELECT content->>'company' FROM site_content WHERE key = 'club'",
  "club.register_no": "SELECT content->>'register_no' FROM site_content WHERE key = 'club'",
  "club.seat": "SELECT content->>'seat' FROM site_content WHERE key = 'club'",
  "hero.title": "SELECT content->>'title' FROM site_content WHERE key = 'hero'",
  "hero.subtitle": "SELECT content->>'subtitle' FROM site_content WHERE key = 'hero'",
  "hero.cta_text": "SELECT content->>'cta_text' FROM site_content WHERE key = 'hero'",
  "about.title": "SELECT content->>'title' FROM site_content WHERE key = 'about'",
  "about.content": "SELECT content->>'content' FROM site_content WHERE key = 'about'",
  "footer.description": "SELECT content->>'description' FROM site_content WHERE key = 'footer'",
  "footer.address": "SELECT content->>'address' FROM site_content WHERE key = 'footer'",
  "footer.copyright": "SELECT content->>'copyright' FROM site_content WHERE key = 'footer'",
  "legal.title": "SELECT content->>'title' FROM site_content WHERE key = 'terms'",
  "legal.intro": "SELECT content->>'intro' FROM site_content WHERE key = 'terms'",
  "legal.notice": "SELECT content->>'notice' FROM site_content WHERE key = 'terms'",
  "legal.body": "SELECT content->'sections'->0->'paragraphs'->>0 FROM site_content WHERE key = 'terms'",
  "customer.note":
    "SELECT note FROM person_notes WHERE person_id = :customer ORDER BY at DESC, id DESC LIMIT 1",
  "customer.name": "SELECT full_name FROM profiles WHERE id = :customer",
  "bearer.name": "SELECT full_name FROM profiles WHERE email = :bearer",
  "holder.name": "SELECT holder_name FROM ticket_purchases WHERE id = :purchase",
  "transfer.name": "SELECT name FROM transfers WHERE order_id = :order AND state = 'waiting'",
  "transfer.guest_name": "SELECT name FROM transfers WHERE order_id = :guest_order AND state = 'waiting'",
  "factor.name":
    "SELECT friendly_name FROM identity.factor WHERE user_id = (SELECT id FROM profiles WHERE email = :bearer) ORDER BY created_at DESC LIMIT 1",
  "picture.words":
    "SELECT alt_text FROM pictures WHERE url = (SELECT image_url FROM events WHERE id = :night)",
  "template.subject": "SELECT subject FROM email_templates WHERE id = :template",
  "template.html": "SELECT html_content FROM email_templates WHERE id = :template",
  "template.text": "SELECT text_content FROM email_templates WHERE id = :template",
  "stop.reason": "SELECT reason FROM stops WHERE lifted_at IS NULL AND event_id = :night",
} as const;

type Ids = Readonly<
  Record<
    | ("night" | "artist" | "type" | "customer" | "purchase" | "order" | "move" | "template" | "voucher")
    | ("guest_order" | "guest_purchase"),
    Uuid
  >
>;

export type HostileSite = Awaited<ReturnType<typeof openHostileSite>>;

/** The attacked site with one night, artist, ticket type, template and customer of its own, for the texts. */
export async function openHostileSite() {
  const target = await openAttackedSite();
  const { owner, season, attack, site } = target;
  const guestId = newId();
  await owner.query(
    "INSERT INTO profiles (id, is_guest, contact_email, full_name) VALUES ($1, true, 'oaspete@exemplu.example', 'Oaspete')",
    [guestId],
  );
  const people: Record<Exclude<Caller, "nobody" | "guest" | "bearer">, Attacker> = {
    customer: await season.person(),
    gate: await season.person("gate"),
    admin: await season.person("admin"),
  };
  // late, so that a ticket can be sent until then; the gate lists tomorrow's nights, and its day ends at six
  const isDayOfGate = businessDay(new Date()).day === inDays(0);
  const night = await season.night({ inDays: isDayOfGate ? 1 : 0, title: "Noapte", time: "21:00" });
  const type = await season.ticketType({
    events: [night],
    title: "Acces de probă",
    priceId: "price_hostile",
  });
  const artist = newId();
  await owner.query("INSERT INTO artists (id, name, bio, tagline) VALUES ($1, 'Pelin', 'Afro.', 'Jos')", [
    artist,
  ]);
  await owner.query("INSERT INTO event_artists (event_id, artist_id) VALUES ($1, $2)", [night, artist]);
  await owner.query(
    "UPDATE events SET image_url = (SELECT url FROM pictures ORDER BY url LIMIT 1) WHERE id = $1",
    [night],
  );
  const template = newId();
  await owner.query(
    `INSERT INTO email_templates (id, name, subject, html_content, text_content, version)
     VALUES ($1, 'proba', 'Bilet', '<p>Bilet</p>', 'Bilet', 1)`,
    [template],
  );
  const voucher = await season.voucher({ code: "PROBA10" });
  // the owner has one connection, and an order is a transaction of it
  const turn = openTurns(1);
  const order = (title = "Acces de probă", userId = people.customer.userId as Uuid) => {
    const sold = { userId, ticketTypeId: type, events: [night], title };
    return turn(() => paidOrder(owner, sold));
  };
  const { orderId, purchaseIds } = await order();
  const ofGuest = await order("Acces de probă", guestId);
  const { rows: moves } = await owner.query<{ id: Uuid }>(
    `WITH move AS (INSERT INTO moves (id, event_id, from_date, from_location, to_date, to_location, reason, actor_id, at)
       SELECT gen_random_uuid(), id, date - 1, location, date, location, 'de probă', $3, now() - interval '2 hours' FROM events WHERE id = $1 RETURNING id)
     INSERT INTO moved_orders (move_id, order_id, choice_until) SELECT id, $2, now() + interval '1 day' FROM move RETURNING move_id AS id`,
    [night, orderId, people.admin.userId],
  );
  const ids: Ids = {
    night,
    artist,
    type,
    template,
    voucher,
    order: orderId,
    customer: people.customer.userId as Uuid,
    purchase: purchaseIds[0] as Uuid,
    move: moves[0]?.id as Uuid,
    guest_order: ofGuest.orderId,
    guest_purchase: ofGuest.purchaseIds[0] as Uuid,
  };
  const bearer = demoAccounts.find(({ key }) => key === "customer");
  if (!bearer) throw new Error("the demo has no customer");
  const login = { email: bearer.email, password: bearer.password };

  /** A busy site says 429 or 503 to a sign-in: it is asked again, as a person does. */
  async function signedIn(tries = 60): Promise<{ readonly access_token?: string }> {
    const { status, text } = await attack("/auth/v1/token?grant_type=password", { json: login });
    if ((status !== 429 && status !== 503) || tries === 0) return JSON.parse(text);
    await pause(500);
    return signedIn(tries - 1);
  }

  async function newHeaders(caller: Exclude<Caller, "nobody">): Promise<Record<string, string>> {
    if (caller === "bearer") {
      const answer = await signedIn();
      if (answer.access_token === undefined) throw new Error(`no token: ${JSON.stringify(answer)}`);
      return { authorization: `Bearer ${answer.access_token}` };
    }
    const token = randomBytes(32).toString("base64url");
    await turn(() =>
      caller === "guest"
        ? owner.query(
            `INSERT INTO guest_sessions (id, user_id, token, expires_at)
             VALUES (gen_random_uuid(), $1, $2, now() + interval '7 days')`,
            [guestId, hashOfToken(token)],
          )
        : owner.query(
            `INSERT INTO identity.session (id, user_id, token, expires_at, confirmed_at)
             VALUES (gen_random_uuid(), $1, $2, now() + interval '7 days', now())`,
            [people[caller].userId, hashOfToken(token)],
          ),
    );
    return { cookie: `session=${token}` };
  }
  const sessions = new Map<Caller, { used: number; readonly headers: Promise<Record<string, string>> }>();

  const quoted = (name: string) => (name === "bearer" ? bearer.email : ids[name as keyof Ids]);
  const withIds = (text: string, quote = (value: string) => value) =>
    text.replace(
      /:(night|artist|type|customer|purchase|order|move|template|voucher|bearer|guest_order|guest_purchase)\b/g,
      (_, name: string) => quote(quoted(name)),
    );
  const mailbox = join(site.dataDir, "mailbox");
  const letters = new Map<string, { raw: string; mail: Email }>();
  const everyKept = Object.values(kept).map(
    (statement) => `(${withIds(statement, (value) => `'${value}'`)})`,
  );

  return {
    ...target,
    ids,
    order,
    withIds,
    /** Updates the planner's statistics at once, as PostgreSQL does by itself some minutes later. */
    analyze: () => turn(() => owner.query("ANALYZE")),
    /** Runs a statement as the owner of the database. */
    query: (text: string, values: readonly unknown[] = []) => turn(() => owner.query(text, [...values])),
    /** The site makes two exports for administrators at once, and refuses more. */
    exportTurn: openTurns(1),
    /** The headers of a request of this person: with a new session before a session's limit is reached. */
    headersOf(caller: Caller): Promise<Record<string, string>> {
      if (caller === "nobody") return Promise.resolve({});
      let session = sessions.get(caller);
      if (!session || session.used >= limits.hashesPerSessionAndMinute) {
        session = { used: 0, headers: newHeaders(caller) };
        sessions.set(caller, session);
      }
      session.used += 1;
      return session.headers;
    },
    /** The result of this statement; undefined where it has no row, or an empty one. */
    async ask(statement: string): Promise<string | undefined> {
      const text = withIds(statement, (value) => `'${value}'`);
      const { rows } = await turn(() => owner.query({ text, rowMode: "array" }));
      return (rows as unknown as (string | null)[][])[0]?.[0] ?? undefined;
    },
    /** All texts that are stored now, where not empty. */
    async askAll(): Promise<Partial<Record<Kept, string>>> {
      const text = `SELECT ${everyKept.join(", ")}`;
      const { rows } = await turn(() => owner.query({ text, rowMode: "array" }));
      const [texts = []] = rows as unknown as (string | null)[][];
      const named = Object.keys(kept).map((name, at) => [name, texts[at]] as const);
      return Object.fromEntries(named.filter(([, text]) => text !== null && text !== ""));
    },
    /** The session of the administrator has just given its password. */
    async confirm(): Promise<void> {
      await turn(() =>
        owner.query("UPDATE identity.session SET confirmed_at = now() WHERE user_id = ANY($1::uuid[])", [
          [people.admin.userId, people.customer.userId],
        ]),
      );
    },
    /**
     * The next email whose bytes pass, as another program reads it. One whose print took too long on a busy machine is tried
     * again at once, not in minutes.
     */
    async letter(test: (letter: Email) => boolean): Promise<{ raw: string; mail: Email }> {
      for (;;) {
        for (const name of readdirSync(mailbox)) {
          if (letters.has(name) || !name.endsWith(".eml")) continue;
          const bytes = readFileSync(join(mailbox, name));
          const mail = await PostalMime.parse(bytes, { attachmentEncoding: "arraybuffer" });
          letters.set(name, { raw: bytes.toString("latin1"), mail });
        }
        const found = [...letters.values()].find(({ mail }) => test(mail));
        if (found) return found;
        await turn(() =>
          owner.query("UPDATE letters SET next_at = now(), attempts = 0 WHERE state = 'queued'"),
        );
        await pause(500);
      }
    },
  };
}
