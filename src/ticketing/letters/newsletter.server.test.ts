import { beforeEach, describe, expect, it } from "vitest";
import { openMailStage } from "#test/support/mail-services.ts";
import { limits } from "#ticketing/limits.ts";
import { confirmNewsletter } from "./confirm-newsletter.server.ts";
import { forgetLetters } from "./forget-letters.server.ts";
import { readNewsletterForm } from "./newsletter-form.ts";
import { subscribeToNewsletter } from "./subscribe-to-newsletter.server.ts";
import { unsubscribeFromNewsletter } from "./unsubscribe-from-newsletter.server.ts";

const { client, db, services } = await openMailStage();
await db`INSERT INTO email_settings (id, smtp_host, username, password, from_email, from_name, enabled)
  VALUES (gen_random_uuid(), 'smtp.exemplu.ro', 'club', 'v1.x', 'club@exemplu.ro', 'Club', true)`;
beforeEach(() => client.query("DELETE FROM newsletter_subscriptions; DELETE FROM letters"));

const email = "ana@exemplu.ro";
const letters = async () => await db`SELECT kind, recipient, variables FROM letters ORDER BY id`;
const tokenOf = (letter: { variables: { action_url: string } } | undefined) =>
  new URL(letter?.variables.action_url ?? "").searchParams.get("token") ?? "";
const status = async () => (await db`SELECT status FROM newsletter_subscriptions`).map((row) => row.status);
const minuteLater = () =>
  client.query("UPDATE newsletter_subscriptions SET asked_at = asked_at - interval '1 minute'");

let networks = 0;
const freshNetwork = () => `10.7.0.${++networks}`;
const subscribe = (of: string, address = freshNetwork()) =>
  subscribeToNewsletter(services, { email: of, address });

describe("the newsletter", () => {
  it("goes to a few addresses that one network names within an hour, and then says so; other networks go on", async () => {
    const most = limits.newsletterLetters.perNetworkAndHour;
    const here = "10.8.0.1";
    for (let n = 0; n < most; n++) expect((await subscribe(`vizitator-${n}@exemplu.ro`, here)).ok).toBe(true);
    expect(await letters()).toHaveLength(most);
    const refusal = { ok: false, refusal: { reason: "too_many" } };
    expect(await subscribe("inca-unul@exemplu.ro", here)).toEqual(refusal);
    expect(await subscribe("vizitator-0@exemplu.ro", here)).toEqual(refusal);
    expect(await letters()).toHaveLength(most);
    expect((await subscribe("altcineva@exemplu.ro")).ok).toBe(true);
    expect(await letters()).toHaveLength(most + 1);
  });

  it("forgets an address a week after somebody typed it, unless its owner ever confirmed (one kind: addresses that strangers typed and nothing deletes)", async () => {
    for (const [address, state, confirmed, days] of [
      ["veche@exemplu.ro", "pending", null, 8],
      ["noua@exemplu.ro", "pending", null, 6],
      ["confirmata@exemplu.ro", "confirmed", new Date(), 8],
      ["iesita@exemplu.ro", "unsubscribed", new Date(), 8],
      ["din-nou@exemplu.ro", "pending", new Date(), 8],
    ])
      await db`INSERT INTO newsletter_subscriptions (id, email, status, token_hash, confirmed_at, asked_at) VALUES (gen_random_uuid(), ${address}, ${state}, encode(sha256(${address}::text::bytea), 'hex'), ${confirmed}::timestamptz, now() - make_interval(days => ${days}))`;
    await forgetLetters(services);
    const rows = await db`SELECT email FROM newsletter_subscriptions ORDER BY email`;
    const left = ["confirmata@exemplu.ro", "din-nou@exemplu.ro", "iesita@exemplu.ro", "noua@exemplu.ro"];
    expect(rows.map((row) => row.email)).toEqual(left);
  });

  it("is pending until the link of the email is used, then confirmed, then ended with the same token (A2-21)", async () => {
    await subscribe(email);
    expect(await status()).toEqual(["pending"]);
    const [asked] = await letters();
    expect(asked).toMatchObject({ kind: "newsletter_confirm", recipient: email });
    const token = tokenOf(asked);
    expect(await confirmNewsletter(services, { token })).toMatchObject({ ok: true });
    expect(await confirmNewsletter(services, { token })).toMatchObject({ ok: true });
    expect(await status()).toEqual(["confirmed"]);
    const [, welcome, ...more] = await letters();
    expect(more).toEqual([]);
    expect(welcome?.kind).toBe("newsletter_welcome");
    expect(new URL(welcome?.variables.action_url).pathname).toBe("/newsletter/unsubscribe");
    expect(tokenOf(welcome)).toBe(token);
    for (let click = 0; click < 2; click++)
      expect(await unsubscribeFromNewsletter(services, { token })).toMatchObject({ ok: true });
    expect(await status()).toEqual(["unsubscribed"]);
    // An old email does not subscribe an address that has left.
    expect(await confirmNewsletter(services, { token })).toMatchObject({ ok: false });
    await minuteLater();
    await subscribe(email);
    expect(await status()).toEqual(["pending"]);
  });

  it("stores only the hash of the token, and accepts no other (I27)", async () => {
    await subscribe(email);
    const token = tokenOf((await letters())[0]);
    const rows = await db`SELECT * FROM newsletter_subscriptions`;
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const wrong of ["", "x", "a".repeat(43), `${token}a`, "' OR 1=1 --"]) {
      expect(await confirmNewsletter(services, { token: wrong })).toMatchObject({ ok: false });
      expect(await unsubscribeFromNewsletter(services, { token: wrong })).toMatchObject({ ok: false });
    }
    expect(await status()).toEqual(["pending"]);
  });

  it("sends to an address once a minute and three times an hour, and never to a subscribed one (105)", async () => {
    const ask = () => subscribe(email);
    await Promise.all([ask(), ask(), ask()]);
    expect(await letters()).toHaveLength(1);
    for (let again = 0; again < 4; again++) {
      await minuteLater();
      await ask();
    }
    expect(await letters()).toHaveLength(3);
    await db`UPDATE newsletter_subscriptions SET asked_since = now() - interval '61 minutes'`;
    await minuteLater();
    await ask();
    expect(await letters()).toHaveLength(4);
    await confirmNewsletter(services, { token: tokenOf((await letters()).at(-1)) });
    await minuteLater();
    await ask();
    expect((await letters()).map((letter) => letter.kind).at(-1)).toBe("newsletter_welcome");
  });

  it("takes one plain address, in normalised spelling (A2-22)", () => {
    expect(readNewsletterForm({ email: " Ana@Exemplu.RO " })).toEqual({ email, returnTo: "/" });
    for (const wrong of ["", "ana", "ana@", "a@b.ro, c@d.ro", "a@b.ro\r\nBcc: x@y.ro", "ａ@b.ro"])
      expect(readNewsletterForm({ email: wrong })).toBeUndefined();
    expect(readNewsletterForm({ email, status: "confirmed" })).toBeUndefined();
  });
});
