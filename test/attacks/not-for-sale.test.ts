/** Items that are not for sale: only an administrator sees hidden ones, and nobody buys any of them, in any way. */
import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { listRoutes } from "#test/support/route-list.ts";
import { type Answer, type Attacker, openAttackedSite } from "./attacked-site.ts";

const { site, owner, season, attack, checkoutCall, nothingHappens } = await openAttackedSite();
const night = await season.night({ title: "Noapte cu ascunse" });
const [shut, over, full, next] = [
  await season.night({ isAvailable: false }),
  await season.night({ inDays: -2 }),
  await season.night({ capacity: 0 }),
  await season.night({ inDays: 9 }),
];
// a draft that has an address from before, and a night that appears in a year; an artist plays both, a pass has them too
const unpublished = [
  await season.night({ title: "Taina-7741" }),
  await season.night({ title: "Taina-7741" }),
];
const [draft, scheduled] = unpublished as [Uuid, Uuid];
const artist = newId();
await owner.query(
  `WITH made AS (INSERT INTO artists (id, name, bio) VALUES ($1, 'Doi Delfini', 'b') RETURNING id)
   INSERT INTO event_artists (event_id, artist_id) SELECT e, made.id FROM made, unnest($2::uuid[]) e`,
  [artist, [night, ...unpublished]],
);
for (const [id, at] of [
  [draft, null],
  [scheduled, "2099-01-01"],
])
  await owner.query("UPDATE events SET publish_at = $2 WHERE id = $1", [id, at]);
const onSale = await season.ticketType({ events: [night], title: "De vanzare", price: 99_900 });
// the picture in messengers of this night while nothing else is linked to it
const sharedBefore = await picture();
const hide = (id: Uuid) => owner.query("UPDATE tickets SET is_visible = false WHERE id = $1", [id]);
const archive = (id: Uuid) => owner.query("UPDATE tickets SET archived_at = now() WHERE id = $1", [id]);

type Ware = {
  readonly what: string;
  readonly id: Uuid;
  readonly night: Uuid;
  /** The test purchase of a demo asks for no price. */
  readonly isFreeInDemo?: true;
};
const wares: Ware[] = [];
async function ware(
  about: Parameters<typeof season.ticketType>[0] & { what: string; isFreeInDemo?: true },
  put?: (id: Uuid) => Promise<unknown>,
): Promise<void> {
  const { what, isFreeInDemo, ...type } = about;
  const id = await season.ticketType(type);
  await put?.(id);
  wares.push({ what, id, night: type.events[0] as Uuid, ...(isFreeInDemo ? { isFreeInDemo } : {}) });
}
/** Their name and price occur nowhere else here. */
const secret = { title: "Taina-7741", price: 77_731 };
const rank = (id: Uuid) => owner.query("UPDATE tickets SET offer_rank = 1 WHERE id = $1", [id]);
await ware({ what: "a hidden type", events: [night], isVisible: false, ...secret });
await ware({ what: "an archived type", events: [night], ...secret }, archive);
await ware({ what: "a hidden offer of /tickets", events: [next], ...secret }, async (id) => {
  await rank(id);
  await hide(id);
});
await ware({ what: "an archived offer of /tickets", events: [next], ...secret }, async (id) => {
  await rank(id);
  await archive(id);
});
await ware({
  what: "a hidden season pass",
  events: [night, next],
  family: "season_pass",
  isVisible: false,
  ...secret,
});
await ware(
  { what: "an archived early bird", events: [night, next], family: "early_bird", ...secret },
  archive,
);
await ware({ what: "a type of a night that is not available", events: [shut] });
await ware({ what: "a pass of a night that is not available", events: [shut], family: "season_pass" });
for (const [what, id] of [
  ["a draft", draft],
  ["a night that is not public yet", scheduled],
] as const) {
  await ware({ what: `a type of ${what}`, events: [id], ...secret });
  await ware({ what: `a pass of ${what}`, events: [id], family: "season_pass", ...secret }, rank);
}
await ware({ what: "a type of last night", events: [over] });
await ware({ what: "a pass of nights that are over", events: [over], family: "season_pass" });
await ware({ what: "a type that is sold out", events: [night], capacity: 0 });
await ware({ what: "a type of a night without a place left", events: [full] });
await ware({ what: "a pass to a night without a place left", events: [next, full], family: "season_pass" });
await ware({ what: "a type without a price id", events: [night], priceId: null, isFreeInDemo: true });
await ware({ what: "a type whose price was never agreed", events: [night], isFreeInDemo: true }, (id) =>
  owner.query("UPDATE tickets SET price_agreed_at = NULL WHERE id = $1", [id]),
);
await ware({ what: "a type whose sale has ended", events: [night] }, (id) =>
  owner.query("UPDATE tickets SET sale_ends_at = now() - interval '1 second' WHERE id = $1", [id]),
);
await ware({ what: "a type whose sale has not begun", events: [night] }, (id) =>
  owner.query("UPDATE tickets SET sale_starts_at = now() + interval '1 day' WHERE id = $1", [id]),
);

async function picture(): Promise<string> {
  const answer = await fetch(`${site.origin}/events/${night}/share.jpg`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer()).toString("base64");
}

/** Every way to buy tickets, for this person. */
const ways: Record<string, (ware: Ware, as: Attacker) => Promise<Answer>> = {
  "the form of its night": (one, as) => attack(`/events/${one.night}`, { as, form: choice(one) }),
  "the form of /tickets": (one, as) => attack("/tickets", { as, form: choice(one) }),
  "the form of /season-pass": (one, as) => attack("/season-pass", { as, form: choice(one) }),
  "the call with its price": (one, as) =>
    attack("/functions/v1/checkout-session", { as, json: checkoutCall({ price_id: `price_${one.id}` }) }),
  "the call with its price, type and night": (one, as) =>
    attack("/functions/v1/checkout-session", {
      as,
      json: checkoutCall({
        price_id: `price_${one.id}`,
        ticket_id: one.id,
        event_id: one.night,
        cancel_url: `${site.origin}/events/${one.night}`,
      }),
    }),
  "the call with the price of another type": (one, as) =>
    attack("/functions/v1/checkout-session", {
      as,
      json: checkoutCall({ price_id: `price_${onSale}`, ticket_id: one.id }),
    }),
  "the test purchase": (one, as) =>
    attack(`/purchase/${one.night}`, { as, form: { ...choice(one), request_key: newId() } }),
};
const choice = ({ id }: Ware) => ({ ticket_id: id, quantity: "1" });

describe.each(Object.keys(ways))("by %s", (way) => {
  // the test purchase of a demo asks for no price
  const refusedHere = wares.filter((one) => way !== "the test purchase" || !one.isFreeInDemo);
  it.each(refusedHere)("nobody buys $what (I28)", (one) =>
    nothingHappens(async () => {
      const answer = await ways[way]?.(one, await season.person());
      // the test purchase redirects to the page of a night that has nothing to sell, and to all nights from one that is not there
      const isSentAway =
        way === "the test purchase" &&
        ["/events", `/events/${one.night}`].includes(new URL(answer?.location ?? "/", site.origin).pathname);
      expect(isSentAway ? 404 : answer?.status).toBeOneOf([400, 404, 409]);
    }),
  );

  it.runIf(way !== "the call with the price of another type")(
    "what is for sale is bought, so that the refusals prove something",
    async () => {
      const answer = await ways[way]?.({ what: "", id: onSale, night }, await season.person());
      expect(answer?.status).toBeOneOf([200, 202, 303]);
    },
  );
});

/**
 * Every address that visitors may open, with each of these ids where it takes one: two nights, and the hidden items.
 */
const secrets = wares.filter(({ what }) => what === "a hidden type" || what === "a hidden season pass");
const ids = [night, next, ...unpublished, artist, ...secrets.map(({ id }) => id)];
const addresses = [...new Set(listRoutes().map(({ path }) => path))]
  .filter((path) => !/^\/(?:admin|_demo|\*|$)/.test(path))
  .flatMap((path) =>
    /:(?:id|order)\b/.test(path) ? ids.map((id) => path.replace(/:(?:id|order)\b/, id)) : [path],
  );
const shown = ["/", ...addresses, ...ids.map((id) => `/events/${id}/share.jpg`)]
  .map((path) => path.replace(/:\w+\??$/, "x"))
  .flatMap((path) => [
    path,
    ...(/[0-9a-f]{8}-/.test(path) ? [] : [`${path}?show=all&ticket_id=${ids[2]}&quantity=1`]),
  ]);
const traces = /Taina-7741|77\.?731|777[.,]31/;

const names = ["taina-7741", "taina-7741-2"].map((name) => `/events/${name}`);

describe("a night that is not public", () => {
  it.each(["nobody", "a customer", "gate staff", "an administrator"])(
    "answers %s as one that never was, under each of its addresses",
    async (who) => {
      const role = who === "an administrator" ? "admin" : who === "gate staff" ? "gate" : "user";
      const as = who === "nobody" ? undefined : await season.person(role);
      const never = newId();
      for (const page of [...names, ...unpublished.map((id) => `/events/${id}`)])
        for (const more of ["", ".data", "/share.jpg", "/night.ics", "/waiting", "/waiting/mine"]) {
          const unknown = page.includes("taina") ? "/events/taina-0" : `/events/${never}`;
          const { status } = await attack(unknown + more, { as });
          expect((await attack(page + more, { as })).status, page + more).toBe(status);
          expect(more.startsWith("/waiting") ? 404 : status, unknown + more).toBe(404);
        }
    },
  );

  it("is public from its moment on by the database's clock, without anybody doing anything", async () => {
    const soon = await season.night({ title: "Curând" });
    const type = await season.ticketType({ events: [soon], title: "Bilet curând" });
    const as = await season.person();
    const buy = () => attack(`/events/${soon}`, { as, form: { ticket_id: type, quantity: "1" } });
    const publishIn = (wait: string) =>
      owner.query("UPDATE events SET publish_at = now() + $2::interval WHERE id = $1", [soon, wait]);
    await publishIn("1 day");
    expect((await attack("/events/curand")).status).toBe(404);
    expect((await buy()).status).toBeOneOf([400, 404, 409]);
    await publishIn("2 seconds");
    await expect
      .poll(async () => (await attack("/events/curand")).text, { timeout: 60_000, interval: 300 })
      .toContain("Bilet curând");
    expect((await buy()).status).toBe(303);
  });
});

describe("a hidden or archived item", () => {
  it.each(["nobody", "a customer", "gate staff"])(
    "is on no page for %s, with whatever id (I28)",
    async (who) => {
      const as = who === "nobody" ? undefined : await season.person(who === "a customer" ? "user" : "gate");
      expect(shown.length).toBeGreaterThan(60);
      let pages = 0;
      for (const path of shown)
        for (const address of /\.\w+(?:\?|$)/.test(path)
          ? [path]
          : [path, path.replace(/^([^?]*)/, "$1.data")]) {
          const { status, text } = await attack(address, { as });
          expect(status, address).toBeLessThan(500);
          expect(text.replaceAll(/[0-9a-f-]{36}/g, ""), address).not.toMatch(traces);
          if (status === 200) pages += 1;
        }
      expect(pages).toBeGreaterThan(20);
      expect(await picture()).toBe(sharedBefore);
    },
    120_000,
  );

  it("is on the administrator's screens, so that the search above would find it", async () => {
    const as = await season.person("admin");
    expect((await attack(`/admin/tickets/${wares[0]?.id}`, { as })).text).toMatch(traces);
    expect((await attack(`/events/${night}`)).text).toContain("De vanzare");
  });
});
