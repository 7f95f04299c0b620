/** A night with tickets, add-ons and a free ticket: every screen of the office says the same numbers of them. */
import { expect, it } from "vitest";
import { counted } from "#kernel/romanian.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { queriesOf } from "#test/support/queries.ts";
import { sellLines } from "#test/support/sold-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { forgetBuyer } from "#ticketing/orders/forget-buyer.server.ts";
import { grantInvitation } from "#ticketing/orders/gifts/grant-invitation.server.ts";
import { erasePerson } from "#ticketing/people/erase-person.server.ts";

const { season, site: services, provider, ask } = await openSourceSite();
const site = { ...services, provider };
const db = queriesOf(season.client);
const admin = await season.person("admin");
const night = await season.night();
const entry = await season.ticketType({ events: [night], title: "Intrare" });
const parking = await season.ticketType({ events: [night], title: "Parcare", entries: 0 });
const order = await sellLines(site, {
  sessionHash: (await season.person()).sessionHash,
  eventId: night,
  lines: [
    { ticketTypeId: entry, quantity: 4 },
    { ticketTypeId: parking, quantity: 2 },
  ],
});
const guest = await season.person();
succeeded(
  await grantInvitation(site, {
    actor: admin,
    email: `${guest.userId}@exemplu.ro`,
    ticketTypeId: entry,
    eventId: night,
    quantity: 1,
    because: "presă",
    requestKey: null,
  }),
);

const page = async (path: string) => (await ask(path, { as: admin })).text.replaceAll("<!-- -->", "");
/** The figure and the note of a tile. */
const tile = (text: string, label: string) =>
  new RegExp(`<dt>${label}</dt><dd>([^<]*)</dd><dd>([^<]*)</dd>`).exec(text)?.slice(1);

const [sums] = await db`SELECT coalesce(sum(quantity) FILTER (WHERE t.admits), 0)::int AS tickets,
    coalesce(sum(quantity) FILTER (WHERE t.admits AND total_price = 0), 0)::int AS free, coalesce(sum(quantity) FILTER (WHERE NOT t.admits), 0)::int AS add_ons
  FROM ticket_purchases p JOIN tickets t ON t.id = p.ticket_type_id WHERE p.event_id = ${night} AND p.status = 'paid'`;
const { tickets, free, add_ons: addOns } = sums as { tickets: number; free: number; add_ons: number };
const beside = `; pe lângă ele ${counted(addOns, "addOn")}`;
const both = `${counted(tickets, "ticket")} și ${counted(addOns, "addOn")}`;

async function rowsWhere(condition: string): Promise<number> {
  const { rows } = await season.client.query(
    `SELECT count(*)::int AS n FROM ticket_purchases WHERE event_id = $1 AND ${condition}`,
    [night],
  );
  return rows[0].n;
}

it("a ticket lets somebody in and an add-on does not: settlement, cancelling and moving say both apart", async () => {
  expect(tile(await page(`/admin/events/${night}/settlement`), "Bilete")).toEqual([
    String(tickets),
    `${tickets - free} plătite, ${free} fără bani${beside}`,
  ]);
  for (const act of ["cancel", "move"])
    expect(tile(await page(`/admin/events/${night}/${act}`), "Bilete")).toEqual([
      String(tickets),
      `în 2 comenzi${beside}`,
    ]);
});

it("the list of purchases says how many rows it found and what is in them, and the order the same of itself", async () => {
  const rows = await rowsWhere("true");
  const text = await page(`/admin/purchases?event=${night}`);
  expect(text).toContain(`>${counted(rows, "row")} cu ${both}, prețuri în LEI<`);
  expect(await page(`/admin/purchases?open=${order.orderId}`)).toContain(
    `${counted(tickets - free, "ticket", "valabil", "valabile")} și ${counted(addOns, "addOn", "valabil", "valabile")}`,
  );
});

it("the report's types add up to its tile of sold tickets and the add-ons, and its list says its rows in the words of the list of purchases", async () => {
  const text = await page("/admin/reports?period=all");
  const shown = /<h2>Bilete vândute<\/h2>[\s\S]*?<b class="figures">(\d+)</.exec(text)?.[1];
  const types = [
    ...text.slice(text.indexOf('class="type-shares"')).matchAll(/<span class="figures muted">(\d+)</g),
  ];
  expect(types.reduce((sum, [, n]) => sum + Number(n), 0)).toBe(Number(shown) + addOns);
  const sold = `${counted(Number(shown), "ticket")} și ${counted(addOns, "addOn")}`;
  expect(text).toContain(`>${sold} în perioadă;`);
  const rows = counted(await rowsWhere("total_price > 0"), "row");
  expect(text).toContain(
    `Achiziții în perioadă</h2><span class="muted figures">${rows} cu ${sold}, prețuri în LEI<`,
  );
  const onPage = `>${rows} pe această pagină, câte unul de fiecare cod`;
  expect(text).toContain(onPage);
  expect(await page("/admin/purchases?only=counted")).toContain(onPage);
});

it("a notification says of each type how many were bought", async () => {
  expect(await page("/admin/notifications")).toContain("Intrare × 4, Parcare × 2");
});

it("the nights that are to come, over and cancelled add up to the dashboard's number of nights", async () => {
  await db`UPDATE events SET cancelled_at = now() WHERE id = ${await season.night()}`;
  await season.night({ inDays: -9 });
  const text = await page("/admin");
  const inAll = /<h2>Evenimente<\/h2>[\s\S]*?<b class="figures">(?:<a[^>]*>)?(\d+)</.exec(text)?.[1];
  const words = /(\d+) viito[a-z]+, (\d+) încheiat[a-z]*, (\d+) anulat</.exec(text)?.slice(1) ?? [];
  expect(words.map(Number)).toEqual([1, 1, 1]);
  expect(words.reduce((sum, n) => sum + Number(n), 0)).toBe(Number(inAll));
});

it("a cancelled night says so at its guest lists and at its sale at the door, and nobody is awaited there", async () => {
  const off = await season.night({ inDays: 3, title: "Noaptea oprită" });
  const listId = succeeded(
    await saveGuestList(site, {
      actor: admin,
      eventId: off,
      listId: null,
      form: { name: "Casa", quota: null },
    }),
  );
  const guests = [{ name: "Ana", places: 2, note: null }];
  succeeded(await addGuests(site, { actor: admin, eventId: off, listId, guests }));
  const lists = () => page(`/admin/events/${off}/guests`);
  expect(await lists()).toContain("așteptat");
  await db`UPDATE events SET cancelled_at = now() WHERE id = ${off}`;
  const text = await lists();
  expect(text).toContain("Noaptea s-a anulat");
  expect(text).not.toContain(">așteptat<");
  expect(text).toContain("neintrat");
  const line = /Noaptea oprită[^<]*/.exec(await page("/gate/sales"))?.[0];
  expect(line).toMatch(/, anulată$/);
});

it("the form of a type says the price of the phase that is on sale, as the list does", async () => {
  const type = await season.ticketType({ events: [night], title: "Cu faze", price: 10_000 });
  await season.phases(type, [{ price: 7_000, capacity: 3 }, { price: 10_000 }]);
  const [first] = await db`SELECT name FROM price_phases WHERE ticket_type_id = ${type} AND no = 1`;
  const sub = `${first.name} 70,00 LEI, 0 vândute`;
  expect(await page(`/admin/tickets/${type}`)).toContain(sub);
  expect(await page(`/admin/tickets?q=${encodeURIComponent("Cu faze")}`)).toMatch(
    new RegExp(`>${first.name} *</small>70<`),
  );
});

it("nothing is left of a cancelled night: neither its places, nor its types in its form and in the list", async () => {
  const off = await season.night({ inDays: 4, title: "Noaptea fără locuri" });
  const type = await season.ticketType({ events: [off], title: "Intrare oprită", capacity: 40 });
  const row = async () => {
    const text = await page(`/admin/tickets?night=${off}`);
    return /<tr[^>]*>(?:(?!<\/tr>)[\s\S])*Intrare oprită[\s\S]*?<\/tr>/.exec(text)?.[0] ?? "";
  };
  const form = () => page(`/admin/events/${off}`);
  const inNights = async () => {
    const text = await page(`/admin/events?q=${encodeURIComponent("Noaptea fără locuri")}`);
    return /<td[^>]*column-sold"[^>]*>([\s\S]*?)<td[^>]*column-status/.exec(text)?.[1] ?? "";
  };
  expect(await inNights()).toMatch(/0 \/ \d+[\s\S]*class="meter/);
  expect(await row()).toMatch(/stock-left[^>]*>40</);
  expect(await form()).toContain("0 vândute, 40 rămase");
  expect(await form()).toMatch(/<dt>Rămase<\/dt>/);
  await db`UPDATE events SET cancelled_at = now() WHERE id = ${off}`;
  expect(await row()).toMatch(/stock-left[^>]*>–</);
  expect((await inNights()).replaceAll(/<[^>]*>/g, "")).toBe("");
  expect(await inNights()).not.toContain("meter");
  expect(await row()).toContain("noaptea s-a anulat");
  expect(await row()).not.toContain("noaptea e plină");
  expect(await form()).toContain("0 vândute");
  expect(await form()).not.toMatch(/40 rămase|<dt>Rămase<\/dt>/);
  // by what is left it stands before a type of which five are
  await season.ticketType({
    events: [await season.night({ inDays: 4 })],
    title: "Intrare rară",
    capacity: 5,
  });
  const sorted = await page(`/admin/tickets?sort=left&q=${encodeURIComponent("Intrare")}`);
  expect(sorted.indexOf("Intrare oprită")).toBeLessThan(sorted.indexOf("Intrare rară"));
  // a type that another night goes on with keeps its rest
  const other = await season.night({ inDays: 5 });
  await db`INSERT INTO event_tickets (event_id, ticket_id) VALUES (${other}, ${type})`;
  expect(await row()).toMatch(/stock-left[^>]*>40</);
});

it("an add-on is nowhere said to let in people", async () => {
  const open = await season.night({ inDays: 6 });
  await season.ticketType({ events: [open], title: "Intrare cuplu", entries: 2 });
  await season.ticketType({ events: [open], title: "Loc de parcare", entries: 0 });
  const form = await page(`/admin/events/${open}`);
  const cells = [...form.matchAll(/<td[^>]*data-label="Oameni"[^>]*>([\s\S]*?)<\/td>/g)].map(
    ([, cell]) => cell ?? "",
  );
  const names = [...form.matchAll(/name="type_\d_name"[^>]*value="([^"]*)"/g)].map(([, name]) => name);
  const of = (name: string) => cells[names.indexOf(name)] ?? "";
  expect(of("Intrare cuplu")).toContain('value="2"');
  expect(of("Loc de parcare")).toMatch(/^<input type="hidden"[^>]*value="1"\/>–$/);
  const list = await page(`/admin/tickets?night=${open}`);
  const row = (name: string) => list.split("<tr").find((one) => one.includes(`>${name}</a>`)) ?? "";
  expect(row("Intrare cuplu")).toMatch(/<td[^>]*>2<\/td>/);
  expect(row("Loc de parcare")).toMatch(/<td[^>]*>–<\/td>/);
  expect(row("Loc de parcare")).not.toMatch(/<td[^>]*>1<\/td>/);
});

it("a page of a night has the night's name on its head, as the list and the form have, and never its title", async () => {
  const named = await season.night({ inDays: 7, title: "Titlu de afiș" });
  await db`UPDATE events SET name = 'Nume de listă' WHERE id = ${named}`;
  for (const path of ["", "/guests", "/messages", "/cancel", "/move", "/history"]) {
    const head = /<main[\s\S]*?<\/h1>/.exec(await page(`/admin/events/${named}${path}`))?.[0] ?? "";
    expect([path, head.includes("Nume de listă"), head.includes("Titlu de afiș")]).toEqual([
      path,
      true,
      false,
    ]);
  }
  for (const path of ["/admin/events?q=Nume", "/admin/guests"]) {
    const list = await page(path);
    expect([path, list.includes(">Nume de listă<"), list.includes(">Titlu de afiș<")]).toEqual([
      path,
      true,
      false,
    ]);
  }
});

it("the bar of a night's places draws all that its legend counts, free and listed places among them", async () => {
  const form = await page(`/admin/events/${night}`);
  const bar = /class="stock-meter__bar" style="([^"]*)"/.exec(form)?.[1] ?? "";
  const [sold, held, away] = ["sold", "held", "away"].map((name) =>
    Number(new RegExp(`--${name}:([\\d.]+)%`).exec(bar)?.[1]),
  );
  const figure = (kind: string) =>
    [...form.matchAll(new RegExp(`class="stock-meter__${kind}"><dt>[^<]*</dt><dd[^>]*>(\\d+)<`, "g"))].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    );
  const share = (n: number) => (n / figure("all")) * 100;
  expect(figure("given")).toBe(free);
  expect([sold, held, away]).toEqual([
    share(figure("sold")),
    share(figure("held")),
    share(figure("given") + figure("listed")),
  ]);
});

it("a buyer whose account is deleted is nobody by name, and no list leaves the place empty", async () => {
  const gone = await season.person();
  const lines = [{ ticketTypeId: entry, quantity: 1 }];
  await sellLines(site, { sessionHash: gone.sessionHash, eventId: night, lines });
  succeeded(await erasePerson(site, { userId: gone.userId, forget: () => forgetBuyer(site, gone) }));
  for (const path of ["/admin", "/admin/reports?period=all", "/admin/purchases"])
    expect(await page(path)).toContain("Fără nume");
});
