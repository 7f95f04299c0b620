/** Names that were stored before names could carry no link: no email, file or page makes one of them for somebody else. */
import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { type LetterKind, letterKinds } from "#ticketing/letters/letter-tables.server.ts";
import { sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { findOfferedTicket } from "#ticketing/orders/transfers/transfer-queries.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { composeLetter } from "./compose-letter.server.ts";
import { ticketsOfOrder } from "./ticket-queries.server.ts";

const { season, client, db, site, keys, soldLines } = await openMoneyStage();

const hostile = [
  "premii-fosfor.example",
  "premii。example",
  "premii．example",
  "premii․example",
  "premii｡example",
  "Ana www.premii.example",
  "https://premii.example",
  "ana@premii.example",
  "🎁.example",
  "Premii.рф",
];

/** What a mail program would make a link of, but for those of our own site. */
const links = /https?:\/\/(?!127\.0\.0\.1|localhost|fosfor)|www\.\S|(?:premii[\w-]*|🎁)[.。．․｡]\S/iu;

async function soldTo(name: string) {
  const { orderId, buyer } = await soldLines([{ quantity: 3, codePer: "person" }]);
  const { userId } = buyer;
  const friend = await season.person();
  await db`UPDATE profiles SET full_name = ${name} WHERE id IN (${userId}, ${friend.userId})`;
  await db`UPDATE ticket_purchases SET holder_name = ${name} WHERE order_id = ${orderId}`;
  const seats =
    await db`SELECT id, event_id AS night FROM ticket_purchases WHERE order_id = ${orderId} ORDER BY seat_no`;
  const recipient = `prieten-${orderId}@exemplu.ro`;
  const actor = { userId, role: "user" as const };
  for (const { id } of seats.slice(1))
    expect(await sendTicket(site, { actor, purchaseId: id, name: "Vlad", email: recipient })).toMatchObject({
      ok: true,
    });
  const transfers = await db`SELECT id FROM transfers WHERE order_id = ${orderId} ORDER BY seat_no`;
  await db`UPDATE transfers SET state = 'accepted', to_id = ${friend.userId}, ended_at = now() WHERE id = ${transfers[1]?.id}`;
  const [invitation, message, list, guest] = [newId(), newId(), newId(), newId()];
  await db`WITH counted AS (INSERT INTO stock_counters (id, kind, capacity, sold) VALUES (${list}, 'guest_list', 1, 1)),
         list AS (INSERT INTO guest_lists (id, event_id, name) VALUES (${list}, ${seats[0]?.night}, 'Casa'))
       INSERT INTO listed_guests (id, list_id, event_id, name, places, added_by) VALUES (${guest}, ${list}, ${seats[0]?.night}, ${name}, 1, ${userId})`;
  await db`INSERT INTO team_invitations (id, email, role, secret_hash, invited_by, expires_at)
    VALUES (${invitation}, ${recipient}, 'gate', ${invitation.replaceAll("-", "").repeat(2)}, ${userId}, now() + interval '1 day')`;
  await db`INSERT INTO night_messages (id, event_id, kind, type_ids, at_gate, subject, body, actor_id) VALUES (${message}, ${seats[0]?.night}, 'service', '{}', 'all', 'S', 'B', ${userId})`;
  const waiting = transfers[0]?.id;
  return {
    userId,
    orderId,
    purchase: seats[0]?.id,
    waiting,
    accepted: transfers[1]?.id,
    invitation,
    message,
    guest,
  };
}

it.each(hostile)(
  "no email, printed ticket or page of a sent one has a link of somebody called %j",
  async (name) => {
    const { userId, orderId, waiting, accepted, message, ...more } = await soldTo(name);
    const wrong: string[] = [];
    const named: string[] = [];
    const look = (what: string, part: string) => {
      if (links.test(part)) wrong.push(`${what}: ${links.exec(part)?.[0]}`);
      if (/premii|🎁/i.test(part)) named.push(what);
    };
    for (const kind of letterKinds) {
      const composed = await composeLetter(site, {
        id: newId(),
        kind,
        recipient: `${userId}@exemplu.ro`,
        userId,
        orderId,
        nightMessageId: kind === "night_message" ? message : null,
        messageId: "<m@x>",
        attempts: 0,
        interruptions: 0,
        isOld: false,
        variables: {
          ...more,
          // the night goes on, so nobody of a list is told that it is cancelled
          guest: kind === "night_cancelled" ? undefined : more.guest,
          transfer: kind === "ticket_accepted" ? accepted : waiting,
          action_url: `${site.origin}/x`,
          token: "123456",
          amount: 100,
          person: userId,
          by: userId,
          before: "user",
          after: "admin",
        },
      });
      if (composed.kind === "void") throw new Error(`${kind}: ${composed.reason}`);
      const { subject, html, text } = composed.message;
      // the club has a name: only links have the address
      if (text.replace(/https?:\S+/g, "").includes(new URL(site.origin).host)) wrong.push(`${kind}: address`);
      look(kind, [subject, text, html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, " ")].join("\n"));
    }
    for (const { holderName } of await site.database.withDuty("deliver", (sql) =>
      ticketsOfOrder(sql, keys, orderId),
    ))
      look("the printed ticket", String(holderName));
    const [row] =
      await db`SELECT variables->>'action_url' AS link FROM letters WHERE kind = 'ticket_for_you' AND variables->>'transfer' = ${waiting}`;
    const offered = await findOfferedTicket(site, /token=([\w-]{43})/.exec(String(row?.link))?.[1] ?? "");
    look("the page of a sent ticket", String(offered?.from));
    expect(wrong).toEqual([]);
    const shown = /^Ana |^https/.test(name)
      ? []
      : ["ticket_for_you", "ticket_accepted", "the page of a sent ticket"];
    expect(named).toEqual(
      expect.arrayContaining([
        ...shown,
        "team_invitation",
        "role_changed",
        "one_time_code",
        "the printed ticket",
      ]),
    );
  },
);

/** What the loop above does not write: other letters of the same kinds. */
const variants: readonly { kind: LetterKind; variables: object }[] = [
  ...letterKinds.map((kind) => ({ kind, variables: {} })),
  { kind: "one_time_code", variables: { guest: true } },
  { kind: "one_time_code", variables: { purpose: "sign-in-code" } },
  { kind: "ticket_confirmation", variables: { split: true } },
  { kind: "season_pass_confirmation", variables: { night: "the night" } },
  ...(["night_cancelled", "night_moved"] as const).flatMap((kind) =>
    [{ received: true }, { amount: 0 }, { pass: true }].map((variables) => ({ kind, variables })),
  ),
  { kind: "night_moved", variables: { ended: true } },
  { kind: "night_message", variables: { news: true } },
  { kind: "payment_returned", variables: { reason: "second_payment" } },
  { kind: "payment_returned", variables: { reason: "refunded" } },
  { kind: "payment_returned", variables: { reason: "lowered" } },
  { kind: "payment_returned", variables: { reason: "owed" } },
  { kind: "ticket_ended", variables: { turn: "disputed" } },
  { kind: "ticket_ended", variables: { turn: "resumed" } },
];

const typed = "Ion Premiul Cel Mare Te Așteaptă";

type Reader = {
  readonly isGuest: boolean;
  readonly isProven: boolean;
  /** The reader's own money, which may have gone back, nobody's, or a friend's. */
  readonly paid: "own" | "returned" | "none" | "friend's";
};

/** A reader with that name, the tickets that they have, and what else the letters tell. */
async function readerOf({ isGuest, isProven, paid }: Reader) {
  const { userId: buyerId, orderId, invitation, ...more } = await soldTo("Ana Pop");
  const email = `guest-${orderId}@exemplu.ro`;
  const userId = isGuest
    ? (await makeGuest(site, { fullName: "Ion Popa", email, phone: null })).userId
    : buyerId;
  if (paid === "friend's") {
    await db`UPDATE transfers SET to_id = ${userId} WHERE id = ${more.accepted}`;
    await db`UPDATE ticket_purchases SET user_id = ${userId} WHERE order_id = ${orderId} AND seat_no > 1`;
  } else {
    // as if the reader had bought them
    await db`ALTER TABLE orders DISABLE TRIGGER USER`;
    await db`UPDATE orders SET user_id = ${userId} WHERE id = ${orderId}`;
    await db`ALTER TABLE orders ENABLE TRIGGER USER`;
    await db`UPDATE ticket_purchases SET user_id = ${userId} WHERE order_id = ${orderId}`;
  }
  if (isProven && isGuest) await db`UPDATE profiles SET contact_proven_at = now() WHERE id = ${userId}`;
  await db`UPDATE identity."user" SET email_verified = ${isProven} WHERE id = ${userId}`;
  if (paid === "none" || paid === "returned")
    await client.query(
      `SET session_replication_role = replica; UPDATE orders SET state = 'refunded', stake = 'none' ${paid === "none" ? ", total = 0" : ""} WHERE id = '${orderId}'; SET session_replication_role = origin`,
    );
  await db`UPDATE profiles SET full_name = ${typed} WHERE id = ${userId}`;
  await db`UPDATE ticket_purchases SET holder_name = ${typed} WHERE user_id = ${userId}`;
  // a member of the team, who names themselves to whom they invite
  await db`UPDATE team_invitations SET invited_by = ${(await season.person("admin")).userId} WHERE id = ${invitation}`;
  const [reader] =
    await db`SELECT contact, (SELECT event_id FROM ticket_purchases WHERE id = ${more.purchase}) AS night FROM profiles WHERE id = ${userId}`;
  return { userId, orderId, invitation, contact: reader?.contact, night: reader?.night, ...more };
}

it.each<[string, Reader, boolean]>([
  ["a guest who received tickets", { isGuest: true, isProven: false, paid: "friend's" }, false],
  ["a guest with free tickets", { isGuest: true, isProven: false, paid: "none" }, false],
  ["a guest who paid", { isGuest: true, isProven: false, paid: "own" }, true],
  ["a guest whose money was given back", { isGuest: true, isProven: false, paid: "returned" }, true],
  ["a guest with a proven address", { isGuest: true, isProven: true, paid: "friend's" }, true],
  ["an unproven account with free tickets", { isGuest: false, isProven: false, paid: "none" }, false],
  ["an unproven account that paid", { isGuest: false, isProven: false, paid: "own" }, true],
  ["a proven account with free tickets", { isGuest: false, isProven: true, paid: "none" }, true],
])(
  "no letter of any kind has the typed name of a reader with neither a proven address nor paid money: %s (one kind: a stranger's text in a letter of ours)",
  async (_, who, isNamed) => {
    const { userId, orderId, night, contact, waiting, message, ...more } = await readerOf(who);
    const named: string[] = [];
    const nameless: string[] = [];
    for (const { kind, variables } of variants) {
      const composed = await composeLetter(site, {
        id: newId(),
        kind,
        recipient: contact,
        userId,
        orderId,
        nightMessageId: kind === "night_message" ? message : null,
        messageId: "<m@x>",
        attempts: 0,
        interruptions: 0,
        isOld: false,
        variables: {
          ...more,
          guest: undefined,
          transfer: waiting,
          action_url: `${site.origin}/x`,
          token: "123456",
          amount: 100,
          person: newId(),
          by: newId(),
          before: "user",
          after: "admin",
          ...variables,
          ...("night" in variables ? { night } : {}),
          ...(kind === "guest_place" ? { guest: more.guest } : {}),
        },
      });
      if (composed.kind === "void") throw new Error(`${kind}: ${composed.reason}`);
      const { subject, html, text } = composed.message;
      const all = [subject, html, text].join("\n");
      const what = `${kind} ${JSON.stringify(variables)}`;
      if (/Premiul/.test(all)) named.push(what);
      if (/drag oaspete/.test(all)) nameless.push(what);
      expect(all).not.toContain("{{");
      // no caption without a name
      if (!isNamed) expect(all).not.toContain("Titular");
    }
    expect(isNamed ? nameless : named).toEqual([]);
    expect((isNamed ? named : nameless).length).toBeGreaterThan(20);
  },
);

it("nobody who is invited to the team is greeted as the club's guest, or written to once that was taken back", async () => {
  const { invitation } = await soldTo("Ana Pop");
  const write = () =>
    composeLetter(site, {
      id: newId(),
      kind: "team_invitation",
      recipient: `${newId()}@exemplu.ro`,
      userId: null,
      orderId: null,
      nightMessageId: null,
      messageId: "<m@x>",
      attempts: 0,
      interruptions: 0,
      isOld: false,
      variables: { invitation, action_url: `${site.origin}/x` },
    });
  const composed = await write();
  if (composed.kind === "void") throw new Error(composed.reason);
  expect(composed.message.text).toMatch(/^Salut, bine ai venit!/);
  await db`UPDATE team_invitations SET state = 'withdrawn' WHERE id = ${invitation}`;
  expect((await write()).kind).toBe("void");
});
