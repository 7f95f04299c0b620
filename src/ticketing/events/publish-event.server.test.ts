import pg from "pg";
import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { instantOf } from "#kernel/time.ts";
import { inDays } from "#test/support/days.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openStage } from "#test/support/stage.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { listGateNights } from "#ticketing/gate/gate-queries.server.ts";
import { listHistory } from "#ticketing/journal/history-queries.server.ts";
import { listGifts } from "#ticketing/orders/gifts/gift-queries.server.ts";
import { grantInvitation } from "#ticketing/orders/gifts/grant-invitation.server.ts";
import { linkNightsToPass } from "#ticketing/orders/passes/link-nights-to-pass.server.ts";
import { joinWaitingRoom } from "#ticketing/orders/waiting/join-waiting-room.server.ts";
import { createEvent } from "./create-event.server.ts";
import { listEvents } from "./office-event-queries.server.ts";
import { publishEvent } from "./publish-event.server.ts";
import { publishingForm } from "./publishing-form.ts";
import { chosenNights } from "./ticket-type-store.server.ts";
import { unpublishEvent } from "./unpublish-event.server.ts";

const { database: prepared, season, client, db, site: services } = await openStage();
const { userId } = await season.person("admin");
const actor = { userId, role: "admin" } as const;
const tomorrow = new Date(Date.now() + 24 * 3_600_000);
const done = (value: string) => ({ ok: true, value });
const refused = (reason: string) => ({ ok: false, refusal: { reason } });

async function draft(title = "Ultimul Val"): Promise<string> {
  const form = {
    name: title,
    title,
    description: "d",
    date: inDays(30),
    time: null,
    location: "l",
    capacity: 100,
    artists: [],
  };
  return succeeded(await createEvent(services, { actor, form })).id;
}
const publish = (id: string, at: Date | "now" = "now") => publishEvent(services, { actor, id, at });
const unpublish = (id: string) => unpublishEvent(services, { actor, id });
const rowOf = async (id: string) =>
  (await db`SELECT publish_at, slug, version FROM events WHERE id = ${id}`)[0];

it("a night is not published for the first time when it is over", async () => {
  const id = await draft();
  const at = new Date(Date.now() + 40 * 24 * 3_600_000);
  expect(await publish(id, at)).toEqual(refused("after_end"));
  expect((await rowOf(id))?.publish_at).toBeNull();
});

it("a draft whose night is over is published neither now nor later, and stays one (96)", async () => {
  const id = await draft();
  await season.db`UPDATE events SET date = current_date - 3 WHERE id = ${id}`;
  expect(await publish(id, "now")).toEqual(refused("over"));
  expect(await publish(id, new Date(Date.now() + 3_600_000))).toEqual(refused("after_end"));
  expect(await rowOf(id)).toMatchObject({ publish_at: null, slug: "" });
});

const isPublic = async (table: string, id: string) =>
  (await services.database.anonymous.query(`SELECT FROM ${table} WHERE id = $1`, [id])).rowCount === 1;
const stateOf = async (id: string) => {
  const search = { text: "", when: "all", state: "all", sort: "date", direction: "asc", page: 1 } as const;
  const { events } = await services.database.readAs(actor, (sql) => listEvents(sql, search));
  return events.find((event) => event.id === id)?.state;
};

describe("a new night", () => {
  it("is a draft without an address, and its title may change until it is published", async () => {
    const id = await draft("Prima Idee");
    expect(await rowOf(id)).toMatchObject({ publish_at: null, slug: "" });
    await db`UPDATE events SET title = 'A Doua Idee' WHERE id = ${id}`;
    expect((await client.query("SELECT FROM slugs WHERE subject_id = $1", [id])).rowCount).toBe(0);
    expect(await isPublic("events", id)).toBe(false);
    expect(await publish(id)).toEqual(done("published"));
    expect(await rowOf(id)).toMatchObject({ slug: "a-doua-idee", version: 1 });
    expect(await isPublic("events", id)).toBe(true);
  });

  it("is in the history with each of its changes, and what changes nothing is not", async () => {
    const id = await draft();
    await publish(id, tomorrow);
    await publish(id, tomorrow);
    await publish(id);
    await publish(id);
    await unpublish(id);
    await unpublish(id);
    const lines = await services.database.withActor(actor, (sql) =>
      listHistory(sql, "event", id, { limit: 9 }),
    );
    expect(lines.map(({ what }) => what)).toEqual(["made_draft", "published", "scheduled", "created"]);
    expect(lines[2]).toMatchObject({ after: { publishAt: tomorrow.toISOString() } });
  });
});

describe("a night with an hour", () => {
  it("has its address before, is public from then on, and says so in the office", async () => {
    const id = await draft("Furtună de Vară");
    expect(await stateOf(id)).toBe("draft");
    expect(await publish(id, tomorrow)).toEqual(done("scheduled"));
    expect(await rowOf(id)).toMatchObject({ publish_at: tomorrow, slug: "furtuna-de-vara" });
    expect(await isPublic("events", id)).toBe(false);
    expect(await stateOf(id)).toBe("scheduled");
    await db`UPDATE events SET publish_at = now() WHERE id = ${id}`;
    expect(await isPublic("events", id)).toBe(true);
    expect(await stateOf(id)).toBe("no_types");
    await db`INSERT INTO stops (id, event_id, kind, reason, started_by) VALUES (${newId()}, ${id}, 'sale', 'r', ${userId})`;
    expect(await stateOf(id)).toBe("stopped");
  });

  it("is not put at a moment that has passed by the database's clock", async () => {
    const id = await draft();
    expect(await publish(id, new Date(Date.now() - 1000))).toEqual(refused("in_the_past"));
    expect(await rowOf(id)).toMatchObject({ publish_at: null, slug: "" });
  });

  it("reads its hour in Bucharest", () => {
    const at = { day: "2027-11-28", time: "10:00" };
    expect(publishingForm.read(at)).toEqual({ ok: true, value: at });
    expect(instantOf(at.day, at.time)).toEqual(new Date("2027-11-28T08:00:00Z"));
    expect(publishingForm.read({ day: "2027-02-30", time: "" })).toEqual({
      ok: false,
      refusal: { day: "not_a_date", time: "required" },
    });
  });
});

describe("a night that was ordered", () => {
  it("stays published, whether an act or a statement says otherwise", async () => {
    const id = await season.night();
    const type = await season.ticketType({ events: [id] });
    await paidOrder(client, {
      userId: (await season.person()).userId,
      ticketTypeId: type,
      events: [id],
    });
    expect(await unpublish(id)).toEqual(refused("was_ordered"));
    expect(await publish(id, tomorrow)).toEqual(refused("was_ordered"));
    expect(await publish(id)).toEqual(done("published"));
    for (const at of ["NULL", "now() + interval '1 day'"])
      await expect(client.query(`UPDATE events SET publish_at = ${at} WHERE id = $1`, [id])).rejects.toThrow(
        "stays published",
      );
    expect(await isPublic("events", id)).toBe(true);
  });

  it("may be taken off the site before, and keeps the address that it had", async () => {
    const id = await season.night({ title: "Nori de Vară" });
    expect(await unpublish(id)).toEqual(done("draft"));
    await db`UPDATE events SET title = 'Ploi de Vară' WHERE id = ${id}`;
    expect(await rowOf(id)).toMatchObject({ slug: "nori-de-vara" });
    await publish(id);
    expect(await rowOf(id)).toMatchObject({ slug: "ploi-de-vara" });
    const rows = await db`SELECT slug FROM slugs WHERE subject_id = ${id} ORDER BY 1`;
    expect(rows.map(({ slug }) => slug)).toEqual(["nori-de-vara", "ploi-de-vara"]);
  });
});

it("only one that exists is published, and taken off the site", async () => {
  expect(await publish(newId())).toEqual(refused("missing"));
  expect(await unpublish(newId())).toEqual(refused("missing"));
});

describe("a ticket type", () => {
  it("appears with the first of its nights, and goes with the last", async () => {
    const nights = [await draft(), await draft()] as const;
    const type = await season.ticketType({ events: nights, family: "season_pass" });
    expect(await isPublic("tickets", type)).toBe(false);
    await publish(nights[1]);
    expect(await isPublic("tickets", type)).toBe(true);
    await db`DELETE FROM event_tickets WHERE event_id = ${nights[1]}`;
    expect(await isPublic("tickets", type)).toBe(false);
  });

  it("forgets neither of two nights that are published at once", async () => {
    // of one title, they would wait for each other's name
    const nights = [await draft("Una"), await draft("Alta")] as const;
    const type = await season.ticketType({ events: nights, family: "season_pass" });
    const other = new pg.Client({ connectionString: prepared.ownerUrl });
    await other.connect();
    try {
      await db`BEGIN`;
      await db`UPDATE events SET publish_at = now() - interval '2 hours' WHERE id = ${nights[0]}`;
      const second = other.query("UPDATE events SET publish_at = now() - interval '1 hour' WHERE id = $1", [
        nights[1],
      ]);
      await untilWaiting(client);
      await db`COMMIT`;
      await second;
    } finally {
      await other.end();
    }
    const rows =
      await db`SELECT t.shown_from = (SELECT min(publish_at) FROM events WHERE id = ANY(${nights})) AS first FROM tickets t WHERE id = ${type}`;
    expect(rows).toEqual([{ first: true }]);
  });
});

it("a draft is none of the nights at the gate, and no pass without a night takes it", async () => {
  const gate = async () =>
    (await services.database.withDuty("admit", (sql) => listGateNights(sql, [0, 40]))).map(
      (night) => night.id,
    );
  await db`UPDATE events SET publish_at = NULL WHERE date > ${inDays(0)} AND NOT EXISTS (SELECT FROM ticket_purchases WHERE event_id = events.id)`;
  const [early, late] = [await draft(), await season.night({ inDays: 39 })];
  await db`UPDATE events SET date = ${inDays(2)} WHERE id = ${early}`;
  expect(await gate()).toContain(late);
  expect(await gate()).not.toContain(early);
  await db`UPDATE events SET date = ${inDays(-2)} WHERE publish_at IS NOT NULL AND id <> ${late}`;
  expect(await services.database.withActor(actor, (sql) => chosenNights(sql, []))).toEqual([late]);
});

describe("what is given and not sold", () => {
  it("is not given for a night that nobody can see", async () => {
    const id = await draft();
    const type = await season.ticketType({ events: [id] });
    const person = await season.person();
    const gifts = await services.database.readAs(actor, (sql) => listGifts(sql));
    expect(gifts.map((gift) => gift.ticketTypeId)).not.toContain(type);
    const invitation = {
      actor,
      email: `${person.userId}@exemplu.ro`,
      ticketTypeId: type,
      eventId: id,
      quantity: 1,
      because: "presă",
      requestKey: null,
    };
    expect(await grantInvitation(services, invitation)).toEqual(refused("past"));
    await publish(id);
    expect(await grantInvitation(services, invitation)).toMatchObject({ ok: true });
  });

  it("is a night for the holders of a pass only once it is published", async () => {
    const night = await season.night();
    const pass = await season.ticketType({ events: [night], family: "season_pass" });
    const id = await draft("Nevăzuta");
    expect(await linkNightsToPass(services, { actor, id: pass, nights: [id] })).toEqual({
      ok: false,
      refusal: { reason: "not_published", night: "Nevăzuta" },
    });
    await publish(id);
    expect(await linkNightsToPass(services, { actor, id: pass, nights: [id] })).toMatchObject({ ok: true });
  });

  it("is no place in the waiting room of a night that is not public", async () => {
    const id = await draft();
    await db`INSERT INTO openings (event_id, opens_at, room_minutes) VALUES (${id}, now() + interval '10 minutes', 30)`;
    const join = async () => joinWaitingRoom(services, { person: await season.person(), eventId: id });
    expect(await join()).toEqual(refused("no_room"));
    await publish(id);
    expect(await join()).toMatchObject({ ok: true });
  });
});
