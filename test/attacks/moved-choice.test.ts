/** Who sees and presses the choice after a move over HTTP. */
import { expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { type Attacker, openAttackedSite } from "./attacked-site.ts";

const { site, owner, season, attack, arrived } = await openAttackedSite();
const night = await season.night({ title: "Noaptea cu vânt", inDays: 9 });
const type = await season.ticketType({ events: [night], title: "Intrare generală" });

/** A person with an account and a session, or a guest. */
async function person(more: { isGuest?: boolean } = {}): Promise<Attacker> {
  if (!more.isGuest) return season.person();
  await owner.query(
    "UPDATE site_content SET content = content || jsonb_build_object('guests', true) WHERE key = 'club'",
  );
  const json = { email: `${newId()}@exemplu.example`, full_name: "Maria Fără Cont" };
  const answer = JSON.parse((await attack("/functions/v1/guest-session", { json })).text);
  return { userId: answer.user.id, token: answer.access_token };
}
const bought = (who: Attacker) =>
  paidOrder(owner, { userId: who.userId as Uuid, ticketTypeId: type, events: [night] });
async function moved(): Promise<string> {
  const { rows } = await owner.query(
    `INSERT INTO moves (id, event_id, from_date, from_location, to_date, to_location, reason, actor_id)
     SELECT gen_random_uuid(), id, date - 1, location, date, location, 'Bate vântul.', id FROM events WHERE id = $1 RETURNING id`,
    [night],
  );
  return rows[0].id;
}
/** The link of the letter about a move of this order. */
async function linkTo(orderId: string): Promise<string> {
  const link = await arrived((letters) =>
    letters
      .flatMap(({ text }) => text.match(/https?:[^\s]+\/moved\/[^\s]+/g) ?? [])
      .find((one) => one.includes(orderId)),
  );
  return link.replace(site.origin, "");
}

it("a link ends no tickets of friends, and none while a stranger may have it; the buyer alone presses", async () => {
  const [ana, vlad, maria] = [await person(), await person(), await person({ isGuest: true })];
  const [ofAna, ofMaria] = [await bought(ana), await bought(maria)];
  const move = await moved();
  const path = await linkTo(ofAna.orderId);
  expect(path).toBe(`/orders/${ofAna.orderId}/moved/${move}`);
  const seen = await attack(path, { as: ana });
  expect(seen.status).toBe(200);
  expect(seen.text).toContain("Bate vântul.");
  expect(seen.text).toContain("Poți trimite un bilet altcuiva");
  expect(await attack(path)).toMatchObject({
    status: 302,
    location: `/login?next=${encodeURIComponent(path)}`,
  });
  for (const page of ["/profile", "/profile?section=orders"]) {
    expect((await attack(page, { as: ana })).text).toContain(`href="${path}"`);
    expect((await attack(page, { as: vlad })).text).not.toContain("/moved/");
  }
  const form = { intent: "give-back", sent: "1" };
  // keeping is an answer of its own
  expect(await attack(path, { as: ana, form: { intent: "keep" } })).toMatchObject({
    status: 303,
    location: `/profile?order=${ofAna.orderId}`,
  });
  for (const as of [vlad, maria]) {
    expect((await attack(path, { as })).status).toBe(404);
    expect((await attack(path, { as, form })).status).toBe(404);
  }
  expect(await attack(path, { form })).toMatchObject({ status: 302 });
  for (const wrong of [
    `/orders/${ofAna.orderId}/moved/${newId()}`,
    `/orders/${newId()}/moved/${move}`,
    "/orders/x/moved/y",
  ])
    expect((await attack(wrong, { as: ana })).status).toBe(404);
  expect((await attack(`${path}?token=${"a".repeat(43)}`, { as: ana })).status).toBe(404);
  const { rows } = await owner.query("SELECT count(*)::int AS n FROM refunds WHERE event_id = $1", [night]);
  expect(rows).toEqual([{ n: 0 }]);

  const link = await linkTo(ofMaria.orderId);
  expect(link).toContain(`/orders/${ofMaria.orderId}/moved/${move}?token=`);
  const [bare = ""] = link.split("?");
  // a stranger may have got this email until its address is final
  expect((await attack(link)).text).not.toContain("Vreau banii înapoi");
  expect((await attack(link, { as: maria })).text).toContain("Vreau banii înapoi");
  for (const intent of ["ask", "give-back"])
    expect((await attack(link, { form: { intent } })).status).toBe(404);
  await owner.query("UPDATE orders SET paid_at = paid_at - interval '2 days' WHERE id = $1", [
    ofMaria.orderId,
  ]);
  for (const [where, as] of [
    [link, undefined],
    [bare, maria],
  ] as const) {
    const { text } = await attack(where, { as });
    expect(text).toContain("Vreau banii înapoi");
    expect(text.includes("Poți trimite un bilet altcuiva")).toBe(where === bare);
    // nobody has paid for it
    const own = { intent: "give-back" };
    expect(await attack(where, { as, form: own })).toMatchObject({ status: 303, location: where });
    // the tickets of friends end only in the browser that bought them, or in an account
    expect((await attack(where, { as, form })).status).toBe(where === bare ? 303 : 404);
  }
  expect((await attack(link.replace(ofMaria.orderId, ofAna.orderId))).status).toBe(404);
  expect((await attack(`/orders/${ofMaria.orderId}`, { as: maria })).text).toContain(bare);
  expect((await attack(path, { as: ana, form: { intent: "other" } })).location).toBe(path);
});
