/** Cancelling and moving a night over HTTP: nothing happens before the last step, and who may not is not led there. */
import { expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { type Attacker, openAttackedSite } from "./attacked-site.ts";

const { attack, season, owner, nothingHappens } = await openAttackedSite();
const administrator = await season.person("admin");

it("with a fresh password a night is cancelled or moved only after the last step (46, 70)", async () => {
  const as = administrator;
  await owner.query("UPDATE identity.session SET confirmed_at = now() WHERE user_id = $1", [as.userId]);
  const own = await season.night({ inDays: 20 });
  const cancel = { reason: "Furtună.", used: "refunded" };
  const move = { date: "2099-01-02", location: "Dig", reason: "Furtună." };
  await nothingHappens(async () => {
    for (const [path, form] of [
      [`/admin/events/${own}/cancel`, cancel],
      [`/admin/events/${own}/move`, move],
    ] as const) {
      const answer = await attack(path, { as, form });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text).toContain("Ultimul pas");
      expect(answer.text).toContain('name="reason" value="Furtună."');
    }
  });
  const done = await attack(`/admin/events/${own}/cancel`, { as, form: { ...cancel, confirmed: "1" } });
  expect(done.status).toBe(303);
  const again = await attack(`/admin/events/${own}/move`, { as, form: { ...move, confirmed: "1" } });
  expect(again.status).toBe(409);
  expect(again.text).toContain("Noaptea a fost anulată și nu se mai mută.");
});

it("who may not move a sold night reads who does it, and gets no link", async () => {
  const sold = await season.night({ inDays: 21 });
  const ofSold = await season.ticketType({ events: [sold] });
  const buyer = await season.person();
  await paidOrder(owner, { userId: buyer.userId as Uuid, ticketTypeId: ofSold, events: [sold] });
  await owner.query("UPDATE stock_counters SET sold = sold + 1 WHERE id = ANY ($1)", [[sold, ofSold]]);
  const shown = async (as: Attacker | undefined) =>
    (await attack(`/admin/events/${sold}`, { as })).text.includes(`/admin/events/${sold}/move`);
  const manager = await season.person("manager");
  expect([await shown(administrator), await shown(manager)]).toEqual([true, false]);
  expect((await attack(`/admin/events/${sold}`, { as: manager })).text).toContain("O mută un administrator.");
});
