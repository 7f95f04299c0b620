import { describe, expect, it, vi } from "vitest";
import { newId } from "#kernel/id.ts";
import { findSession } from "#platform/identity/sessions/sessions.server.ts";
import { hashOfToken, newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { openStage } from "#test/support/stage.ts";
import { limits } from "#ticketing/limits.ts";
import { findOrder } from "#ticketing/orders/order-queries.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { sweepGuests } from "#ticketing/people/sweep-guests.server.ts";
import { welcomeGuest } from "#ticketing/people/welcome-guest.server.ts";
import { countMembers } from "#ticketing/reports/count-members.server.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { openGuestSession } from "./open-guest-session.server.ts";

const { season, client: owner, db, site } = await openStage();
const lookup = { database: site.database };

const allow = (guests: boolean) =>
  db`INSERT INTO site_content (id, key, content) VALUES (${newId()}, 'club', jsonb_build_object('guests', ${guests}::boolean))
     ON CONFLICT (key) DO UPDATE SET content = excluded.content`;

const maria = { email: "maria@exemplu.ro", fullName: "Maria Fără Cont", phone: null };
const opened = async () => {
  const answer = succeeded(await openGuestSession(site, { guest: maria, captchaToken: undefined }));
  const { token, userId } = answer;
  return { userId, token, sessionHash: hashOfToken(token) };
};

const wish = { eventId: null, priceId: null, total: null, origin: "event", requestKey: null } as const;
const buys = async (guest: { sessionHash: string }, ticketTypeId: string, quantity = 1) => {
  const { sessionHash } = guest;
  return openCheckout(site, { ...wish, sessionHash, lines: [{ ticketTypeId, quantity }] });
};
const count = async (sql: string, values: unknown[] = []) =>
  Number((await owner.query<{ n: string }>(sql, values)).rows[0]?.n);

describe("a guest's session", () => {
  it("is refused until an administrator lets guests buy, and one that is open holds nothing once they may not", async () => {
    expect(await openGuestSession(site, { guest: maria, captchaToken: undefined })).toEqual({
      ok: false,
      refusal: { reason: "guests_off" },
    });
    await allow(true);
    const guest = await opened();
    await allow(false);
    const type = await season.ticketType({ events: [await season.night()] });
    expect(await buys(guest, type)).toEqual({ ok: false, refusal: { reason: "not_signed_in" } });
    await allow(true);
    expect((await buys(guest, type)).ok).toBe(true);
  });

  it("is a customer's for thirty days, is never renewed, and names the address that was given", async () => {
    const { sessionHash, userId } = await opened();
    const session = await findSession(lookup, sessionHash);
    expect(session).toMatchObject({
      userId,
      role: "user",
      isGuest: true,
      email: maria.email,
      fullName: maria.fullName,
    });
    const days = ((session?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    await db`UPDATE guest_sessions SET expires_at = now() - interval '1 second' WHERE token = ${sessionHash}`;
    expect(await findSession(lookup, sessionHash)).toBeUndefined();
    const type = await season.ticketType({ events: [await season.night()] });
    expect(await buys({ sessionHash }, type)).toEqual({ ok: false, refusal: { reason: "not_signed_in" } });
  });

  it("is one for a form that is sent twice; with another name or address it is another guest's", async () => {
    const formToken = newSecretToken();
    const send = async (guest: typeof maria, token = formToken) => {
      return succeeded(await openGuestSession(site, { guest, captchaToken: undefined, formToken: token }));
    };
    const first = await send(maria);
    expect(await send(maria)).toEqual(first);
    expect(first.token).toBe(formToken);
    for (const other of [
      { ...maria, email: "alta@exemplu.ro" },
      { ...maria, fullName: "Marina Fără Cont" },
    ]) {
      const { userId, token } = await send(other);
      expect(userId).not.toBe(first.userId);
      expect(token).not.toBe(formToken);
      expect(await findSession(lookup, hashOfToken(token))).toMatchObject({ userId, email: other.email });
    }
    expect((await findSession(lookup, hashOfToken(formToken)))?.userId).toBe(first.userId);
    // one that is over opens nothing
    const over = await send(maria, newSecretToken());
    await db`UPDATE guest_sessions SET expires_at = now() WHERE user_id = ${over.userId}`;
    expect((await send(maria, over.token)).userId).not.toBe(over.userId);
  });

  it("is one for a form that is sent twice at once", async () => {
    const formToken = newSecretToken();
    const { userId } = await opened();
    await db`BEGIN`;
    await db`UPDATE guest_sessions SET token = ${hashOfToken(formToken)} WHERE user_id = ${userId}`;
    const second = openGuestSession(site, { guest: maria, captchaToken: undefined, formToken });
    await vi.waitFor(async () => {
      const rows = await db`SELECT 1 FROM pg_locks WHERE NOT granted`;
      expect(rows.length).toBeGreaterThan(0);
    });
    await db`COMMIT`;
    expect(await second).toMatchObject({ ok: true, value: { userId, token: formToken } });
  });

  it("opens its own orders alone, also for another guest of the same address and for the address's account", async () => {
    const [one, other, account] = [await opened(), await opened(), await season.person()];
    await db`UPDATE profiles SET email = ${maria.email} WHERE id = ${account.userId}`;
    const type = await season.ticketType({ events: [await season.night()] });
    const bought = succeeded(await buys(one, type));
    const seenBy = (userId: string) =>
      site.database.readAs({ userId, role: "user" }, (sql) => findOrder(sql, bought.orderId));
    expect(await seenBy(one.userId)).toMatchObject({ id: bought.orderId });
    expect(await seenBy(other.userId)).toBeUndefined();
    expect(await seenBy(account.userId)).toBeUndefined();
    expect((await findSession(lookup, one.sessionHash))?.hasOpenOrder).toBe(true);
  });

  it("counts for no network: guests who hold nothing shut nobody of theirs out", async () => {
    const type = await season.ticketType({ events: [await season.night()] });
    await db`DELETE FROM guest_tries`;
    const guests = await Promise.all(Array.from({ length: limits.guestPlacesPerAddress + 1 }, opened));
    expect(await count("SELECT count(*) AS n FROM guest_tries")).toBe(0);
    const last = guests.at(-1);
    if (!last) throw new Error("nobody");
    expect((await buys(last, type)).ok).toBe(true);
    expect(await count("SELECT count(*) AS n FROM guest_tries")).toBe(1);
    await db`UPDATE guest_tries SET at = at - interval '1 hour'`;
    await sweepGuests(site);
    expect(await count("SELECT count(*) AS n FROM guest_tries")).toBe(0);
  });

  it("asks for a person where a captcha is on", async () => {
    const captcha = (verdict: "passed" | "failed" | "away") => ({
      ...site,
      captcha: { widget: {} as never, origins: [], verify: async () => verdict },
    });
    const open = (verdict: "passed" | "failed" | "away") =>
      welcomeGuest(captcha(verdict), { guest: maria, captchaToken: "x" });
    expect((await open("passed")).ok).toBe(true);
    for (const why of ["failed", "away"] as const)
      expect(await open(why)).toEqual({ ok: false, refusal: { reason: "captcha_needed", why } });
  });
});

describe("guests", () => {
  it("are no members: neither counted nor found by their address as an account is", async () => {
    const before = await count("SELECT count(*) AS n FROM profiles WHERE is_guest");
    await makeGuest(site, maria);
    expect(await count("SELECT count(*) AS n FROM profiles WHERE is_guest")).toBe(before + 1);
    await db`UPDATE profiles SET created_at = created_at - interval '3 days'`;
    await countMembers(site);
    expect(await count("SELECT sum(members) AS n FROM member_days")).toBe(
      await count("SELECT count(*) AS n FROM profiles WHERE NOT is_guest"),
    );
    expect(await count("SELECT count(*) AS n FROM profiles WHERE email = $1", [maria.email])).toBe(1);
  });

  it("go after seven days without an order, with their sessions; who ordered, or holds a ticket, stays", async () => {
    const [idle, young, buyer, holder] = [await opened(), await opened(), await opened(), await opened()];
    // has received a ticket, and sent it on
    const passer = await opened();
    const night = await season.night();
    const ticketTypeId = await season.ticketType({ events: [night] });
    await buys(buyer, ticketTypeId);
    const { userId } = await season.person();
    const { purchaseIds } = await paidLines(owner, {
      userId,
      events: [night],
      lines: [{ ticketTypeId, quantity: 1 }],
    });
    await db`UPDATE ticket_purchases SET user_id = ${holder.userId} WHERE id = ${purchaseIds[0]}`;
    await db`INSERT INTO transfers (id, order_id, line_no, seat_no, from_id, to_id, secret_hash, by, state, ended_at) SELECT gen_random_uuid(), order_id, 1, 1, ${userId}, ${passer.userId}, ${"1".repeat(64)}, 'link', 'accepted', now() FROM ticket_purchases WHERE id = ${purchaseIds[0]}`;
    const old = [idle, buyer, holder, passer].map((guest) => guest.userId);
    await db`UPDATE profiles SET created_at = now() - interval '8 days' WHERE id = ANY(${old})`;
    await db`UPDATE guest_sessions SET expires_at = now() - interval '1 second' WHERE user_id = ${buyer.userId}`;
    expect(await sweepGuests(site)).toBeGreaterThanOrEqual(1);
    expect(await count("SELECT count(*) AS n FROM guest_sessions WHERE user_id = $1", [buyer.userId])).toBe(
      0,
    );
    const rows = await db`SELECT id FROM profiles WHERE id = ANY(${[...old, young.userId]})`;
    expect(rows.map(({ id }) => id).sort()).toEqual(
      [young, buyer, holder, passer].map((guest) => guest.userId).sort(),
    );
    expect(await findSession(lookup, idle.sessionHash)).toBeUndefined();
    expect(await findSession(lookup, young.sessionHash)).toBeDefined();
  });

  it("one sweep deletes them all, also more than one statement takes (one kind: rows that strangers make faster than they are swept)", async () => {
    await db`INSERT INTO profiles (id, is_guest, contact_email, created_at) SELECT gen_random_uuid(), true, 'multi-' || n || '@exemplu.ro', now() - interval '8 days' FROM generate_series(1, 1203) n`;
    expect(await sweepGuests(site)).toBeGreaterThanOrEqual(1203);
    expect(await db`SELECT FROM profiles WHERE contact_email LIKE 'multi-%'`).toHaveLength(0);
  });
});
