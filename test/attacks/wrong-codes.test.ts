/** Codes that somebody tries, or orders with: typed on a page, in a link, in the call. */
import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { limits } from "#ticketing/limits.ts";
import { refusalTexts } from "#web/request/refusal-texts.ts";
import { openAttackedSite } from "./attacked-site.ts";
import { type By, codedCalls } from "./coded-calls.ts";

const { site, season, owner } = await openAttackedSite();
const night = await season.night();
const type = await season.ticketType({ events: [night], price: 10_000 });
await season.voucher({ code: "ZECE-PROBA" });
const hidden = await season.ticketType({ events: [night], title: "Culise" });
await owner.query("UPDATE tickets SET requires_code = true WHERE id = $1", [hidden]);
await season.voucher({ code: "CULISE-PROBA", opens: [hidden] });
const invalid = refusalTexts.codeInvalid.unknown;

const chosen = `/events/${night}?ticket_id=${type}&quantity=1#cod`;

const { send, typeIn, link, call, press } = codedCalls({ origin: site.origin, night, type });
const wrongs = (count: number) =>
  Array.from({ length: count }, () => `GRESIT-${newId().slice(-6).toUpperCase()}`);

/** What the night's page shows in its form. */
function fieldsOf(page: string) {
  const html = page.replaceAll("&#x27;", "'");
  return {
    chosen: /<option selected="">(\d+)<\/option>/.exec(html)?.[1],
    kept: /name="typed_code"[^>]* value="([^"]*)"/.exec(html)?.[1],
    isOpen: html.includes('class="code-question" open=""'),
  };
}

describe("a right code", () => {
  it("that was typed, in whatever case, goes into a cookie that no script reads, and back to its page with what was chosen", async () => {
    const answer = await typeIn("  zece-proba ", {});
    expect([answer.status, answer.headers.get("location"), answer.said]).toEqual([303, chosen, null]);
    expect(answer.code).toBe("code=ZECE-PROBA; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax");
    const removed = await typeIn("", { cookie: "code=ZECE-PROBA" }, { intent: "remove_code" });
    expect([removed.status, removed.headers.get("location"), removed.code]).toEqual([
      303,
      chosen,
      "code=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    ]);
    expect((await typeIn("ZECE-PROBA", {}, { quantity: "0" })).headers.get("location")).toBe(
      `/events/${night}#cod`,
    );
  });

  it.each<[Record<string, string>, string]>([
    [{ intent: "buy" }, "/login?next="],
    [{ total: "10000" }, "/login?next="],
    [{ intent: "guest" }, "/guest?next="],
    [{ intent: "register" }, "/register?next="],
  ])(
    "that was typed is applied by the button %j as well, which goes on with what was chosen",
    async (button, to) => {
      const answer = await typeIn("zece-proba", {}, { intent: "", ...button });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        302,
        to + encodeURIComponent(chosen.replace("#cod", "#bilete")),
      ]);
      expect(answer.code).toMatch(/^code=ZECE-PROBA;/);
    },
  );

  it("that was typed and opens other types, or is for others, is shown before anything is bought", async () => {
    await season.voucher({ code: "ALTELE-PROBA", types: [hidden] });
    for (const code of ["CULISE-PROBA", "ALTELE-PROBA"]) {
      const answer = await typeIn(code, { token: (await season.person()).token }, { intent: "buy" });
      expect([answer.status, answer.headers.get("location")], code).toEqual([303, chosen]);
      expect(answer.code, code).toContain(`code=${code};`);
    }
  });

  it("in a link is moved into the cookie: the clean address keeps the rest of the query and tells nobody where from", async () => {
    const answer = await send(`/events/${night}?quantity=2&code=zece-proba&ticket_id=${type}`, {});
    expect([answer.status, answer.headers.get("location"), answer.text]).toEqual([
      303,
      `/events/${night}?quantity=2&ticket_id=${type}`,
      "",
    ]);
    expect(answer.code).toMatch(/^code=ZECE-PROBA;/);
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    for (const page of ["/", "/events", "/tickets", "/season-pass", "/termeni"])
      expect((await send(`${page}?code=ZECE-PROBA`, {})).headers.get("location"), page).toBe(page);
    expect((await send("/login?code=ZECE-PROBA", {})).status).toBe(200);
  });

  it("of the cookie makes pages that are kept for nobody", async () => {
    const plain = await send(`/events/${night}`, {});
    const coded = await send(`/events/${night}`, { cookie: "code=ZECE-PROBA" });
    expect(plain.headers.get("cache-control")).toContain("public");
    expect(plain.headers.get("etag")).not.toBeNull();
    expect(coded.headers.get("cache-control")).toBe("private, no-store");
    expect(coded.headers.get("etag")).toBeNull();
  });

  it("lowers the price in the call and in the form, from the body or else from the cookie; the body wins", async () => {
    const totalOf = async (token: string) =>
      (
        await owner.query<{ total: number }>(
          "SELECT o.total::int AS total FROM orders o JOIN identity.session s ON s.user_id = o.user_id WHERE s.token = encode(sha256($1), 'hex') ORDER BY o.id DESC LIMIT 1",
          [token],
        )
      ).rows[0]?.total;
    const bought = async (buy: (by: By & { token: string }) => Promise<{ status: number }>) => {
      const { token } = await season.person();
      const { status } = await buy({ token });
      return [status, await totalOf(token)];
    };
    expect(await bought((by) => call("zece-proba", by))).toEqual([200, 9_000]);
    expect(await bought((by) => call(undefined, { ...by, cookie: "code=ZECE-PROBA" }))).toEqual([200, 9_000]);
    expect(await bought((by) => press("ZECE-PROBA", by))).toEqual([303, 9_000]);
    expect(await bought((by) => call("", { ...by, cookie: "code=ZECE-PROBA" }))).toEqual([200, 10_000]);
    expect(await bought((by) => call(undefined, by))).toEqual([200, 10_000]);
  });
});

it("a code that a browser carries is for the night's page alone: a pass is sold at its price, and one that is asked for with it is refused", async () => {
  const pass = await season.ticketType({ events: [night], family: "season_pass", price: 30_000 });
  const fromOffers = { cancel_url: `${site.origin}/tickets` };
  const { token } = await season.person();
  const carried = await call(undefined, { token, cookie: "code=ZECE-PROBA" }, pass, fromOffers);
  const { rows } = await owner.query("SELECT total::int AS total FROM orders WHERE ticket_type_id = $1", [
    pass,
  ]);
  expect([carried.status, rows]).toEqual([200, [{ total: 30_000 }]]);
  const named = await call("ZECE-PROBA", { token: (await season.person()).token }, pass, fromOffers);
  expect([named.status, named.body.error]).toEqual([409, "code_invalid"]);
});

describe("a wrong code", () => {
  it.each<Record<string, string>>([
    { intent: "buy" },
    { total: "10000" },
    { intent: "guest" },
    { intent: "register" },
    { intent: "continue" },
  ])(
    "stops the button %j as it stops its own, with field and choice kept, of nobody and of a person; nothing is bought",
    async (button) => {
      const { token, userId } = await season.person();
      for (const by of [{}, { token }]) {
        const answer = await typeIn("ZECE-PR0BA", by, { intent: "", ...button });
        expect([answer.status, answer.said, answer.code]).toEqual([409, invalid, undefined]);
        expect(fieldsOf(answer.text)).toEqual({ chosen: "1", kept: "ZECE-PR0BA", isOpen: true });
      }
      const { rows } = await owner.query("SELECT FROM orders WHERE user_id = $1", [userId]);
      expect(rows).toEqual([]);
    },
  );

  it.each([
    ["unknown", "NU-EXISTA"],
    ["too short", "A"],
    ["of ten thousand characters", "A".repeat(10_000)],
    ["with a letter that only looks like ours", "ZECE-PRОBA"],
    ["with a dotless i", "culıse-proba"],
    ["that is SQL", "' OR '1'='1"],
  ])("%s gets the same clear answer everywhere", async (_, code) => {
    const { token } = await season.person();
    const answer = await call(code, { token });
    expect([answer.status, answer.body]).toEqual([409, { error: "code_invalid", message: invalid }]);
    const pressed = await press(code, { token });
    expect([pressed.status, pressed.text.includes(invalid)]).toEqual([409, true]);
    const typed = await typeIn(code, {}, { quantity: "3" });
    expect([typed.status, typed.said, typed.code]).toEqual([409, invalid, undefined]);
    // what was typed and chosen is still there, without a script too
    const { chosen, kept, isOpen } = fieldsOf(typed.text);
    expect([chosen, isOpen]).toEqual(["3", true]);
    expect(kept).toBe(code.slice(0, 100));
    if (code.length < 1000) {
      const linked = await link(code, {});
      expect([linked.status, linked.headers.get("location"), linked.said]).toEqual([
        303,
        `/events/${night}`,
        invalid,
      ]);
    }
  });

  it("with a NUL is no form of ours, and no code in the call", async () => {
    const { token } = await season.person();
    expect((await typeIn("ZECE\0PROBA", {})).status).toBe(400);
    expect((await call("ZECE-PROBA\0", { token })).body.error).toBe("code_invalid");
    expect((await link("ZECE-PROBA\0", {})).said).toBe(invalid);
    for (const odd of [5, null, ["ZECE-PROBA"], { a: 1 }])
      expect((await call(undefined, { token }, type, { code: odd })).status).toBe(400);
  });

  it("that is empty is asked for and not counted, and a page that is not this night's is no way back", async () => {
    const { token } = await season.person();
    for (let n = 0; n <= limits.wrongCodesPerAccountAndHour; n++)
      expect((await typeIn("  ", { token })).said).toBe("Scrie codul, apoi apasă „Aplică”.");
    const slug = (await owner.query("SELECT slug FROM events WHERE id = $1", [night])).rows[0].slug;
    const led = async (name: string) =>
      (await typeIn("ZECE-PROBA", { token }, { slug: name })).headers.get("location");
    expect(await led(slug)).toBe(chosen.replace(night, slug));
    const other = await season.night({ title: "Altă noapte" });
    const { rows } = await owner.query("SELECT slug FROM events WHERE id = $1", [other]);
    for (const name of ["https://rau.example/", "//rau.example", "/\\rau.example", "", rows[0].slug])
      expect(await led(name), name).toBe(chosen);
  });
});

describe("the limit of wrong codes", () => {
  it("of an account is one for link, page and call: after ten even a right code gets its answer, and in the next hour not", async () => {
    const { token } = await season.person();
    // no more calls and presses than a session may make in a minute
    const ways = [typeIn, link, call, typeIn, press, link];
    for (const [at, code] of wrongs(limits.wrongCodesPerAccountAndHour).entries())
      await ways[at % ways.length]?.(code, { token });
    const tooMany = refusalTexts.tooManyCodes(3600);
    expect((await typeIn("ZECE-PROBA", { token })).said).toBe(tooMany);
    expect((await link("ZECE-PROBA", { token })).said).toBe(tooMany);
    const answer = await call("ZECE-PROBA", { token });
    expect([answer.status, answer.body]).toEqual([429, { error: "too_many_codes", message: tooMany }]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(3500);
    expect((await call("NU-EXISTA", { token })).body).toEqual(answer.body);
    // without a code one buys as before, and nobody else waits
    expect((await call(undefined, { token })).status).toBe(200);
    expect((await call("ZECE-PROBA", { token: (await season.person()).token })).status).toBe(200);
    await owner.query("UPDATE identity.throttle SET since = now() - interval '61 minutes'");
    expect((await typeIn("ZECE-PROBA", { token })).said).toBeNull();
  });

  it("of a network counts everybody in it who is not signed in, and keeps no code from those who are; the /64 of IPv6 is one", async () => {
    const person = await season.person();
    const from = "2001:db8:beef:1::1";
    const answers: (string | null)[] = [];
    for (const code of wrongs(limits.wrongCodesPerAddressAndHour))
      answers.push((await typeIn(code, { from })).said);
    expect(new Set(answers)).toEqual(new Set([invalid]));
    expect((await typeIn("ZECE-PROBA", { from: "2001:db8:beef:1:ffff::9" })).said).toContain("Conectează-te");
    expect((await typeIn("ZECE-PROBA", { from })).said).toBe(refusalTexts.tooManyCodesOfNetwork(3600));
    expect((await call("ZECE-PROBA", { from, token: person.token })).status).toBe(200);
    expect((await call("NU-EXISTA", { from, token: person.token })).body).toMatchObject({
      error: "code_invalid",
    });
    expect((await typeIn("ZECE-PROBA", { from: "2001:db8:beef:2::1" })).said).toBeNull();
  });
});

it("an order that a code made free has no card page: its address leads to the tickets, for its owner alone", async () => {
  await season.voucher({ code: "GRATIS-PROBA", percent: 100 });
  const [{ token }, stranger] = [await season.person(), await season.person()];
  const { body, status } = await call("GRATIS-PROBA", { token }, type, { total: 0 });
  const address = String(body.url);
  expect([status, address]).toEqual([200, expect.stringMatching(`^${site.origin}/checkout/[0-9a-f-]{36}$`)]);
  const left = await send(new URL(address).pathname, { token });
  const success = left.headers.get("location") ?? "";
  expect([left.status, success]).toEqual([302, `/tickets/success?order=${address.slice(-36)}`]);
  expect((await send(success, { token })).text).toMatch(/FSC-\d{4}-\d{6}/);
  for (const other of [{ token: stranger.token }, {}]) {
    const seen = await send(success, other);
    expect([seen.status, /FSC-\d{4}-\d{6}/.test(seen.text)]).toEqual([200, false]);
  }
});

it("a code that does not lower what the call says is refused with the reason and its figure", async () => {
  const opened = await season.ticketType({ events: [night] });
  await owner.query("UPDATE tickets SET requires_code = true WHERE id = $1", [opened]);
  await season.voucher({ code: "UNUL-SINGUR", opens: [opened], capacity: 1 });
  await season.voucher({ code: "APROAPE-TOT", amount: 9_900 });
  await season.voucher({ code: "PENTRU-ALTELE", types: [opened] });
  const changed = (total: number) => ({ error: "price_changed", total });
  const least = limits.leastCardPayment;
  for (const [code, more, body] of [
    [undefined, { total: 0 }, changed(10_000)],
    ["ZECE-PROBA", { total: 8_999 }, changed(9_000)],
    [
      "APROAPE-TOT",
      {},
      { error: "below_card_minimum", message: refusalTexts.belowCardMinimum(least), least },
    ],
    ["PENTRU-ALTELE", {}, { error: "code_invalid", message: refusalTexts.codeInvalid.other_tickets }],
    [
      "UNUL-SINGUR",
      { lines: [{ ticket_id: opened, quantity: 2 }] },
      { error: "code_exhausted", message: refusalTexts.codeExhausted(1), left: 1 },
    ],
  ] as const) {
    const answer = await call(code, { token: (await season.person()).token }, type, more);
    expect([answer.status, answer.body], code ?? "").toEqual([409, expect.objectContaining(body)]);
  }
});
