import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { type Attacker, openAttackedSite } from "#test/attacks/attacked-site.ts";
import { queriesOf } from "#test/support/queries.ts";
import { announce, letTheHourCome } from "#test/support/sale-opening.ts";

/** An announced sale, its waiting room and the stops of administrators, on the built site, over HTTP. */
const { site, owner, season, attack, checkoutCall } = await openAttackedSite();
const db = queriesOf(owner);
const admin = await season.person("admin");

async function openingNight(inMinutes: number, roomMinutes: number | null) {
  const night = await season.night({ title: "Noaptea anunțată" });
  const type = await season.ticketType({ events: [night] });
  await announce(owner, night, { inMinutes, roomMinutes });
  // the site learns of a room at most a second late
  if (roomMinutes !== null) await pause(1000);
  return { night, type };
}

const pay = (as: Attacker, night: string, type: string) =>
  attack(`/events/${night}`, { as, form: { ticket_id: type, quantity: "1" } });

/** The place, as the page's script requests it; `cookie` is the one from joining. */
async function standing(night: string, cookie: string) {
  const answer = await fetch(`${site.origin}/events/${night}/waiting/place`, { headers: { cookie } });
  return { standing: await answer.json(), cookie: answer.headers.get("set-cookie") };
}

/** Joins with the page's form; returns the cookie of the place. */
async function comeIn(as: Attacker, night: string): Promise<string> {
  const answer = await fetch(`${site.origin}/events/${night}/waiting`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(),
    headers: { cookie: `session=${as.token}` },
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`/events/${night}/waiting`);
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

describe("a night whose opening is announced", () => {
  it("shows when, offers no way to pay, and refuses a purchase all the same", async () => {
    const { night, type } = await openingNight(90, 30);
    const page = await attack(`/events/${night}`);
    expect(page.text).toContain("Deschidem la");
    expect(page.text).not.toContain(`name="ticket_id"`);
    const person = await season.person();
    const answer = await pay(person, night, type);
    expect(answer.status).toBe(409);
    const call = checkoutCall({ price_id: `price_${type}`, ticket_id: type, event_id: night });
    const called = await attack("/functions/v1/checkout-session", { as: person, json: call });
    expect(called).toMatchObject({ status: 409, text: '{"error":"Vânzarea nu s-a deschis încă."}' });
    expect((await attack(`/events/${night}/waiting`)).location).toBe(`/events/${night}`);
    expect((await attack(`/events/${night}/waiting`, { as: person, form: {} })).location).toBe(
      `/events/${night}`,
    );
    expect(await attack("/events/x/waiting", { as: person, form: {} })).toMatchObject({ status: 404 });
    expect(await attack("/events/x/waiting/place")).toMatchObject({ status: 404 });
  });
});

describe("the waiting room", () => {
  it("takes one place for each account, keeps it over a reload, and shows it without a script too", async () => {
    const { night } = await openingNight(10, 30);
    const person = await season.person();
    const anonymous = await attack(`/events/${night}/waiting`);
    expect(anonymous.text).toContain("Conectează-te ca să intri");
    expect((await attack(`/events/${night}/waiting`, { form: {} })).location).toBe(
      `/login?next=/events/${night}`,
    );
    const cookie = await comeIn(person, night);
    expect(await comeIn(person, night)).toBe(cookie);
    const first = await standing(night, cookie);
    expect(first.standing).toMatchObject({ kind: "before_draw", waiting: 1 });
    // another browser of the same person gets the same place
    const elsewhere = await standing(night, `session=${person.token}`);
    expect(elsewhere.standing.placeId).toBe(first.standing.placeId);
    expect(elsewhere.cookie?.split(";")[0]).toBe(cookie);
    expect((await standing(night, "")).standing).toEqual({ kind: "outside" });
    const mine = await attack(`/events/${night}/waiting/mine`, { as: person });
    expect(mine.text).toContain("Ești în sală");
    expect(mine.text).toMatch(/http-equiv="refresh" content="20;url=\/events\/[0-9a-f-]+\/waiting\/mine"/i);
    const stranger = await attack(`/events/${night}/waiting/mine`, { as: await season.person() });
    expect(stranger.text).toContain("Intră în sala de așteptare");
  });

  it("is one page for all: it contains nothing of one person, and is kept as bytes", async () => {
    const { night } = await openingNight(10, 30);
    const [ana, dan] = [await season.person(), await season.person()];
    await comeIn(ana, night);
    const pages = await Promise.all(
      [ana, dan].map(async (as) => (await attack(`/events/${night}/waiting`, { as })).text),
    );
    expect(pages[0]).toBe(pages[1]);
    expect(pages[0]).toContain(`content="0;url=/events/${night}/waiting/mine"`);
  });

  it("lets people in after the draw automatically; a customer who pays before joins the queue", async () => {
    const { night, type } = await openingNight(10, 30);
    const [ana, dan] = [await season.person(), await season.person()];
    const cookie = await comeIn(ana, night);
    await letTheHourCome(owner, night);
    const answer = await pay(dan, night, type);
    expect(answer).toMatchObject({ status: 303, location: `/events/${night}/waiting` });
    await vi.waitFor(async () => expect((await standing(night, cookie)).standing.kind).toBe("in"), {
      timeout: 40_000,
      interval: 100,
    });
    expect((await attack(`/events/${night}/waiting/mine`, { as: ana })).location).toBe(
      `/events/${night}#bilete`,
    );
    const bought = await pay(ana, night, type);
    expect(bought.status).toBe(303);
    expect(bought.location).toMatch(/_demo\/pay|\/checkout\//);
  });

  it("does not stop administrators, gates, webhook events and customers who come back from paying", async () => {
    const { night, type } = await openingNight(10, 30);
    expect((await pay(admin, night, type)).location).toMatch(/_demo\/pay|\/checkout\//);
    const gateStaff = await season.person("gate");
    expect((await attack("/gate", { as: gateStaff })).status).toBe(200);
    expect((await attack(`/events/${night}/waiting`, { as: gateStaff, form: {} })).location).toBe(
      `/events/${night}`,
    );
    expect((await attack("/webhooks/stripe", { body: "{}" })).status).toBe(400);
    expect((await attack("/tickets/success?session_id=cs_1", { as: admin })).status).toBe(200);
  });
});

describe("a stop", () => {
  const stop = (as: Attacker, query: string, form: Record<string, string>) =>
    attack(`/admin/status/stops/start?${query}`, { as, form });
  const why = { cause: "Greșeală de preț", details: "", until: "" };
  const lift = async (kind: string) => {
    const rows = await db`SELECT id FROM stops WHERE kind = ${kind} AND lifted_at IS NULL`;
    for (const { id } of rows)
      expect((await attack("/admin/status/stops", { as: admin, form: { lift: id } })).status).toBe(303);
  };

  it("is shown on the night's page within a second, refused by the sale, and ends when lifted", async () => {
    const night = await season.night({ title: "Noaptea oprită" });
    const type = await season.ticketType({ events: [night] });
    expect((await attack(`/events/${night}`)).text).toContain('name="ticket_id"');
    const question = await attack(`/admin/status/stops/start?kind=sale&event=${night}`, { as: admin });
    expect(question.text).toContain("Oprești vânzarea pentru Noaptea oprită?");
    expect((await stop(admin, `kind=sale&event=${night}`, { ...why, cause: "" })).status).toBe(422);
    expect((await stop(admin, `kind=sale&event=${night}`, why)).location).toBe("/admin/status/stops");
    expect((await stop(admin, `kind=sale&event=${night}`, why)).status).toBe(409);
    await vi.waitFor(
      async () =>
        expect((await attack(`/events/${night}`)).text).toContain("Vânzarea este oprită pentru moment."),
      { timeout: 5000, interval: 20 },
    );
    const person = await season.person();
    expect((await pay(person, night, type)).status).toBe(409);
    const screen = await attack("/admin/status/stops", { as: admin });
    expect(screen.text).toContain("Greșeală de preț");
    expect(screen.text).toContain("oprire pornită");
    expect((await attack("/admin/events", { as: admin })).text).toContain(
      "Vânzarea este oprită la „Noaptea oprită”: Greșeală de preț",
    );
    await lift("sale");
    expect((await pay(person, night, type)).status).toBe(303);
    await vi.waitFor(
      async () => expect((await attack(`/events/${night}`)).text).toContain('name="ticket_id"'),
      { timeout: 5000, interval: 20 },
    );
  });

  it("read-only, changes nothing for anybody except work under way, and can be lifted", async () => {
    const person = await season.person();
    const gateStaff = await season.person("gate");
    expect((await stop(admin, "kind=read_only", why)).status).toBe(303);
    await vi.waitFor(
      async () => expect((await attack("/profile", { as: person, form: {} })).status).toBe(503),
      { timeout: 5000, interval: 20 },
    );
    const refused = await attack("/newsletter", { form: { email: "x@exemplu.ro" } });
    expect(refused).toMatchObject({ status: 503 });
    expect(refused.text).toContain("doar pentru citire");
    expect((await attack("/admin/events/new", { as: admin, form: {} })).status).toBe(503);
    expect((await attack("/", {})).text).toContain("site-ul este doar pentru citire");
    // what still works
    expect((await attack("/webhooks/stripe", { body: "{}" })).status).toBe(400);
    expect((await attack("/gate", { as: gateStaff, form: {} })).status).not.toBe(503);
    expect(
      (await attack("/login", { form: { email: "x@exemplu.ro", password: "nu e ea" } })).status,
    ).not.toBe(503);
    await lift("read_only");
    await vi.waitFor(
      async () => expect((await attack("/profile", { as: person, form: {} })).status).not.toBe(503),
      { timeout: 5000, interval: 20 },
    );
  });
});

describe("the status panel", () => {
  it("shows the state of the site, to administrators alone, and works without a script", async () => {
    const page = await vi.waitFor(
      async () => {
        const found = await attack("/admin/status", { as: admin });
        expect(found.text).toContain("Deschide pagini de plată");
        return found;
      },
      { timeout: 40_000, interval: 200 },
    );
    expect(page.text).toMatch(/<noscript><meta http-equiv="refresh" content="10"/i);
    for (const word of ["La rând", "Reținute", "Copii de siguranță", "1 proces", "Treburi de fundal"])
      expect(page.text).toContain(word);
    expect((await attack("/admin/status", { as: await season.person() })).location).toBe("/");
  });
});

describe("the form of a night", () => {
  it("announces an opening, shows it, and keeps wrong input", async () => {
    const night = await season.night({ title: "Furtună de Vară", inDays: 60 });
    const day = (await db`SELECT (now() + interval '30 days')::date::text AS day`)[0].day;
    const send = (form: Record<string, string>) =>
      attack(`/admin/events/${night}/opening`, { as: admin, form: { intent: "announce", ...form } });
    const wrong = await send({ day: "2020-01-01", time: "10:00", room: "30" });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('value="2020-01-01"');
    expect(wrong.text).toContain("Momentul acesta a trecut deja");
    expect((await send({ day, time: "25:00", room: "30" })).status).toBe(422);
    expect((await send({ day, time: "10:00", room: "30" })).location).toBe(`/admin/events/${night}`);
    const form = await attack(`/admin/events/${night}`, { as: admin });
    expect(form.text).toContain("Sala de așteptare se deschide la 09:30.");
    expect((await send({ intent: "withdraw", day: "", time: "", room: "" })).status).toBe(303);
    expect((await attack(`/admin/events/${night}`, { as: admin })).text).toContain("Anunță o oră");
  });
});
