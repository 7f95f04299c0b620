/** Two people who opened the same form, one after the other: asked of the site's source, over HTTP, as the page itself sends it. */
import { describe, expect, it } from "vitest";
import { openSourceSite } from "#test/support/source-site.ts";
import { saveGate } from "#ticketing/gate/save-gate.server.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { gatesTexts } from "../gate/chief-texts.ts";
import { emailTexts } from "./email/email-texts.ts";
import { guestListTexts } from "./guest-lists/guest-list-texts.ts";

const { season, site, ask, fresh } = await openSourceSite();
const { db } = season;
const admin = await season.person("admin");

async function nightWithList() {
  const night = await season.night({ capacity: 100 });
  const about = { actor: admin, eventId: night };
  const made = await saveGuestList(site, { ...about, listId: null, form: { name: "Casa", quota: 20 } });
  if (!made.ok) throw new Error(made.refusal.reason);
  await addGuests(site, {
    ...about,
    listId: made.value,
    guests: [{ name: "Ana", places: 2, note: "presă" }],
  });
  const [guest] = await db`SELECT id FROM listed_guests WHERE list_id = ${made.value}`;
  return { night, list: made.value, guest: guest.id as string };
}

/** The fields of the page's form that has this hidden field, as a browser would send them untouched. */
const opened = async (path: string, holds: string) => fieldsOf((await ask(path, { as: admin })).text, holds);

function fieldsOf(text: string, holds: string): Record<string, string[]> {
  const form =
    text
      .split("<form")
      .find((part) => part.includes(holds))
      ?.split("</form>")[0] ?? "";
  const fields: Record<string, string[]> = {};
  for (const [input] of form.matchAll(/<(?:input|button)[^>]*>/g)) {
    const of = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(input)?.[1];
    const [name, value] = [of("name"), of("value") ?? ""];
    if (!name || (of("type") === "checkbox" && !/\schecked/.test(input))) continue;
    fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}
type Sent = Record<string, string | string[]>;
const save = (path: string, fields: Record<string, string[]>, more: Sent) =>
  ask(path, { as: admin, form: { ...fields, ...more } });

describe("a form of what is saved already never takes back, without a word, what another person saved after it was opened", () => {
  it("a guest's places and note", async () => {
    const { night, guest } = await nightWithList();
    const path = `/admin/events/${night}/guests?edit=${guest}`;
    const form = await opened(path, 'value="correct"');
    expect((await save(path, form, { places: "5" })).status).toBe(303);
    // this one was opened before
    expect((await save(path, form, { note: "presă, la bar" })).status).toBe(303);
    const now = async () => (await db`SELECT places, note FROM listed_guests WHERE id = ${guest}`)[0];
    expect(await now()).toEqual({ places: 5, note: "presă, la bar" });
    const late = await save(path, form, { places: "3" });
    expect([late.status, late.text.includes(guestListTexts.refused.changed_meanwhile)]).toEqual([409, true]);
    expect(await now()).toEqual({ places: 5, note: "presă, la bar" });
    expect((await save(path, await opened(path, 'value="correct"'), { places: "3" })).status).toBe(303);
    expect(await now()).toEqual({ places: 3, note: "presă, la bar" });
  });

  it("a guest list's name and places", async () => {
    const { night, list } = await nightWithList();
    const path = `/admin/events/${night}/guests`;
    const form = await opened(path, `name="list" value="${list}"`);
    expect((await save(path, form, { name: "Casa mare" })).status).toBe(303);
    expect((await save(path, form, { quota: "30" })).status).toBe(303);
    const now = async () =>
      (
        await db`SELECT l.name, c.capacity FROM guest_lists l JOIN stock_counters c USING (id) WHERE id = ${list}`
      )[0];
    expect(await now()).toEqual({ name: "Casa mare", capacity: 30 });
    const late = await save(path, form, { quota: "" });
    expect([late.status, late.text.includes(guestListTexts.refused.changed_meanwhile)]).toEqual([409, true]);
    expect(await now()).toEqual({ name: "Casa mare", capacity: 30 });
  });

  it("nor after something in it was wrong: it still tells what it was opened with", async () => {
    const { night, guest, list } = await nightWithList();
    const type = await season.ticketType({ events: [night] });
    const gate = await saveGate(site, {
      actor: admin,
      eventId: night,
      gateId: null,
      form: { name: "Dig", typeIds: [] },
    });
    if (!gate.ok) throw new Error(gate.refusal.reason);
    const guests = `/admin/events/${night}/guests`;
    const forms: { path: string; holds: string; others: Sent; wrong: Sent }[] = [
      {
        path: `${guests}?edit=${guest}`,
        holds: 'value="correct"',
        others: { places: "5" },
        wrong: { places: "" },
      },
      {
        path: guests,
        holds: `name="list" value="${list}"`,
        others: { name: "Casa mare" },
        wrong: { name: "" },
      },
      {
        path: `/gate/nights/${night}/gates`,
        holds: `name="gate" value="${gate.value}"`,
        others: { types: type },
        wrong: { types: "altceva" },
      },
    ];
    for (const { path, holds, others, wrong } of forms) {
      const form = await opened(path, holds);
      expect((await save(path, form, others)).status, path).toBe(303);
      const answer = await save(path, form, wrong);
      expect(answer.status, path).toBe(422);
      const was = (fields: Record<string, string[]>) =>
        Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith("was")));
      expect(was(fieldsOf(answer.text, holds)), path).toEqual(was(form));
    }
  });

  it("nor the first settings of mail, when two people set it up at once", async () => {
    const person = await fresh(admin);
    const settings = {
      smtp_host: "smtp.exemplu.ro",
      smtp_port: "587",
      username: "club",
      password: "o-parolă-7741",
      from_email: "bilete@exemplu.ro",
      from_name: "Clubul de Vară",
      enabled: "on",
      opened: JSON.stringify({ smtp_host: "", smtp_port: "587", username: "", enabled: "false" }),
    };
    const set = (more: object) => ask("/admin/email", { as: person, form: { ...settings, ...more } });
    expect((await set({})).status).toBe(303);
    const late = await set({ from_name: "Alt club" });
    expect([late.status, late.text.includes(emailTexts.settings.changedMeanwhile)]).toEqual([409, true]);
    expect((await db`SELECT from_name FROM email_settings`)[0].from_name).toBe("Clubul de Vară");
  });

  it("the ticket types of a gate", async () => {
    const night = await season.night({ inDays: 0, time: null });
    const [vip, parking] = [
      await season.ticketType({ events: [night] }),
      await season.ticketType({ events: [night] }),
    ];
    const form = { name: "Dig", typeIds: [] };
    const made = await saveGate(site, { actor: admin, eventId: night, gateId: null, form });
    if (!made.ok) throw new Error(made.refusal.reason);
    const path = `/gate/nights/${night}/gates`;
    const sent = await opened(path, `name="gate" value="${made.value}"`);
    expect((await save(path, sent, { types: vip })).status).toBe(303);
    const late = await save(path, sent, { types: parking });
    expect([late.status, late.text.includes(gatesTexts.wrong.changed_meanwhile)]).toEqual([409, true]);
    expect((await save(path, sent, {})).status).toBe(303);
    const now = async () => (await db`SELECT type_ids FROM gates WHERE id = ${made.value}`)[0].type_ids;
    expect(await now()).toEqual([vip]);
    const again = await opened(path, `name="gate" value="${made.value}"`);
    expect(again.types).toEqual([vip]);
    expect((await save(path, again, { types: [vip, parking] })).status).toBe(303);
    expect(await now()).toEqual([vip, parking].sort());
  });
});
