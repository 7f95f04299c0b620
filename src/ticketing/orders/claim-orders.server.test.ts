import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { guestLimits, loginLimits } from "#platform/identity/limits/login-limits.ts";
import { openBarrier } from "#test/support/barrier.ts";
import { changedServices } from "#test/support/changed-statements.ts";
import { openGuestClaims } from "#test/support/guest-claims.ts";
import { meetingOf } from "#test/support/meeting.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { queriesOf } from "#test/support/queries.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { proveGuest } from "#ticketing/people/prove-guest.server.ts";
import { claimOrders } from "./claim-orders.server.ts";

const {
  owner,
  identity,
  letters,
  database,
  event,
  type,
  freshEmail,
  network,
  buyer,
  account,
  codeTo,
  sentCode,
  askCode,
  claim,
  later,
  ownerOf,
  wrong,
} = await openGuestClaims();
const db = queriesOf(owner);

describe("a guest's orders join an account", () => {
  it("by the code that was sent to the address, with their tickets and letters, and each once", async () => {
    const email = freshEmail();
    const [{ guestId, orderId }, accountId] = [await buyer(email), await account(email)];
    // both browsers sent the same key with their press
    const own = { userId: accountId, ticketTypeId: type, events: [event], quantity: 1 };
    const { orderId: before } = await paidOrder(owner, own);
    await db`UPDATE orders SET request_key = 'o-apasare' WHERE id = ANY(${[orderId, before]})`;
    expect(await askCode({ guestId })).toEqual(done({ email }));
    const code = await codeTo(email);
    expect(code).toMatch(/^\d{6}$/);
    expect(await claim(guestId, ` ${code} `)).toEqual(done({ orders: 1, received: 0 }));
    expect(await ownerOf(orderId)).toEqual({ order: accountId, ticket: accountId, letter: accountId });
    expect(await claim(guestId, code)).toEqual(refused("code_wrong"));
  });

  it("but an email that went to an address before its correction becomes nobody's", async () => {
    const email = freshEmail();
    const [{ guestId, orderId }] = [await buyer(email), await account(email)];
    await db`UPDATE letters SET recipient = 'straina@victima.example' WHERE order_id = ${orderId}`;
    await claim(guestId, await sentCode(guestId, email));
    expect(await ownerOf(orderId)).toMatchObject({ letter: null });
  });

  it("not when the address is corrected while the code for it is used (race)", async () => {
    const [email, right] = [freshEmail(), freshEmail()];
    const [{ guestId, orderId }] = [await buyer(email), await account(email)];
    const code = await sentCode(guestId, email);
    const barrier = openBarrier();
    const held = changedServices(identity, async (statement, ask) => {
      if (statement.name === "account-of-address") await barrier.hold();
      return ask(statement);
    });
    const claiming = claimOrders(held, { guestId, code, address: network() });
    await barrier.reached;
    await db`UPDATE profiles SET contact_email = ${right} WHERE id = ${guestId}`;
    barrier.letGo();
    expect(await claiming).toEqual(refused("code_wrong"));
    expect(await ownerOf(orderId)).toMatchObject({ order: guestId, ticket: guestId });
    const [guest] = await db`SELECT contact_proven_at AS "provenAt" FROM profiles WHERE id = ${guestId}`;
    expect(guest?.provenAt).toBeNull();
  });

  it("not when the account moves to another address while the code is used (race)", async () => {
    const email = freshEmail();
    const [{ guestId, orderId }, accountId] = [await buyer(email), await account(email)];
    const code = await sentCode(guestId, email);
    const barrier = openBarrier();
    const held = changedServices(identity, async (statement, ask) => {
      if (statement.name === "lock-holder") await barrier.hold();
      return ask(statement);
    });
    const claiming = claimOrders(held, { guestId, code, address: network() });
    await barrier.reached;
    await db`UPDATE profiles SET email = ${freshEmail()} WHERE id = ${accountId}`;
    barrier.letGo();
    expect(await claiming).toEqual(refused("code_wrong"));
    expect(await ownerOf(orderId)).toMatchObject({ order: guestId, ticket: guestId });
  });

  it("not to an account that has not proven the address, which anybody could have made", async () => {
    const email = freshEmail();
    const [{ guestId, orderId }, unproven] = [await buyer(email), await account(email)];
    await db`UPDATE identity."user" SET email_verified = false WHERE id = ${unproven}`;
    expect(await claim(guestId, await sentCode(guestId, email))).toEqual(refused("no_account"));
    expect(await ownerOf(orderId)).toMatchObject({ order: guestId, ticket: guestId });
  });

  it("not by equal addresses, not by another guest's code, and not without an account", async () => {
    const email = freshEmail();
    const [{ guestId, orderId }, stranger] = [await buyer(email), await buyer(email)];
    const before = await ownerOf(orderId);
    await account(freshEmail());
    const code = await sentCode(guestId, email);
    expect(await claim(stranger.guestId, code)).toMatchObject({
      refusal: "code_wrong",
    });
    expect(await claim(guestId, code)).toEqual(refused("no_account"));
    expect(await ownerOf(orderId)).toEqual(before);
  });

  it("only paid ones, and those of an account never move again", async () => {
    const email = freshEmail();
    const [{ guestId, orderId }, accountId] = [await buyer(email), await account(email)];
    const { userId: idle } = await makeGuest({ database }, { email, fullName: "Fără Comandă", phone: null });
    expect(await claim(idle, await sentCode(idle, email))).toEqual(refused("nothing_paid"));
    const move = (to: Uuid) => owner.query("UPDATE orders SET user_id = $2 WHERE id = $1", [orderId, to]);
    await expect(move(idle)).rejects.toThrow(/an order moves once/);
    await move(accountId);
    for (const to of [guestId, await account(freshEmail())])
      await expect(move(to)).rejects.toThrow(/an order moves once/);
  });

  it("an order that waits for its payment stays the guest's, with what was written about it", async () => {
    const email = freshEmail();
    const [{ guestId, orderId }, accountId] = [await buyer(email), await account(email)];
    const open = newId();
    await db`INSERT INTO orders (id, user_id, scope_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, state, stake, origin, hold_expires_at, take_ids, take_ns)
       SELECT ${open}, user_id, ticket_type_id, ticket_type_id, event_ids, quantity, entries, unit_price, total, family, title, 'held', 'held', origin, now() + interval '1 hour', take_ids, take_ns FROM orders WHERE id = ${orderId}`;
    await db`INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, user_id, order_id)
       VALUES (${newId()}, 'payment_returned', ${open}, ${email}, ${open}, ${guestId}, ${open})`;
    expect(await claim(guestId, await sentCode(guestId, email))).toEqual(done({ orders: 1, received: 0 }));
    expect(await ownerOf(orderId)).toMatchObject({ order: accountId, ticket: accountId });
    const kept =
      await db`SELECT o.user_id AS order, l.user_id AS letter FROM orders o JOIN letters l ON l.order_id = o.id WHERE o.id = ${open}`;
    expect(kept).toEqual([{ order: guestId, letter: guestId }]);
    await expect(db`UPDATE orders SET user_id = ${accountId} WHERE id = ${open}`).rejects.toThrow(
      /an order moves once, paid/,
    );
  });

  it("nobody else's order is waited for", async () => {
    const email = freshEmail();
    const [{ guestId }, stranger] = [await buyer(email), await buyer(freshEmail()), await account(email)];
    const code = await sentCode(guestId, email);
    await db`BEGIN`;
    await db`SELECT FROM orders WHERE id = ${stranger.orderId} FOR UPDATE`;
    const claiming = claim(guestId, code);
    const late = new Promise((resolve) => setTimeout(resolve, 10_000, "it waits"));
    const first = await Promise.race([claiming, late]);
    await db`COMMIT`;
    await claiming;
    expect(first).toEqual(done({ orders: 1, received: 0 }));
  });

  it("a code is good for fifteen minutes and five tries, however many come at once", async () => {
    const email = freshEmail();
    const [{ guestId }] = [await buyer(email), await account(email)];
    const from = network();
    const tryCode = (code: string) => claimOrders(identity, { guestId, code, address: from });
    const code = await sentCode(guestId, email);
    const guesses = Array.from({ length: 24 }, (_, n) => String(n).padStart(6, "0")).filter(
      (one) => one !== code,
    );
    await Promise.all(guesses.map(tryCode));
    await db`UPDATE identity.throttle SET blocked_until = now()`;
    expect(await tryCode(code)).toEqual(refused("code_wrong"));
    await later();
    await db`UPDATE identity.throttle SET blocked_until = now() - interval '1 hour'`;
    const next = await sentCode(guestId, email);
    for (let n = 1; n < loginLimits.wrongInARow; n += 1)
      expect(await tryCode(wrong(next))).toEqual(refused("code_wrong"));
    // three minutes are left: a machine that stands still for one is not what is tested
    await db`UPDATE identity.verification SET expires_at = expires_at - interval '12 minutes'`;
    expect((await tryCode(next)).ok).toBe(true);

    const waited = await buyer(email);
    await later();
    const right = await sentCode(waited.guestId, email);
    const tryAgain = (one: string) => claim(waited.guestId, one);
    for (let n = 0; n < loginLimits.wrongInARow; n += 1) await tryAgain(wrong(right));
    // however long one waits after the fifth
    await db`UPDATE identity.throttle SET blocked_until = now() - interval '1 hour'`;
    expect(await tryAgain(right)).toEqual(refused("code_wrong"));

    const late = await buyer(email);
    await later();
    await askCode(late);
    await db`UPDATE identity.verification SET expires_at = expires_at - interval '15 minutes'`;
    expect(await claim(late.guestId, await codeTo(email))).toMatchObject({
      refusal: "code_wrong",
    });
  });

  it("a stranger who asks for codes to an address keeps a guest's own code from nobody, each hour of a day", async () => {
    const email = freshEmail();
    const [owner, stranger] = [await buyer(email), await buyer(email)];
    const minuteLater = () =>
      db`UPDATE identity.throttle SET last_at = last_at - interval '1 minute', since = since - interval '1 minute'`;
    for (let hour = 0; hour < guestLimits.reservedLettersPerDay; hour += 1) {
      // all that the mailbox gets in an hour, and the stranger's own
      for (let n = 0; n < loginLimits.lettersPerAddressAndHour + 3; n += 1) {
        await askCode(stranger);
        await minuteLater();
      }
      expect(await askCode(stranger)).toEqual(refused("too_often"));
      expect((await askCode(owner)).ok).toBe(true);
      const code = await codeTo(email);
      const proof = await proveGuest(identity, { guestId: owner.guestId, code, address: network() });
      expect(proof.ok).toBe(true);
      await db`UPDATE identity.throttle SET last_at = last_at - interval '1 hour', since = since - interval '1 hour'`;
    }
  });

  const guestOf = async (email: string) => {
    const { userId: guestId } = await makeGuest({ database }, { email, fullName: "Un Oaspete", phone: null });
    return { guestId };
  };
  const withFreeOrder = async (email: string) => {
    const one = await guestOf(email);
    await paidOrder(owner, { userId: one.guestId, ticketTypeId: type, events: [event], price: 0 });
    return one;
  };
  /** A friend paid; the guest accepted the ticket. */
  const withReceivedTicket = async (email: string) => {
    const [{ orderId }, one] = [await buyer(freshEmail()), await guestOf(email)];
    await db`UPDATE ticket_purchases SET user_id = ${one.guestId} WHERE order_id = ${orderId}`;
    return one;
  };
  const withRefundedOrder = async (email: string) => {
    const one = await buyer(email);
    await db`UPDATE orders SET state = 'refunded', stake = 'none' WHERE id = ${one.orderId}`;
    return one;
  };

  it.each([
    ["who ordered nothing", guestOf],
    ["with a free ticket", withFreeOrder],
    ["with a received ticket", withReceivedTicket],
    ["whose money went back", withRefundedOrder],
  ])(
    "guests %s have ten of a mailbox's codes a day together beyond its budget, one of each network, however many they are; one who paid has its own (one kind: a reserve that nothing was paid for)",
    async (_who, freeGuest) => {
      const email = freshEmail();
      const asks = async (address: string) => (await askCode(await freeGuest(email), address)).ok;
      const asked = [await asks("192.0.2.1"), await asks("192.0.2.1")];
      // the first is the mailbox's own
      expect([...asked, await asks("192.0.2.1")]).toEqual([true, true, false]);
      for (let n = 2; n < guestLimits.reservedLettersPerDay + 4; n += 1)
        asked.push(await asks(`192.0.2.${n}`));
      expect(asked.filter(Boolean)).toHaveLength(1 + guestLimits.reservedLettersPerDay);
      const payer = await buyer(email);
      expect((await askCode(payer)).ok).toBe(true);
      await db`UPDATE identity.throttle SET last_at = last_at - interval '1 minute'`;
      // the mailbox has its second and its third
      for (const ok of [true, true, false]) {
        expect((await askCode(payer)).ok).toBe(ok);
        await db`UPDATE identity.throttle SET last_at = last_at - interval '1 minute'`;
      }
    },
  );

  it("codes are not sent to one guest again and again, nor while letters are off", async () => {
    const one = await buyer(freshEmail());
    expect((await askCode(one)).ok).toBe(true);
    expect(await askCode(one)).toEqual(refused("too_often"));
    expect(await askCode({ guestId: await account(freshEmail()) })).toEqual(refused("unknown_guest"));
    letters.on = false;
    expect(await askCode(one)).toEqual(refused("letters_off"));
    letters.on = true;
  });
});

describe("two claims at the same moment", () => {
  const race = async (tryToClaim: (guestId: Uuid, code: string) => Promise<boolean>) => {
    const email = freshEmail();
    const [{ guestId }] = [await buyer(email), await account(email)];
    const code = await sentCode(guestId, email);
    const won = await Promise.all(Array.from({ length: 4 }, () => tryToClaim(guestId, code)));
    return won.filter(Boolean).length;
  };

  it("move the orders once", async () => {
    const careful = async (guestId: Uuid, code: string) => (await claim(guestId, code)).ok;
    for (let round = 0; round < 5; round += 1) expect(await race(careful)).toBe(1);
  });

  it("would both be told of their success, if a code were read and then deleted (control)", async () => {
    const bothHaveRead = meetingOf(2);
    const careless = async (guestId: Uuid) =>
      database.withDuty("identity", async (sql) => {
        const { rowCount } = await sql.query("SELECT FROM identity.verification WHERE value = $1", [guestId]);
        await bothHaveRead();
        await sql.query("DELETE FROM identity.verification WHERE value = $1", [guestId]);
        return rowCount === 1;
      });
    expect(await race(careless)).toBeGreaterThan(1);
  });
});
