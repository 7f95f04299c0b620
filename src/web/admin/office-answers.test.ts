/** What the forms of the back-office answer, and what its lists and views show: asked of the site's source, over HTTP. */
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { instantOf } from "#kernel/time.ts";
import { inDays } from "#test/support/days.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { findEvent } from "#ticketing/events/office-event-queries.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { makeGuest } from "#ticketing/people/make-guest.server.ts";
import { codeStates } from "#ticketing/reports/code-state-texts.ts";
import { artistTexts } from "./artists/artist-texts.ts";
import { codeTexts } from "./codes/code-texts.ts";
import { contentTexts } from "./content/content-texts.ts";
import { customerTexts } from "./customers/customer-texts.ts";
import { emailTexts } from "./email/email-texts.ts";
import { eventTexts, openingTexts, previewTexts } from "./events/event-texts.ts";
import { cancelNightTexts } from "./events/night-changes-texts.ts";
import { night as nightFields } from "./events/night-form-fields.ts";
import { guestListTexts } from "./guest-lists/guest-list-texts.ts";
import { purchaseTexts } from "./purchases/purchase-texts.ts";
import { searchTexts } from "./search/search-texts.ts";
import { stopTexts } from "./status/stop-texts.ts";
import { teamTexts } from "./team/team-texts.ts";
import { ticketTexts } from "./tickets/ticket-texts.ts";
import { officeTexts } from "./ui/office-texts.ts";

// the last port answers nobody
const { season, site, ask, fresh, origin } = await openSourceSite({
  SMTP_ALLOWED_HOSTS: "127.0.0.1",
  SMTP_ALLOWED_PORTS: "1",
});
const { client, db } = season;
const sure = await fresh(await season.person("admin"));
const night = await season.night({ title: "Noaptea Lunii" });
const other = await season.night({ title: "Noaptea Soarelui", inDays: 9 });
const type = await season.ticketType({ events: [night], title: "Terasa" });
const second = await season.ticketType({ events: [other], title: "Plaja" });
const post = (path: string, form: Record<string, string | string[]>, headers = {}) =>
  ask(path, { as: sure, form, headers });
const look = async (path: string) => (await ask(path, { as: sure })).text;

const mailForm = {
  smtp_host: "127.0.0.1",
  smtp_port: "1",
  username: "club",
  password: "o parolă",
  from_name: "Clubul",
  from_email: "club@exemplu.ro",
};

describe("codes", () => {
  beforeAll(async () => {
    await season.voucher({ code: "DECIT10", percent: 10, events: [night] });
    await season.voucher({ code: "DESCHIDE", opens: [second], events: [other] });
  });

  it("the list names a code that opens a type, and no other, and shows those of one night", async () => {
    const tag = (page: string, code: string) =>
      new RegExp(`${code}(?:(?!</tr>)[\\s\\S])*>${codeTexts.access}<`).test(page);
    const all = await look("/admin/codes");
    expect([tag(all, "DECIT10"), tag(all, "DESCHIDE")]).toEqual([false, true]);
    const ofNight = await look(`/admin/codes?night=${night}`);
    expect(ofNight).toContain("DECIT10");
    expect(ofNight).not.toContain("DESCHIDE");
  });

  it("a code's form has the link of each night that it opens", async () => {
    const [code] = await db`SELECT id FROM vouchers WHERE code = 'DESCHIDE'`;
    const [opened] = await db`SELECT slug FROM events WHERE id = ${other}`;
    const page = await look(`/admin/codes/${code.id}`);
    expect(page).toContain(`value="${origin}/events/${opened.slug}?code=DESCHIDE"`);
    expect(page.split("?code=DESCHIDE")).toHaveLength(2);
  });
});

describe("an edit of what nobody is told by itself", () => {
  const saveWith = async (id: string, change: Record<string, string>) => {
    const saved = await site.database.readAs(sure, (sql) => findEvent(sql, id));
    if (!saved) throw new Error("no such night");
    const opened = nightFields.flat(nightFields.written(saved));
    const { artists: _, ...values } = opened;
    const form = { ...values, opened: JSON.stringify(opened), version: String(saved.version) };
    return post(`/admin/events/${id}`, { ...form, ...change });
  };

  it("leads to the message that waits ready for those who hold tickets, and to the list where nobody does", async () => {
    const held = await season.night({ title: "Noaptea Mutată" });
    const ofHeld = await season.ticketType({ events: [held] });
    await paidOrder(client, { userId: (await season.person()).userId, ticketTypeId: ofHeld, events: [held] });
    const change = { location: "Digul de Sud", minimum_age: "21" };
    const saved = await saveWith(held, change);
    expect(saved).toMatchObject({
      status: 303,
      flash: eventTexts.updated,
      location: `/admin/events/${held}/messages?changed=place-age`,
    });
    const form = await look(saved.location ?? "");
    for (const words of [
      "1 om are bilet și nu știe ce s-a schimbat.",
      "Noaptea are alt loc: Digul de Sud",
      "Intrarea e permisă de la 21 de ani; ia la tine",
    ])
      expect(form).toContain(words);
    // a type of another night
    expect(form).not.toContain("Plaja");
    expect(await db`SELECT FROM night_messages WHERE event_id = ${held}`).toHaveLength(0);
    expect((await saveWith(held, { description: "Altfel." })).location).toBe("/admin/events");
    const unsold = await season.night();
    expect((await saveWith(unsold, change)).location).toBe("/admin/events");
  });
});

it("a draft is published at the hour that its form names, and not before", async () => {
  const draft = await season.night({ inDays: 20 });
  await db`UPDATE events SET publish_at = NULL WHERE id = ${draft}`;
  const day = inDays(2);
  const answer = await post(`/admin/events/${draft}/publish`, { intent: "schedule", day, time: "10:00" });
  expect(answer.status).toBe(303);
  const [row] = await db`SELECT publish_at FROM events WHERE id = ${draft}`;
  expect(row?.publish_at).toEqual(instantOf(day, "10:00"));
});

describe("the team", () => {
  it("nobody demands a second factor who has none: the answer leads to the page that starts it", async () => {
    const save = () =>
      post("/admin/team", { intent: "settings", demands_factor: "da", refund_limit: "0", opened: "{}" });
    const refused = await save();
    expect(refused.status).toBe(409);
    expect(refused.text).toMatch(
      new RegExp(`${teamTexts.refused.no_own_factor}(?:<!-- -->| )*<a[^>]*href="/profile/security"`),
    );
    expect(await db`SELECT FROM team_settings WHERE demands_factor`).toHaveLength(0);
  });

  it("an invitation says until when it is good, and that it is over", async () => {
    await post("/admin/team", { intent: "invite", email: "noua@exemplu.ro", role: "gate" });
    const row = async () => /noua@exemplu\.ro[\s\S]*?<\/tr>/.exec(await look("/admin/team"))?.[0];
    expect(await row()).not.toContain(teamTexts.expired);
    await db`UPDATE team_invitations SET created_at = now() - interval '1 hour', expires_at = now() - interval '1 minute'`;
    expect(await row()).toContain(teamTexts.expired);
  });

  it("a role given at once withdraws the invitation: the list has none, and its link says that it is over", async () => {
    const { userId } = await season.person();
    const email = `${userId}@exemplu.ro`;
    await post("/admin/team", { intent: "invite", email, role: "admin" });
    const [letter] =
      await db`SELECT variables->>'action_url' AS link FROM letters WHERE recipient = ${email}`;
    const open = async () => (await ask(letter.link.slice(origin.length))).status;
    const again = teamTexts.again(email);
    expect([await open(), (await look("/admin/team")).includes(again)]).toEqual([200, true]);
    expect((await post("/admin/team", { intent: "appoint", email, role: "gate" })).status).toBe(303);
    expect([await open(), (await look("/admin/team")).includes(again)]).toEqual([404, false]);
  });

  it("a role goes to an address and a role that there are; the member who is chosen has the form", async () => {
    const give = (email: string, role: string) => post("/admin/team", { intent: "appoint", email, role });
    const wrong = await give("fără arond", "rege");
    expect(wrong.status).toBe(422);
    const { email_invalid, unknown_role } = teamTexts.problems;
    for (const text of [email_invalid, unknown_role]) expect(wrong.text).toContain(text);
    const nobody = await give("nimeni@exemplu.ro", "gate");
    expect([nobody.status, nobody.text.includes(teamTexts.refused.unknown_person)]).toEqual([404, true]);
    const member = await season.person("gate");
    // an address that nobody has proven is nobody's, but its member's role can be taken away
    await db`UPDATE identity."user" SET email_verified = false WHERE id = ${member.userId}`;
    const email = `${member.userId}@exemplu.ro`;
    expect((await give(email, "user")).status).toBe(404);
    const taken = { intent: "appoint", email, role: "user", member: member.userId };
    const roleOf = async () => (await db`SELECT role FROM profiles WHERE id = ${member.userId}`)[0].role;
    expect([(await post("/admin/team", taken)).status, await roleOf()]).toEqual([303, "user"]);
    await db`UPDATE profiles SET role = 'gate' WHERE id = ${member.userId}`;
    expect(await look(`/admin/team?edit=${member.userId}`)).toContain(`value="${member.userId}@exemplu.ro"`);
  });
});

describe("the settings of emails", () => {
  it("a trial says why it failed", async () => {
    const tried = await post("/admin/email", { intent: "test", ...mailForm });
    expect(tried.status).toBe(200);
    expect(tried.text).toContain(emailTexts.trial.failed("").trim());
  });

  it("a stored password is kept where nothing is typed, and only then", async () => {
    const kept = emailTexts.settings.passwordKept;
    expect(await look("/admin/email")).not.toContain(kept);
    expect(await post("/admin/email", mailForm)).toMatchObject({
      status: 303,
      flash: emailTexts.settings.saved,
    });
    expect(await look("/admin/email")).toContain(kept);
  });

  it("an email whose link nobody knows any more is not sent again, and the screen says why", async () => {
    const { retryFailed, linkGone } = emailTexts.outbox;
    const letter = newId();
    await db`INSERT INTO letters (id, kind, recipient, state, dedupe_key, message_id)
       VALUES (${letter}::uuid, 'reset_password', 'ana@exemplu.ro', 'dead', ${letter}::uuid::text, ${letter}::uuid::text)`;
    const retry = (id: string) => post("/admin/email/outbox", { intent: "retry", letter_id: id });
    expect([(await retry(letter)).flash, (await retry(newId())).flash]).toEqual([linkGone, retryFailed]);
    const elsewhere = { intent: "retry", letter_id: letter, other_address: "fără arond" };
    const wrong = await post(`/admin/email/outbox?open=${letter}`, elsewhere);
    expect([wrong.status, wrong.text.includes(emailTexts.outbox.badAddress)]).toEqual([422, true]);
    const id = `<${letter}>`;
    await db`UPDATE letters SET message_id = ${id} WHERE id = ${letter}`;
    const opened = async (query: string) => (await look(`/admin/email/outbox${query}`)).includes(id);
    expect([await opened(`?open=${letter}`), await opened("")]).toEqual([true, false]);
  });

  it("an email without an address is listed as one whose address was deleted, and no date is told", async () => {
    const letter = newId();
    await db`INSERT INTO letters (id, kind, recipient, state, dedupe_key, message_id, sent_at)
       VALUES (${letter}::uuid, 'welcome_email', '', 'sent', ${letter}::uuid::text, ${letter}::uuid::text, now())`;
    const shown = await look(`/admin/email/outbox?open=${letter}`);
    expect(shown).toContain(">adresa a fost ștearsă</h2>");
    expect(shown).not.toMatch(/după \d+ de zile/);
  });
});

describe("the site's texts", () => {
  const typed = { hero_title: "Luna pe dig", hero_subtitle: "Sub", hero_cta_text: "Intră" };
  const form = { ...typed, background_url: "", about_title: "Despre", about_content: "Un dig." };

  it("what is saved is on the site, and the screen says who published it", async () => {
    expect(await look("/admin/content")).toContain(contentTexts.neverPublished);
    expect((await post("/admin/content", form)).flash).toBe(contentTexts.saved);
    expect((await ask("/")).text).toContain("Luna pe dig");
    const screen = await look("/admin/content");
    expect(screen).toContain(contentTexts.published("", null).trim());
    expect(screen).not.toContain(contentTexts.neverPublished);
  });
});

describe("guest lists", () => {
  const path = `/admin/events/${night}/guests`;

  it("a name of a list is there once; an unknown list is said so", async () => {
    const save = (name: string, list = "") => post(path, { intent: "list", list, name, quota: "" });
    expect((await save("Casa")).flash).toBe(guestListTexts.saved("Casa"));
    const again = await save("Casa");
    expect([again.status, again.text.includes(guestListTexts.refused.name_taken)]).toEqual([409, true]);
    const gone = await save("Presa", newId());
    expect([gone.status, gone.text.includes(guestListTexts.refused.missing)]).toEqual([404, true]);
    expect(gone.text).not.toContain(guestListTexts.refused.name_taken);
    const full = await post(path, { intent: "list", list: "", name: "Toți", quota: "1001" });
    expect([full.status, full.text.includes(guestListTexts.nightFull(1000))]).toEqual([409, true]);
  });

  it("the preview of a paste says when its names have no room, before anybody is asked to add them", async () => {
    await post(path, { intent: "list", list: "", name: "Mică", quota: "3" });
    const [list] = await db`SELECT id FROM guest_lists WHERE name = 'Mică'`;
    const paste = async (names: string) => (await post(path, { intent: "paste", list: list.id, names })).text;
    // a line that is asked about
    expect(await paste("Ema Mic;4\nEma Mic;2")).toContain(guestListTexts.listFull(3));
    const clear = await paste("Ema Mic;2\nEma Mic;2");
    expect(clear).not.toContain(guestListTexts.listFull(3));
    expect(clear).toContain("Așa s-au înțeles: 1 nume, 2 locuri în total");
    // what is asked in all, and the row that breaks
    const full = await paste("Ema Mic;2\n\nDan Mic;1\nIon Mic;2;presă");
    expect(full).toContain(
      "Lista mai are 3 locuri. Numele noi cer 5 locuri; nu mai încape rândul 4: „Ion Mic, 2 locuri, presă”.",
    );
    for (const said of [guestListTexts.listFull(0), guestListTexts.nightFull(0)])
      expect(said).toMatch(/^(Lista|Noaptea) nu mai are locuri\.$/);
    const rows = await db`SELECT count(*)::int AS n FROM listed_guests WHERE name LIKE '%Mic'`;
    expect(rows[0].n).toBe(0);
  });

  it("a pasted line that is too long is named, and nothing of what was pasted is lost", async () => {
    await post(path, { intent: "list", list: "", name: "Lungă", quota: "" });
    const [list] = await db`SELECT id FROM guest_lists WHERE name = 'Lungă'`;
    const names = `Ana Lung\n${"foarte ".repeat(80)}lung\nDan Lung`;
    const answer = await post(path, { intent: "paste", list: list.id, names });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("Rândul 2");
    expect(answer.text).toContain(names);
    const rows = await db`SELECT count(*)::int AS n FROM listed_guests WHERE name LIKE '%Lung'`;
    expect(rows[0].n).toBe(0);
  });

  it("of many unclear lines the first are named, the others counted, and all are accepted by one mark", async () => {
    await post(path, { intent: "list", list: "", name: "Multă", quota: "" });
    const [list] = await db`SELECT id FROM guest_lists WHERE name = 'Multă'`;
    const form = { intent: "paste", list: list.id, names: "Ana Mult\n".repeat(1000).trim() };
    const { text } = await post(path, form);
    expect(new Set(text.match(/Rândul \d+/g)).size).toBe(100);
    expect(text).toContain(guestListTexts.moreSaid(899));
    // what was pasted is in the field and in the page's data
    expect(text.length).toBeLessThan(4 * form.names.length + 100_000);
    const [, asked = ""] = /name="asked" value="([^"]*)"/.exec(text) ?? [];
    expect(asked).toHaveLength(64);
    const changed = await post(path, { ...form, names: `${form.names}\nANA MULT`, asked });
    expect(changed.status).toBe(422);
    expect((await post(path, { ...form, asked })).flash).toBe(guestListTexts.added(1, 1, 0));
  });

  it("more lines than a paste may have are refused by their number, and nothing of them is lost", async () => {
    const [list] = await db`SELECT id FROM guest_lists`;
    const names = `${"Ana Mult\n".repeat(2000)}Dan Mult`;
    const { status, text } = await post(path, { intent: "paste", list: list.id, names });
    expect([status, text.includes(names)]).toEqual([422, true]);
    expect(text).toContain("Cel mult 500 de nume o dată, pe cel mult 2.000 de rânduri");
    expect(text).not.toContain("Rândul 2");
  });

  it("the name that is to be corrected has the form, and no other", async () => {
    const lists = await db`SELECT id FROM guest_lists`;
    for (const name of ["Ana Pop", "Dan Ion"])
      await post(path, { intent: "add", list: lists[0].id, name, places: "1", note: "" });
    const guests = await db`SELECT id FROM listed_guests WHERE name = 'Dan Ion'`;
    const screen = await look(`${path}?edit=${guests[0].id}`);
    expect(screen).toContain(`>${guestListTexts.correct("Dan Ion")}<`);
    expect(screen).not.toContain(`>${guestListTexts.correct("Ana Pop")}<`);
  });
});

it("one customer sees a note removed, and tickets that were used up", async () => {
  const { userId } = await season.person();
  const order = { userId, ticketTypeId: type, events: [night] };
  await paidOrder(client, order);
  const { purchaseIds } = await paidOrder(client, order);
  const path = `/admin/customers/${userId}`;
  await db`UPDATE ticket_purchases SET entries_remaining = 0 WHERE id = ${purchaseIds[0]}`;
  const { used, available } = codeStates;
  const screen = await look(path);
  for (const status of [used, available]) expect(screen.split(`${status}</`)).toHaveLength(2);
  await db`UPDATE ticket_purchases SET status = 'refunded' WHERE user_id = ${userId}`;
  expect(await look(path)).not.toContain(customerTexts.ofEntries(1, 1));

  await post(path, { intent: "note", note: "Vine cu rulota." });
  const rows = await db`SELECT id FROM person_notes`;
  const removed = await post(path, { intent: "remove", note_id: rows[0].id });
  expect(removed).toMatchObject({ status: 303, flash: customerTexts.noteRemoved });
  expect(await look(path)).not.toContain("Vine cu rulota.");
});

it("a guest's address is changed after the password was entered again alone", async () => {
  const { userId } = await makeGuest(site, {
    email: "gresit@exemplu.ro",
    fullName: "Maria Pop",
    phone: null,
  });
  const path = `/admin/customers/${userId}`;
  const address = async () =>
    (await db`SELECT contact_email AS at FROM profiles WHERE id = ${userId}`)[0]?.at;
  const form = { intent: "address", email: "bine@exemplu.ro" };
  const asked = await ask(path, { as: await season.person("admin"), form });
  expect([asked.status, asked.text.includes(customerTexts.correcting("bine@exemplu.ro"))]).toEqual([
    403,
    true,
  ]);
  expect(await address()).toBe("gresit@exemplu.ro");
  const changed = await post(path, form);
  expect([changed.status, await address()]).toEqual([303, "bine@exemplu.ro"]);
});

describe("nights", () => {
  const fields = {
    name: "Noaptea Nouă",
    title: "Noaptea Nouă",
    description: "O noapte.",
    date: inDays(20),
    time: "22:00",
    location: "Dig",
    capacity: "90",
  };

  it("a night without an opening offers to announce one, and one with an opening says when", async () => {
    const card = async () => {
      const page = await look(`/admin/events/${other}`);
      return [page.includes(openingTexts.announce), page.includes(openingTexts.change)];
    };
    expect(await card()).toEqual([true, false]);
    await db`INSERT INTO openings (event_id, opens_at) VALUES (${other}, now() + interval '1 day')`;
    expect(await card()).toEqual([false, true]);
  });

  it("a night that is cancelled or over offers neither an opening nor publishing", async () => {
    const [ended, cancelled] = [await season.night({ when: "ended" }), await season.night()];
    await db`UPDATE events SET cancelled_at = now() WHERE id = ${cancelled}`;
    const offers = async (id: string) => {
      const page = await look(`/admin/events/${id}`);
      return [`/admin/events/${id}/publish`, `/admin/events/${id}/opening`].map((to) => page.includes(to));
    };
    expect(await Promise.all([night, ended, cancelled].map(offers))).toEqual([
      [true, true],
      [false, false],
      [false, false],
    ]);
  });

  it("the dashboard says which night runs, and an opening put on a sale that it stops it", async () => {
    expect(await look("/admin")).toContain("urmează ");
    const says = openingTexts.stopsSale;
    expect((await look(`/admin/events/${night}/opening`)).includes(says)).toBe(true);
    const id = await season.night({ when: "running", title: "Noaptea de acum" });
    expect(await look("/admin")).toContain("acum Noaptea de acum");
    await db`UPDATE events SET publish_at = NULL, cancelled_at = now() WHERE id = ${id}`;
  });

  it("back from its preview a new night is in its form, and is not stored before it is saved", async () => {
    const nights = async () => (await db`SELECT FROM events`).length;
    const before = await nights();
    const back = await post("/admin/events/new", { ...fields, intent: "edit" });
    expect([back.status, back.text.includes("Noaptea Nouă"), await nights()]).toEqual([200, true, before]);
    expect((await post("/admin/events/new", fields)).flash).toBe(eventTexts.created);
    expect(await nights()).toBe(Number(before) + 1);
  });

  it("the preview takes the price of what lets people in without a code, and shows no other as visible", async () => {
    const rows = [
      { name: "Parcare", kind: "add_on", price: "10" },
      { name: "Prieteni", kind: "entry_with_code", price: "20" },
      { name: "Intrare", kind: "entry", price: "70" },
    ].flatMap((row, at) =>
      Object.entries({ ...row, quantity: "9", visible: "1" }).map(([name, value]) => [
        `type_${at + 1}_${name}`,
        value,
      ]),
    );
    const screen = await post("/admin/events/new/preview", { ...fields, ...Object.fromEntries(rows) });
    expect(screen.text).toContain(previewTexts.from("70"));
    expect(screen.text).toContain("2 tipuri vizibile");
  });

  it("the preview says of a price that differs from the agreed one that nobody can pay it yet", async () => {
    const preview = async (price: string) => {
      const row = { type_1_id: type, type_1_name: "Terasa", type_1_price: price, type_1_visible: "1" };
      return (await post(`/admin/events/${night}/preview`, { ...fields, ...row })).text;
    };
    const notAgreed = previewTexts.notAgreed("Terasa");
    expect([(await preview("110")).includes(notAgreed), (await preview("120")).includes(notAgreed)]).toEqual([
      false,
      true,
    ]);
  });

  it("the picture of a night stands in its form, and so does none", async () => {
    const form = `/admin/events/${other}`;
    const url = "/pictures/events/dig.webp";
    const isShown = async () => (await look(form)).includes(url);
    expect(await isShown()).toBe(false);
    await db`INSERT INTO pictures (url, width, height, sources) VALUES (${url}, 1200, 1500, jsonb_build_array(jsonb_build_object('url', ${url}::text, 'width', 480)))`;
    await client.query("UPDATE events SET image_url = $2 WHERE id = $1", [other, url]);
    expect(await isShown()).toBe(true);
  });

  it("what is copied is there: its name stands in the form", async () => {
    await db`WITH picture AS (INSERT INTO pictures (url, width, height, sources) VALUES ('/pictures/events/copie.webp', 1200, 1500, '[{"url": "/pictures/events/copie.webp", "width": 480}]') RETURNING url)
      UPDATE events SET image_url = picture.url, image_position = 'top left' FROM picture WHERE id = ${night}`;
    const duplicate = await look(`/admin/events/${night}/duplicate`);
    for (const words of ["Noaptea Lunii", ">sus, stânga</small>"]) expect(duplicate).toContain(words);
    expect((await ask(`/admin/events/${newId()}/duplicate`, { as: sure })).status).toBe(404);
  });

  it("a night that nobody ordered can be deleted, and one that somebody did cannot", async () => {
    const unsold = await season.night({ inDays: 12 });
    const { userId } = await season.person();
    await paidOrder(client, { userId, ticketTypeId: second, events: [other] });
    const [remove, keep] = [unsold, other].map((id) => `/admin/events/${id}/delete`);
    expect(await look(remove ?? "")).toContain(eventTexts.confirmDelete);
    expect(await look(keep ?? "")).toContain(eventTexts.cannotDelete("Noaptea Soarelui"));
    expect((await post(keep ?? "", {})).flash).toBe(eventTexts.deleteFailed);
    expect(await post(remove ?? "", {})).toMatchObject({ flash: eventTexts.deleted });
    expect((await post(remove ?? "", {})).status).toBe(404);
  });

  it("a night is cancelled with a reason only, and is asked about once more before", async () => {
    const path = `/admin/events/${night}/cancel`;
    expect((await post(path, { reason: "", used: "refunded" })).status).toBe(422);
    const asked = await post(path, { reason: "Vine furtuna.", used: "refunded" });
    expect(asked.status).toBe(200);
    expect(asked.text).toContain(cancelNightTexts.purpose("Noaptea Lunii", "").split("  ")[0]);
    expect(await db`SELECT cancelled_at FROM events WHERE id = ${night}`).toEqual([{ cancelled_at: null }]);
  });
});

describe("types of tickets", () => {
  it.each([
    ["none", [], ticketTexts.nothingChosen],
    ["one", [type], ticketTexts.marked.hidden],
    ["two", [type, second], "2 bilete marcate ca ascunse"],
  ])("%s of them marked", async (_, ids, flash) => {
    await db`UPDATE tickets SET is_visible = true`;
    expect(await post("/admin/tickets", { as: "hidden", ids })).toMatchObject({ status: 303, flash });
  });

  it.each([
    ["the list with its filters", `${origin}/admin/tickets?q=Terasa`, "/admin/tickets?q=Terasa"],
    ["no screen of the back-office", `${origin}/profile`, "/admin/tickets"],
    ["nowhere that can be read", "nowhere", "/admin/tickets"],
    ["another site", "https://rau.example/admin/tickets?q=1", "/admin/tickets"],
  ])("a form that came from %s goes back where it belongs", async (_, referer, location) => {
    expect((await post("/admin/tickets", { as: "shown" }, { referer })).location).toBe(location);
  });
});

it("the question before a stop names what it stops; the answer needs a cause, and stops it", async () => {
  const path = `/admin/status/stops/start?kind=sale&event=${other}`;
  expect(await look(path)).toContain(stopTexts.questions.sale("Noaptea Soarelui"));
  expect((await post(path, { cause: "", details: "", until: "" })).status).toBe(422);
  const stop = { cause: "Vreme", details: "", until: "" };
  expect(await post(path, stop)).toMatchObject({ status: 303, flash: stopTexts.done });
  // at once in this process; the others hear of it
  expect(site.stops.stops).toHaveLength(1);
  const rows = await db`SELECT kind, event_id AS event FROM stops WHERE lifted_at IS NULL`;
  expect(rows).toEqual([{ kind: "sale", event: other }]);
});

it("every search of the office that finds nothing says what was searched, and in what", async () => {
  const list = await saveGuestList(site, {
    actor: sure,
    eventId: night,
    listId: null,
    form: { name: "Lista căutată", quota: null },
  });
  expect(list.ok).toBe(true);
  const hints: Record<string, string> = {
    events: eventTexts.searchHint,
    [`events/${night}/guests`]: guestListTexts.searchHint,
    artists: artistTexts.searchHint,
    tickets: ticketTexts.searchHint,
    abonamente: ticketTexts.searchHint,
    codes: codeTexts.searchHint,
    purchases: purchaseTexts.searchHint,
    reports: purchaseTexts.searchHint,
    "email/outbox": emailTexts.outbox.searchHint,
    search: searchTexts.within,
  };
  for (const [path, hint] of Object.entries(hints)) {
    const text = await look(`/admin/${path}?q=negasit-nicaieri`);
    expect(text, path).toContain(officeTexts.searched("negasit-nicaieri", hint));
  }
  // the form of the search itself would not have it
  expect(await look("/admin/events")).not.toContain("Ai căutat");
});
