import { expect, it } from "vitest";
import { openAttackedSite } from "#test/attacks/attacked-site.ts";

const { site, owner, season, attack, checkoutCall } = await openAttackedSite();

it("after a sign-out in one tab the other one leads to the login, and the places stay held (F42)", async () => {
  const night = await season.night();
  const type = await season.ticketType({ events: [night] });
  const ana = await season.person();
  const call = checkoutCall({ price_id: `price_${type}`, ticket_id: type, event_id: night });
  expect((await attack("/functions/v1/checkout-session", { json: call, as: ana })).status).toBe(200);
  const { rows } = await owner.query("SELECT id FROM orders WHERE user_id = $1", [ana.userId]);
  const order = `/checkout/${rows[0].id}`;
  expect((await attack(order, { as: ana })).status).toBe(200);

  const out = await attack("/logout", {
    method: "POST",
    as: ana,
    headers: { origin: site.origin },
    form: {},
  });
  expect(out.status).toBeOneOf([302, 303]);

  const other = await attack(order, { as: ana });
  expect([other.status, other.location]).toEqual([302, `/login?next=${encodeURIComponent(order)}`]);
  expect((await attack("/functions/v1/checkout-session", { json: call, as: ana })).status).toBe(401);
  const { rows: kept } = await owner.query(
    "SELECT o.stake, c.held FROM orders o JOIN stock_counters c ON c.id = o.ticket_type_id WHERE o.user_id = $1",
    [ana.userId],
  );
  expect(kept).toEqual([{ stake: "held", held: 1 }]);
});
