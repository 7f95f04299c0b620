import { beforeEach, describe, expect, it } from "vitest";
import { refused } from "#kernel/outcome.ts";
import type { Actor, Role } from "#platform/database/database-roles.ts";
import type { Sql } from "#platform/database/sql.ts";
import type { Services } from "#platform/services.ts";
import { readAtOnce } from "#test/support/meeting.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { refundOrder } from "./refund-order.server.ts";

const { season, site, admin, sold, soldLines, seatsOf, refund, stateOf, revenueOf, holds } =
  await openMoneyStage();
const lei = (n: number) => n * 100;

async function setLimit(limit: number): Promise<void> {
  await season.db`INSERT INTO team_settings (refund_limit) VALUES (${limit}) ON CONFLICT (one_row) DO UPDATE SET refund_limit = ${limit}`;
}
const member = async (role: Role): Promise<Actor> => ({ userId: (await season.person(role)).userId, role });
const overLimit = (limit: number, left: number) => refused({ reason: "over_limit", limit, left });

beforeEach(() => setLimit(lei(200)));

describe("what the box office gives back", () => {
  it("is nothing until a limit is set, not even a free ticket", async () => {
    const actor = await member("box_office");
    await season.db`DELETE FROM team_settings`;
    const { orderId } = await sold();
    expect(await refund(orderId, { kind: "whole" }, { actor })).toEqual(overLimit(0, 0));
    await setLimit(0);
    const free = await soldLines([{ quantity: 1 }, { quantity: 1, price: 0 }]);
    const seat = (await seatsOf(free.orderId)).find(({ price }) => price === 0);
    const wish = { kind: "seats", seats: [seat?.id ?? ""], usedEntries: 0 } as const;
    expect(await refund(free.orderId, wish, { actor })).toEqual(overLimit(0, 0));
    expect(await stateOf(orderId)).toBe("paid");
  });

  it("is at most the limit in a day, of all orders together and of each person alone", async () => {
    const [irina, vlad] = [await member("box_office"), await member("box_office")];
    const [first, second, third] = [await sold(), await sold(), await sold()];
    expect(await refund(first.orderId, { kind: "whole" }, { actor: irina })).toMatchObject({ ok: true });
    expect(await refund(second.orderId, { kind: "whole" }, { actor: irina })).toEqual(
      overLimit(lei(200), lei(90)),
    );
    expect(await revenueOf(second.orderId)).toBe(lei(110));
    expect(await refund(second.orderId, { kind: "whole" }, { actor: vlad })).toMatchObject({ ok: true });
    await setLimit(lei(220));
    expect(await refund(third.orderId, { kind: "whole" }, { actor: irina })).toMatchObject({ ok: true });
    await holds();
  });

  it("begins again with the day of Bucharest, and does not count what the provider refused", async () => {
    const actor = await member("box_office");
    for (const change of [
      "created_at = date_trunc('day', now() AT TIME ZONE 'Europe/Bucharest') AT TIME ZONE 'Europe/Bucharest' - interval '1 second'",
      "state = 'failed'",
    ]) {
      const { orderId } = await sold();
      expect(await refund(orderId, { kind: "whole" }, { actor })).toMatchObject({ ok: true });
      const next = await sold();
      expect((await refund(next.orderId, { kind: "whole" }, { actor })).ok).toBe(false);
      await season.client.query(`UPDATE refunds SET ${change} WHERE order_id = $1`, [orderId]);
      expect((await refund(next.orderId, { kind: "whole" }, { actor })).ok).toBe(true);
      await season.db`UPDATE refunds SET created_at = created_at - interval '2 days'`;
    }
  });

  it("is no administrator's limit, and no manager or accountant gives anything back", async () => {
    await setLimit(lei(1));
    for (const role of ["manager", "accountant", "door_chief", "gate", "user"] as const) {
      const { orderId } = await sold();
      expect(await refund(orderId, { kind: "whole" }, { actor: await member(role) })).toEqual(
        refused({ reason: "not_allowed" }),
      );
    }
    const { orderId } = await sold();
    expect(await refund(orderId, { kind: "whole" }, { actor: admin })).toMatchObject({ ok: true });
  });
});

it("an act that decides by a role takes the one that the person has now, not the one of a request under way", async () => {
  const actor = await member("admin");
  await season.db`UPDATE profiles SET role = 'box_office' WHERE id = ${actor.userId}`;
  const { orderId } = await sold();
  await setLimit(lei(100));
  expect(await refund(orderId, { kind: "whole" }, { actor })).toEqual(overLimit(lei(100), lei(100)));
  expect(await stateOf(orderId)).toBe("paid");
});

/** The same services, two at once: with or without the wait for the person's other refund. */
function atOnce(services: Services, wait: "kept" | "left out"): Services {
  const haveRead = readAtOnce(season.client, wait === "left out");
  const seen = (sql: Sql): Sql => ({
    ...sql,
    query: (async (given: unknown, ...more: unknown[]) => {
      const ask = sql.query.bind(sql) as (given: unknown, ...more: unknown[]) => Promise<unknown>;
      if (wait === "left out" && typeof given === "string" && given.includes("hashtextextended($1, 3)"))
        return;
      const answer = await ask(given, ...more);
      const name = typeof given === "object" && given !== null && "name" in given ? given.name : "";
      if (name === "refunds-given-today") await haveRead();
      return answer;
    }) as Sql["query"],
  });
  const { database } = services;
  return {
    ...services,
    database: { ...database, withDuty: (duty, work) => database.withDuty(duty, (sql) => work(seen(sql))) },
  };
}

async function twoAtOnce(wait: "kept" | "left out"): Promise<number> {
  const actor = await member("box_office");
  const orders = [await sold(), await sold()];
  const services = atOnce(site, wait);
  const made = await Promise.all(
    orders.map(({ orderId }) =>
      refundOrder(services, {
        actor,
        orderId,
        wish: { kind: "whole" } as const,
        why: "goodwill" as const,
        note: "",
        stock: "sell_again" as const,
      }),
    ),
  );
  return made.filter(({ ok }) => ok).length;
}

it("two refunds at once do not exceed the limit together", async () => {
  expect(await twoAtOnce("kept")).toBe(1);
});

it("control: without the wait for each other they do", async () => {
  expect(await twoAtOnce("left out")).toBe(2);
});
