import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { arrived } from "#test/support/open-page.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { openSellingStage } from "#test/support/selling-door.ts";
import { liftStop } from "#ticketing/events/lift-stop.server.ts";
import { startStop } from "#ticketing/events/start-stop.server.ts";
import { openCheckout } from "#ticketing/orders/checkout/open-checkout.server.ts";
import { listDoorOffers } from "./door-sale-queries.server.ts";
import { setAsideForDoor } from "./set-aside-for-door.server.ts";
import { stopPhone } from "./stop-phone.server.ts";

const selling = await openSellingStage();
const { stage, door, setAside, giveBack, shareOf, counter, send, sale, undo, holds } = selling;
const { site, season, chief, gateStaff } = stage;
const { db } = season;
const boxOffice = await season.person("box_office");

describe("tickets that are set aside for the door", () => {
  it("leave the type, the night and the pool, and come back when they are given back", async () => {
    const here = await door({ entries: 2 });
    const pool = await season.pool({ event: here.eventId, types: [here.type], capacity: 50 });
    expect(await setAside(here, 20)).toMatchObject({ ok: true, value: { left: 20 } });
    expect(await counter(here.type)).toEqual({ held: 0, sold: 20 });
    expect(await counter(here.eventId)).toEqual({ held: 0, sold: 40 });
    expect(await counter(pool)).toEqual({ held: 0, sold: 40 });
    await holds();
    expect(await setAside(here, 6)).toEqual({ ok: false, refusal: { reason: "not_enough", available: 5 } });
    expect(await setAside(here, 5, boxOffice)).toMatchObject({ ok: true, value: { left: 25 } });
    const { id } = await shareOf(here);
    await send(here.phone, sale(here, 1, { quantity: 3 }, 2));
    expect(await giveBack(id, boxOffice)).toEqual({ ok: true, value: 22 });
    expect(await counter(here.type)).toEqual({ held: 0, sold: 3 });
    expect(await counter(here.eventId)).toEqual({ held: 0, sold: 6 });
    expect(await counter(pool)).toEqual({ held: 0, sold: 6 });
    expect(await whyNot(giveBack(id))).toBe("nothing_left");
    await holds();
  });

  it("take no place of the night and let in nobody when they are add-ons, as online", async () => {
    const here = await door({ entries: 0 });
    expect(await setAside(here, 2)).toMatchObject({ ok: true, value: { left: 2 } });
    expect(await counter(here.type)).toEqual({ held: 0, sold: 2 });
    expect(await counter(here.eventId)).toEqual({ held: 0, sold: 0 });
    expect(await shareOf(here)).toMatchObject({ quantity: 2, entries: 0 });
    await holds();
  });

  it("cannot be bought by others, and none is set aside that others hold", async () => {
    const here = await door({ capacity: 5 });
    const buyer = await season.person();
    const wish = (quantity: number) =>
      openCheckout(
        site,
        arrived(buyer.sessionHash, [{ ticketTypeId: here.type, quantity }], { eventId: here.eventId }),
      );
    await setAside(here, 3);
    expect(await wish(3)).toMatchObject({ ok: false });
    expect(await wish(2)).toMatchObject({ ok: true });
    expect(await setAside(here, 1)).toMatchObject({ refusal: { reason: "not_enough", available: 0 } });
    await holds();
  });

  it("keep the price of the moment, until none of them is left to sell or none is out any more", async () => {
    const here = await door();
    await season.phases(here.type, [{ price: 9_000, capacity: 10 }, { price: 15_000 }]);
    await setAside(here, 2);
    expect(await shareOf(here)).toMatchObject({ quantity: 2, price: 9_000 });
    await db`UPDATE price_phases SET ends_at = now() - interval '1 minute' WHERE ticket_type_id = ${here.type} AND no = 1`;
    await setAside(here, 1);
    expect(await shareOf(here)).toMatchObject({ quantity: 3, price: 9_000 });
    await send(here.phone, sale(here, 1, { quantity: 3, bani: 27_000 }));
    expect(await setAside(here, 2)).toMatchObject({
      ok: true,
      value: { left: 2, price: 15_000, isOldPrice: false },
    });
    expect(await shareOf(here)).toMatchObject({ quantity: 5, price: 15_000 });
    await send(here.phone, sale(here, 2, { quantity: 1, bani: 15_000 }));
    const findings = await db`SELECT finding FROM gate_log WHERE device_id = ${here.phone.device}`;
    expect(findings.map(({ finding }) => finding)).toEqual([null, null]);
    await db`UPDATE price_phases SET price = 16000 WHERE ticket_type_id = ${here.type} AND no = 2`;
    const { id } = await shareOf(here);
    await giveBack(id);
    await setAside(here, 1);
    expect(await shareOf(here)).toMatchObject({ price: 16_000 });
    await holds();
  });

  it("are for phones and ordinary types of that night, and for the person who leads the sale there", async () => {
    const here = await door();
    const other = await door();
    const pass = await season.ticketType({ events: [here.eventId], family: "season_pass" });
    const reason = async (about: Partial<Parameters<typeof setAsideForDoor>[1]>) => {
      const answer = await setAsideForDoor(site, {
        actor: chief,
        eventId: here.eventId,
        deviceId: here.phone.device,
        ticketTypeId: here.type,
        quantity: 1,
        ...about,
      });
      return answer.ok ? answer.value : answer.refusal.reason;
    };
    expect(await reason({ actor: gateStaff })).toBe("not_allowed");
    expect(await reason({ actor: await season.person("manager") })).toBe("not_allowed");
    expect(await reason({ ticketTypeId: other.type })).toBe("missing");
    expect(await reason({ ticketTypeId: pass })).toBe("missing");
    expect(await reason({ deviceId: other.phone.device })).toBe("missing");
    expect(await reason({ deviceId: newId() })).toBe("missing");
    expect(await reason({ deviceId: "x" })).toBe("missing");
    for (const quantity of [0, -1, 1.5, 5001, Number.NaN])
      expect(await reason({ quantity })).toBe("bad_quantity");
    await stopPhone(site, { actor: chief, deviceId: here.phone.device });
    expect(await reason({})).toBe("phone_stopped");
    expect(await whyNot(giveBack(newId(), gateStaff))).toBe("not_allowed");
    expect(await whyNot(giveBack(newId()))).toBe("missing");
    await db`UPDATE events SET cancelled_at = now() WHERE id = ${other.eventId}`;
    expect(await whyNot(setAside(other, 1))).toBe("cancelled");
    const offered = ({ eventId }: typeof other) =>
      site.database.withDuty("settle", (sql) => listDoorOffers(sql, eventId));
    expect(await offered(other)).toEqual([]);
  });

  it("of a night that is over, of an archived type, for a phone whose time is over, or while everything is read-only are none", async () => {
    const here = await door();
    expect(await whyNot(setAside(await door({ inDays: -9 }), 1))).toBe("over");
    const admin = await season.person("admin");
    const form = { kind: "read_only", eventId: here.eventId, reason: "o probă", until: null } as const;
    const stop = await startStop(site, { actor: admin, form });
    expect(await whyNot(setAside(here, 1))).toBe("read_only");
    await liftStop(site, { actor: admin, id: stop.ok ? stop.value.id : "" });
    expect(await setAside(here, 1)).toMatchObject({ ok: true });
    const offered = () => site.database.withDuty("settle", (sql) => listDoorOffers(sql, here.eventId));
    expect(await offered()).toMatchObject([{ id: here.type, left: 99 }]);
    await db`UPDATE tickets SET archived_at = now() WHERE id = ${here.type}`;
    expect(await offered()).toEqual([]);
    expect(await whyNot(setAside(here, 1))).toBe("missing");
    await db`UPDATE tickets SET archived_at = NULL WHERE id = ${here.type}`;
    await db`UPDATE gate_devices SET enrolled_at = now() - interval '1 hour', ends_at = now() - interval '1 second' WHERE id = ${here.phone.device}`;
    expect(await whyNot(setAside(here, 1))).toBe("phone_stopped");
    await holds();
  });

  it("at the same time for one phone add up, and given back by several at once come back once; the journal has each, with phone and type", async () => {
    const here = await door();
    const ends = await Promise.all([1, 2, 3, 4, 5, 6].map((quantity) => setAside(here, quantity)));
    expect(ends.map(({ ok }) => ok)).toEqual(Array(6).fill(true));
    const { id, quantity } = await shareOf(here);
    expect([quantity, await counter(here.type)]).toEqual([21, { held: 0, sold: 21 }]);
    const back = await Promise.all([1, 2, 3, 4].map(() => giveBack(id)));
    expect(back.filter(({ ok }) => ok)).toEqual([{ ok: true, value: 21 }]);
    expect([(await shareOf(here)).quantity, await counter(here.type)]).toEqual([0, { held: 0, sold: 0 }]);
    const rows =
      await db`SELECT what, actor_id AS by, (before->>'quantity')::int AS was, (after->>'quantity')::int AS is, after->>'phone' AS phone, after->>'type' AS type FROM journal WHERE subject_id = ${here.eventId} AND what LIKE 'door_stock%' ORDER BY id`;
    const [aside] = rows;
    expect(rows.every(({ phone, type }) => phone === aside?.phone && type === aside?.type)).toBe(true);
    expect([aside?.phone, aside?.type]).toEqual([expect.any(String), expect.any(String)]);
    expect(rows.map(({ what, by, was, is }) => [what, by, is - was]).sort()).toEqual([
      ["door_stock_given_back", chief.userId, -21],
      ...[1, 2, 3, 4, 5, 6].map((n) => ["door_stock_set_aside", chief.userId, n]),
    ]);
    await holds();
  });

  it("come back without what is sold, and with what was undone or counts nothing", async () => {
    const here = await door();
    await setAside(here, 9);
    await send(here.phone, sale(here, 1, { quantity: 2 }), sale(here, 2, { quantity: 3 }), undo(here, 3, 1));
    await stopPhone(site, { actor: chief, deviceId: here.phone.device });
    await send(here.phone, sale(here, 4));
    expect(await giveBack((await shareOf(here)).id)).toEqual({ ok: true, value: 6 });
    expect(await counter(here.type)).toEqual({ held: 0, sold: 3 });
    await holds();
  });
});
