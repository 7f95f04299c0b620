import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { arrived } from "#test/support/open-page.ts";
import { openStage } from "#test/support/stage.ts";
import { erasePerson } from "#ticketing/people/erase-person.server.ts";
import { forgetMailboxes } from "./forget-mailboxes.server.ts";
import { openCheckout } from "./open-checkout.server.ts";
import { countUses } from "./shown-code-queries.server.ts";

const { season, db, site } = await openStage();
const type = await season.ticketType({ events: [await season.night()] });
type Person = Awaited<ReturnType<typeof season.person>>;

let codes = 0;
async function onePerPerson(percent: number) {
  codes += 1;
  const code = `UNUL-${codes}`;
  const id: Uuid = await season.voucher({ code, percent, perPerson: 1 });
  const buys = async ({ sessionHash }: Person) => {
    const bought = await openCheckout(site, {
      ...arrived(sessionHash, [{ ticketTypeId: type, quantity: 1 }], { eventId: null }),
      code,
    });
    return bought.ok ? "bought" : bought.refusal.reason;
  };
  const uses = ({ userId }: Person) => site.database.withDuty("sell", (sql) => countUses(sql, id, userId));
  return { id, buys, uses };
}

async function withAddress(email: string): Promise<Person> {
  const person = await season.person();
  await db`UPDATE profiles SET email = ${email} WHERE id = ${person.userId}`;
  await db`UPDATE identity."user" SET email = ${email} WHERE id = ${person.userId}`;
  return person;
}

it("a code's limit per person outlives the account: erased, or moved to another address, and signed up again", async () => {
  const { buys, uses } = await onePerPerson(100);
  const first = await withAddress("lacom@exemplu.ro");
  expect(await buys(first)).toBe("bought");
  expect((await erasePerson(site, { userId: first.userId })).ok).toBe(true);
  const again = await withAddress("lacom@exemplu.ro");
  expect([await uses(again), await buys(again)]).toEqual([1, "code_exhausted"]);
  // the account stays the person who bought, also with another address
  const moved = await withAddress("mutat@exemplu.ro");
  expect(await buys(moved)).toBe("bought");
  await db`UPDATE profiles SET email = 'mutat-altundeva@exemplu.ro' WHERE id = ${moved.userId}`;
  await db`UPDATE identity."user" SET email = 'mutat-altundeva@exemplu.ro' WHERE id = ${moved.userId}`;
  expect(await uses(moved)).toBe(1);
  const newcomer = await withAddress("mutat+nou@exemplu.ro");
  expect([await uses(newcomer), await buys(newcomer)]).toEqual([1, "code_exhausted"]);
  const other = await withAddress("altcineva@exemplu.ro");
  expect([await uses(other), await buys(other)]).toEqual([0, "bought"]);
});

it("an order of before its mailbox was kept counts by the present address of its account", async () => {
  const { id, buys, uses } = await onePerPerson(100);
  const first = await withAddress("demult@exemplu.ro");
  expect(await buys(first)).toBe("bought");
  await db`UPDATE orders SET mailbox_key = NULL WHERE id IN (SELECT order_id FROM order_lines WHERE voucher_id = ${id})`;
  expect(await uses(await withAddress("demult+2@exemplu.ro"))).toBe(1);
});

it("the mailbox of a purchase is kept as long as its code is in use, and of one without a code not at all", async () => {
  const { id, buys } = await onePerPerson(100);
  const person = await withAddress("uitat@exemplu.ro");
  expect(await buys(person)).toBe("bought");
  const kept = async () =>
    (await db`SELECT mailbox_key IS NOT NULL AS kept FROM orders WHERE user_id = ${person.userId}`)[0]?.kept;
  await forgetMailboxes(site);
  expect(await kept()).toBe(true);
  await db`UPDATE vouchers SET ends_at = now() - interval '1 minute' WHERE id = ${id}`;
  await forgetMailboxes(site);
  expect(await kept()).toBe(false);
});

it("an order that is in use keeps its mailbox until the next time, and no other waits for it (one kind: a lock that is waited for)", async () => {
  const { id, buys } = await onePerPerson(100);
  const people = [await withAddress("ocupat@exemplu.ro"), await withAddress("liber@exemplu.ro")];
  for (const person of people) expect(await buys(person)).toBe("bought");
  const [busy = "", free = ""] = people.map(({ userId }) => userId);
  const kept = async (userId: string) =>
    (await db`SELECT mailbox_key IS NOT NULL AS kept FROM orders WHERE user_id = ${userId}`)[0]?.kept;
  await db`UPDATE vouchers SET ends_at = now() - interval '1 minute' WHERE id = ${id}`;
  await site.database.withDuty("settle", async (sql) => {
    await sql.query("SELECT FROM orders WHERE user_id = $1 FOR UPDATE", [busy]);
    await forgetMailboxes(site);
  });
  expect([await kept(busy), await kept(free)]).toEqual([true, false]);
  await forgetMailboxes(site);
  expect(await kept(busy)).toBe(false);
});
