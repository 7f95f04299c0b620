/** Codes at the checkout, by script: free orders, invented totals, codes that end (decisions 40, 41, 67). */
import { expect, it } from "vitest";
import { throttleKey } from "#platform/identity/limits/throttle-store.server.ts";
import { limits } from "#ticketing/limits.ts";
import { refusalTexts } from "#web/request/refusal-texts.ts";
import { openAttackedSite } from "./attacked-site.ts";
import { codedCalls } from "./coded-calls.ts";

const { site, season, owner } = await openAttackedSite();
const night = await season.night();
const type = await season.ticketType({ events: [night], price: 10_000 });
const { send, call, press } = codedCalls({ origin: site.origin, night, type });

/** How many wrong codes this account has sent. */
async function wrongOf(userId: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    "SELECT count FROM identity.throttle WHERE key = $1",
    [throttleKey("voucher", userId)],
  );
  return rows[0]?.count ?? 0;
}
const token = async () => (await season.person()).token;
const two = { lines: [{ ticket_id: type, quantity: 2 }] };

it("an order that a code made free has no card page: its address leads to the tickets, for its owner alone", async () => {
  await season.voucher({ code: "GRATIS-PROBA", percent: 100 });
  const owns = await token();
  const { body, status } = await call("GRATIS-PROBA", { token: owns }, type, { total: 0 });
  const address = String(body.url);
  expect([status, address]).toEqual([200, expect.stringMatching(`^${site.origin}/checkout/[0-9a-f-]{36}$`)]);
  const left = await send(new URL(address).pathname, { token: owns });
  const success = left.headers.get("location") ?? "";
  expect([left.status, success]).toEqual([302, `/tickets/success?order=${address.slice(-36)}`]);
  const label = /FSC-\d{4}-\d{6}/;
  expect((await send(success, { token: owns })).text).toMatch(label);
  for (const other of [{ token: await token() }, {}]) {
    const seen = await send(success, other);
    expect([seen.status, label.test(seen.text)]).toEqual([200, false]);
  }
  const pressed = await press("GRATIS-PROBA", { token: await token() });
  expect([pressed.status, pressed.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^\/checkout\//),
  ]);
});

it("a buyer who says a total of nothing without the code, or a lower one with it, is told the price", async () => {
  await season.voucher({ code: "ZECE-LA-TOTAL" });
  const asked = async (code: string | undefined, total: number) => {
    const { status, body } = await call(code, { token: await token() }, type, { total });
    return [status, body.error, body.total];
  };
  expect(await asked(undefined, 0)).toEqual([409, "price_changed", 10_000]);
  expect(await asked("ZECE-LA-TOTAL", 0)).toEqual([409, "price_changed", 9_000]);
  expect(await asked("ZECE-LA-TOTAL", 8_999)).toEqual([409, "price_changed", 9_000]);
  expect(await asked("ZECE-LA-TOTAL", 10_000)).toEqual([200, undefined, undefined]);
});

it("what is left to pay is nothing, or as much as the card provider takes", async () => {
  await season.voucher({ code: "APROAPE-TOT", amount: 9_900 });
  const { status, body } = await call("APROAPE-TOT", { token: await token() });
  const least = limits.leastCardPayment;
  expect([status, body]).toEqual([
    ...[409, { error: "below_card_minimum", message: refusalTexts.belowCardMinimum(least), least }],
  ]);
});

it("a code that is used up says for how many tickets it still is", async () => {
  const hidden = await season.ticketType({ events: [night] });
  await owner.query("UPDATE tickets SET requires_code = true WHERE id = $1", [hidden]);
  await season.voucher({ code: "UNUL-SINGUR", opens: [hidden], capacity: 1 });
  const lines = [{ ticket_id: hidden, quantity: 2 }];
  const both = await call("UNUL-SINGUR", { token: await token() }, hidden, { lines });
  expect([both.status, both.body]).toEqual([
    ...[409, { error: "code_exhausted", message: refusalTexts.codeExhausted(1), left: 1 }],
  ]);
  expect((await call("UNUL-SINGUR", { token: await token() }, hidden)).status).toBe(200);
  const none = await call("UNUL-SINGUR", { token: await token() }, hidden);
  expect([none.status, none.body]).toEqual([
    ...[409, { error: "code_exhausted", message: refusalTexts.codeExhausted(0), left: 0 }],
  ]);
});

it("a code for other tickets is told apart from a wrong one, and not counted as one", async () => {
  const other = await season.ticketType({ events: [night] });
  await season.voucher({ code: "PENTRU-ALTELE", types: [other] });
  const { userId, token: theirs } = await season.person();
  const { status, body } = await call("PENTRU-ALTELE", { token: theirs });
  expect([status, body]).toEqual([
    ...[409, { error: "code_invalid", message: refusalTexts.codeInvalid.other_tickets }],
  ]);
  expect(await wrongOf(userId)).toBe(0);
});

it("who holds tickets with a code keeps its price after its end, and nobody begins with it", async () => {
  const id = await season.voucher({ code: "SE-INCHEIE" });
  const holds = await token();
  const { body } = await call("SE-INCHEIE", { token: holds }, type, two);
  await owner.query("UPDATE vouchers SET ends_at = now() WHERE id = $1", [id]);
  expect((await call("SE-INCHEIE", { token: holds }, type, { ...two, total: 18_000 })).body).toEqual(body);
  const late = await season.person();
  const { status, body: said } = await call("SE-INCHEIE", { token: late.token }, type, two);
  expect([status, said.error, await wrongOf(late.userId)]).toEqual([409, "code_invalid", 1]);
});
