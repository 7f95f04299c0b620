import { expect, it } from "vitest";
import { openSourceSite } from "#test/support/source-site.ts";
import { saleTexts } from "#web/request/sale-texts.ts";

const { season, site, ask } = await openSourceSite();
const night = await season.night();
const type = await season.ticketType({ events: [night], price: 11_000 });
const buy = { ticket_id: type, quantity: "1", price: "11000" };

it("an address that the provider never takes is told as that, on each way to the card page, and not as an outage (one kind: a refusal for good)", async () => {
  const buyer = await season.person();
  await season.db`UPDATE profiles SET email = ${`ana@localhost${buyer.userId.slice(-4)}`} WHERE id = ${buyer.userId}`;
  const pressed = await ask(`/events/${night}`, { as: buyer, form: buy });
  expect(pressed.flash).toBe(saleTexts.pageRefused(true));
  const again = await ask(`${pressed.location}/pay`, { as: buyer });
  expect([again.location, again.flash]).toEqual([pressed.location, saleTexts.pageRefused(true)]);
  // the way on: with another address the same order is paid
  await season.db`UPDATE profiles SET email = ${`${buyer.userId}@exemplu.ro`} WHERE id = ${buyer.userId}`;
  const corrected = await ask(`${pressed.location}/pay`, { as: buyer });
  expect(corrected.location).toContain("/_demo/pay/c/");
});

it("an order that the provider refuses for another cause is told as that too", async () => {
  const buyer = await season.person();
  site.cards.openSession = async () => ({ kind: "refused", reason: "invalid", message: "amount" });
  const pressed = await ask(`/events/${night}`, { as: buyer, form: buy });
  expect(pressed.flash).toBe(saleTexts.pageRefused(false));
});
