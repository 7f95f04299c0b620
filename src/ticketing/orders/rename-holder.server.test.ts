import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { renameHolder } from "./rename-holder.server.ts";
import { forgetTicketNames } from "./transfers/forget-ticket-names.server.ts";

const { site, season, admin, sold, one } = await openMoneyStage();

it("an administrator changes the name on a ticket; the journal has the field but neither name", async () => {
  const { orderId } = await sold();
  const { id } = await one<{ id: string }>("SELECT id FROM ticket_purchases WHERE order_id = $1", [orderId]);
  for (const name of ["  ", "www.evil.example", "Ana\nPop"])
    expect(await whyNot(renameHolder(site, { actor: admin, purchaseId: id, name }))).toBe("bad_name");
  expect(await renameHolder(site, { actor: admin, purchaseId: id, name: " Ștefan Țăranu " })).toMatchObject({
    ok: true,
  });
  const row = await one<{ holder_name: string; after: unknown }>(
    "SELECT p.holder_name, j.after FROM ticket_purchases p JOIN journal j ON j.subject_id = p.order_id AND j.what = 'holder_renamed' WHERE p.id = $1",
    [id],
  );
  expect(row).toEqual({ holder_name: "Ștefan Țăranu", after: { purchaseId: id, field: "holder_name" } });
});

describe("who holds a ticket", () => {
  async function ticketOf() {
    const { orderId } = await sold();
    const row = await one<{ id: string; userId: Uuid }>(
      'SELECT id, user_id AS "userId" FROM ticket_purchases WHERE order_id = $1 ORDER BY seat_no LIMIT 1',
      [orderId],
    );
    const actor = { userId: row.userId, role: "user" } as const;
    return { orderId, purchaseId: row.id, actor };
  }
  const nameOn = async (purchaseId: string) =>
    (
      await one<{ name: string | null }>("SELECT holder_name AS name FROM ticket_purchases WHERE id = $1", [
        purchaseId,
      ])
    ).name;

  it("writes a friend's name on it; a stranger does not, and no name that is an address", async () => {
    const { orderId, purchaseId, actor } = await ticketOf();
    const name = "Vlad Popa";
    const stranger = { userId: newId(), role: "user" } as const;
    const before = await nameOn(purchaseId);
    expect(await whyNot(renameHolder(site, { actor: stranger, purchaseId, name }))).toBe("unknown_purchase");
    expect(await whyNot(renameHolder(site, { actor, purchaseId, name: "vlad.example/x" }))).toBe("bad_name");
    expect(await nameOn(purchaseId)).toBe(before);
    expect(await renameHolder(site, { actor, purchaseId, name })).toMatchObject({ ok: true });
    expect(await nameOn(purchaseId)).toBe(name);
    expect(
      await one(
        "SELECT actor_kind, actor_id FROM journal WHERE subject_id = $1 AND what = 'holder_renamed'",
        [orderId],
      ),
    ).toEqual({ actor_kind: "customer", actor_id: actor.userId });
  });

  it("fills no history: the same name writes nothing, other names one row an hour, and who wrote last is known", async () => {
    const { orderId, purchaseId, actor } = await ticketOf();
    for (const name of ["Vlad Popa", "Vlad Popa", "Ana Pop", "Vlad Popa"])
      await renameHolder(site, { actor, purchaseId, name });
    await renameHolder(site, { actor: admin, purchaseId, name: "Vlad Popa" });
    await renameHolder(site, { actor: admin, purchaseId, name: "Ștefan Țăranu" });
    await renameHolder(site, { actor, purchaseId, name: "Vlad Popa" });
    expect(await nameOn(purchaseId)).toBe("Vlad Popa");
    const rows =
      await season.db`SELECT actor_kind AS by FROM journal WHERE subject_id = ${orderId} AND what = 'holder_renamed' ORDER BY id`;
    expect(rows.map(({ by }) => by)).toEqual(["customer", "admin", "customer"]);
  });

  it.each(
    Object.entries({
      "is used": "UPDATE ticket_purchases SET entries_remaining = 0 WHERE id = $1",
      "is suspended": "UPDATE ticket_purchases SET suspended = 'dispute' WHERE id = $1",
      "was given back": "UPDATE ticket_purchases SET status = 'refunded' WHERE id = $1",
      "is of a night that is over":
        "UPDATE events SET date = date '2020-01-01' WHERE id = (SELECT event_id FROM ticket_purchases WHERE id = $1)",
    }),
  )("does not where it %s", async (_, sql) => {
    const { purchaseId, actor } = await ticketOf();
    await season.client.query(sql, [purchaseId]);
    expect(await whyNot(renameHolder(site, { actor, purchaseId, name: "Vlad Popa" }))).toBe("too_late");
  });

  it("does not once a friend has accepted it, also in the same moment", async () => {
    const { purchaseId, actor } = await ticketOf();
    const friend = await season.person();
    const waiting = await site.database.withDuty("settle", async (sql) => {
      await sql.query("UPDATE ticket_purchases SET user_id = $2, holder_name = 'Mara' WHERE id = $1", [
        purchaseId,
        friend.userId,
      ]);
      const renamed = renameHolder(site, { actor, purchaseId, name: "Vlad Popa" });
      await untilWaiting(season.client);
      return { renamed };
    });
    expect(await whyNot(waiting.renamed)).toBe("too_late");
    expect(await nameOn(purchaseId)).toBe("Mara");
  });

  it("has it forgotten thirty days after the night; the buyer's own and what the office wrote stay", async () => {
    const [written, bought, corrected] = [await ticketOf(), await ticketOf(), await ticketOf()];
    await renameHolder(site, { ...written, name: "Vlad Popa" });
    await renameHolder(site, { ...corrected, actor: admin, name: "Ștefan Țăranu" });
    await season.db`INSERT INTO journal (actor_id, actor_kind, subject_kind, subject_id, what, after)
       VALUES (${bought.actor.userId}, 'customer', 'order', ${bought.orderId}, 'code_split', jsonb_build_object('purchaseId', ${bought.purchaseId}::uuid))`;
    await forgetTicketNames(site);
    expect(await nameOn(written.purchaseId)).toBe("Vlad Popa");
    await season.db`UPDATE events SET date = current_date - 32`;
    const before = await nameOn(bought.purchaseId);
    expect(before).not.toBeNull();
    await forgetTicketNames(site);
    expect(await nameOn(written.purchaseId)).toBeNull();
    expect(await nameOn(bought.purchaseId)).toBe(before);
    expect(await nameOn(corrected.purchaseId)).toBe("Ștefan Țăranu");
  });
});
