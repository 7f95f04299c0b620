/** What would give an account an order or a ticket at the very moment of its erasure. */

import { describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { openBarrier, overlap } from "#test/support/barrier.ts";
import { type Change, changedServices } from "#test/support/changed-statements.ts";
import { arrived } from "#test/support/open-page.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { openStageWithKeys } from "#test/support/stage.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { listOwnTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { erasePerson } from "#ticketing/people/erase-person.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { openHoldQueue } from "./checkout/hold-queue.server.ts";
import { moveToAccount } from "./claim-store.server.ts";
import { forgetBuyer } from "./forget-buyer.server.ts";
import { grantInvitation } from "./gifts/grant-invitation.server.ts";
import { acceptTicket } from "./transfers/accept-ticket.server.ts";
import { sendTicket } from "./transfers/send-ticket.server.ts";

const { season, client, db, site } = await openStageWithKeys();
type Person = Awaited<ReturnType<typeof season.person>>;
type Site = typeof site;
type Case = {
  /** The statement by which the act locks its person, after which it is held. */
  readonly locks: string;
  readonly begun: (ana: Person) => Promise<(services: Site) => Promise<unknown>>;
  readonly refused: unknown;
  /** What the erasure answers after the act. */
  readonly after: unknown;
};

async function soldTo(userId: Uuid) {
  const events = [await season.night()];
  const ticketTypeId = await season.ticketType({ events });
  const line = { ticketTypeId, quantity: 1, codePer: "person" as const };
  return paidLines(client, { userId, events, family: "ordinary", lines: [line] });
}

const done = { ok: true, value: null };
const cases: Record<string, Case> = {
  "a hold": {
    locks: "hold-mailboxes",
    async begun({ sessionHash }) {
      const ticketTypeId = await season.ticketType({ events: [await season.night()] });
      return async (services) => {
        const holds = openHoldQueue(services);
        try {
          return await holds.takeHold(arrived(sessionHash, [{ ticketTypeId, quantity: 1 }]));
        } finally {
          await holds.close();
        }
      };
    },
    refused: { kind: "not_signed_in" },
    after: { ok: false, refusal: "order_open" },
  },
  "the claim of a guest's order": {
    locks: "lock-holder",
    async begun({ userId }) {
      const [{ email }] = await db`SELECT email FROM profiles WHERE id = ${userId}`;
      const { userId: guestId } = await makeGuest(site, { email, fullName: "Ana", phone: null });
      await soldTo(guestId);
      return (services) => services.database.withDuty("settle", (sql) => moveToAccount(sql, guestId, userId));
    },
    refused: undefined,
    after: done,
  },
  "an invitation": {
    locks: "lock-holder",
    async begun({ userId }) {
      const [{ email }] = await db`SELECT email FROM profiles WHERE id = ${userId}`;
      const actor = { userId: (await season.person("admin")).userId, role: "admin" } as const;
      const ticketTypeId = await season.ticketType({ events: [await season.night()] });
      const about = { quantity: 1, because: "trupa", eventId: null, requestKey: null };
      return (services) => grantInvitation(services, { actor, email, ticketTypeId, ...about });
    },
    refused: { ok: false, refusal: { reason: "no_account" } },
    after: done,
  },
  "the acceptance of a ticket": {
    locks: "lock-holder",
    async begun({ userId }) {
      const friend = { userId: (await season.person()).userId, role: "user" as const };
      await soldTo(friend.userId);
      const [ticket] = await listOwnTickets(site, friend);
      const purchaseId = ticket?.purchaseId ?? "";
      const sent = await sendTicket(site, { actor: friend, purchaseId, name: null, email: null });
      if (!sent.ok || sent.value.by !== "link") throw new Error("no link");
      const secret = new URL(sent.value.link).searchParams.get("token") ?? "";
      return (services) => acceptTicket(services, { actor: { userId, role: "user" }, secret });
    },
    refused: { ok: false, refusal: { reason: "gone" } },
    after: done,
  },
};

/** The orders and tickets of a person, and what still names one who was erased. */
async function heldBy(userId: Uuid) {
  const [row] = await db`SELECT (SELECT count(*)::int FROM orders WHERE user_id = ${userId}) AS orders,
    (SELECT count(*)::int FROM ticket_purchases WHERE user_id = ${userId}) AS tickets,
    (SELECT count(*)::int FROM ticket_purchases WHERE user_id = ${userId} AND holder_name IS NOT NULL)
      + (SELECT count(*)::int FROM letters WHERE user_id = ${userId} AND recipient <> '') AS named`;
  return row;
}

/** The act begins when the erasure has read that no order waits. */
async function duringErasure(services: Site, { begun }: Case) {
  const ana = await season.person();
  const act = await begun(ana);
  let answer: Promise<unknown> | undefined;
  const forget = async () => {
    const forgotten = await forgetBuyer(site, ana);
    let isOver = false;
    answer = act(site).finally(() => {
      isOver = true;
    });
    await untilWaiting(client, 1, () => isOver);
    return forgotten;
  };
  expect(await erasePerson(services, { userId: ana.userId, forget })).toEqual(done);
  return { answer: await answer, held: await heldBy(ana.userId) };
}

describe("an account that is erased at the same moment does not get", () => {
  it.each(Object.entries(cases))("%s", async (_, one) => {
    const { answer, held } = await duringErasure(site, one);
    expect(answer).toEqual(one.refused);
    expect(held).toEqual({ orders: 0, tickets: 0, named: 0 });
  });
});

describe("where the erasure locks no holder, it does get", () => {
  const unlocked: Change = (statement, ask) =>
    ask(statement.name === "lock-holds-of" ? { text: "SELECT" } : statement);
  it.each(Object.entries(cases))("%s", async (_, one) => {
    const { answer, held } = await duringErasure(changedServices(site, unlocked), one);
    expect(answer).not.toEqual(one.refused);
    expect(held).not.toMatchObject({ orders: 0, tickets: 0 });
  });
});

describe("an erasure waits, and then sees,", () => {
  it.each(Object.entries(cases))("%s", async (_, one) => {
    const ana = await season.person();
    const act = await one.begun(ana);
    const barrier = openBarrier();
    const held = changedServices(site, async (statement, ask) => {
      const answer = await ask(statement);
      if (statement.name === one.locks) await barrier.hold();
      return answer;
    });
    const erase = () =>
      erasePerson(site, { userId: ana.userId, forget: () => forgetBuyer(site, { userId: ana.userId }) });
    const { ends, wasHeld } = await overlap(client, { barrier, first: () => act(held), second: erase });
    expect(wasHeld).toBe(true);
    expect(ends[1]).toEqual({ status: "fulfilled", value: one.after });
    if (one.after === done) expect(await heldBy(ana.userId)).toMatchObject({ tickets: 1, named: 0 });
  });
});
