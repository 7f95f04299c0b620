/** The letters of an order, a ticket and a cancelled night in an administrator's words, and what they keep whatever is written. */

import { beforeEach, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMoneyStage } from "#test/support/money-stage.ts";
import { moveAndTell } from "#test/support/moved-night.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { qrInPicture } from "#test/support/read-qr.ts";
import { writtenLetter } from "#test/support/written-letter.ts";
import { addGuests } from "#ticketing/guest-lists/add-guests.server.ts";
import { saveGuestList } from "#ticketing/guest-lists/save-guest-list.server.ts";
import { cancelNight } from "#ticketing/orders/cancelled-nights/cancel-night.server.ts";
import { workOffCancellations } from "#ticketing/orders/cancelled-nights/work-off-cancellations.server.ts";
import { sendNightMessage } from "./night-messages/send-night-message.server.ts";
import { spreadNightMessages } from "./night-messages/spread-night-messages.server.ts";
import { previewTemplate } from "./templates/preview-template.server.ts";
import { fixedTemplateNames, provideTemplates } from "./templates/provide-templates.server.ts";
import { saveTemplate } from "./templates/save-template.server.ts";
import { listTemplates, withKeptParts } from "./templates/template-queries.server.ts";
import { listOwnTickets } from "./ticket-queries.server.ts";

const stage = await openMoneyStage();
const { season, db, site, admin, soldLines, written, refund, ids } = stage;
const reason = "Cod portocaliu de furtună.";

beforeEach(async () => {
  await db`DELETE FROM email_templates; ALTER TABLE email_template_versions DISABLE TRIGGER USER; DELETE FROM email_template_versions;
     ALTER TABLE email_template_versions ENABLE TRIGGER USER`;
  await provideTemplates(site);
});

type Words = { subject?: string; html?: string; text?: string };

/** An administrator saves a template; what is not given stays as the program has it. */
async function edit(name: string, words: Words) {
  const own = (await listTemplates(site, admin)).find((one) => one.name === name);
  if (!own) throw new Error(`no template is called ${name}`);
  const { id, version, subject, html, text } = own;
  const next = { subject: "Altfel spus", html, text, ...words };
  succeeded(await saveTemplate(site, { actor: admin, id, basedOn: version, words: next }));
  return { subject, html, text };
}
const order = () => soldLines([{ quantity: 2, codePer: "person" }]);
async function cancel(id: string, userId: string) {
  await cancelNight(site, { actor: admin, id, form: { reason, usedTickets: "refunded" }, isProven: true });
  await workOffCancellations(site);
  return written("night_cancelled", userId);
}
async function cancelled() {
  const { nights, buyer } = await order();
  return cancel(nights[0] ?? "", buyer.userId);
}
const orderNumber = async (orderId: string) => {
  const [row] = await db`SELECT number FROM orders WHERE id = ${orderId}`;
  return `Comanda ${row.number}`;
};
const without = (html: string) => html.replace(/<title>.*?<\/title>/, "").replace(/<!--.*?-->/gs, "");

it("with another subject alone an order's letter shows the same codes, sums and links", async () => {
  const { buyer, orderId } = await order();
  const before = await written("ticket_confirmation", buyer.userId);
  await edit("order_confirmation", {});
  const after = await written("ticket_confirmation", buyer.userId);
  expect(after.subject).toBe("Altfel spus");
  const codes = await listOwnTickets(site, { userId: buyer.userId, role: "user" });
  expect(codes).toHaveLength(2);
  for (const { label, code } of codes) {
    const picture = after.attachments?.find(({ filename }) => filename === `${label}.png`);
    expect(await qrInPicture(Buffer.from(picture?.content ?? ""))).toEqual([code?.qr]);
    expect(without(after.html).split(`src="cid:${picture?.cid}"`)).toHaveLength(2);
    for (const form of [after.html, after.text]) expect(form).toContain(code?.group);
  }
  for (const words of ["220 LEI", `${site.origin}/profile"`, "Vezi Biletele Mele"]) {
    expect(before.html).toContain(words);
    expect(after.html).toContain(words);
  }
  expect(after.html).not.toMatch(/\{\{|ticket_rows/);
  expect(orderId).toBeTruthy();
});

it("an edited letter of one ticket goes out for no order of several and for no invitation (one kind: words about something else)", async () => {
  await edit("ticket_confirmation", {});
  const subjectFor = async (buyer: { userId: string }) =>
    (await written("ticket_confirmation", buyer.userId)).subject;
  const one = await soldLines([{ quantity: 1 }]);
  expect(await subjectFor(one.buyer)).toBe("Altfel spus");
  expect(await subjectFor((await order()).buyer)).toMatch(/^Biletele tale/);
  await db`INSERT INTO journal (actor_kind, subject_kind, subject_id, what) VALUES ('admin', 'order', ${one.orderId}, 'granted')`;
  expect(await subjectFor(one.buyer)).not.toBe("Altfel spus");
});

it("an edited letter says of doors and age what the night has, and leaves out what it does not have", async () => {
  for (const name of ["ticket_confirmation", "order_confirmation"]) await edit(name, {});
  for (const { buyer, nights } of [await order(), await soldLines([{ quantity: 1 }])]) {
    const letter = () => written("ticket_confirmation", buyer.userId);
    const bare = await letter();
    for (const form of [bare.html, bare.text]) expect(form).not.toMatch(/Ușile|Vârsta|până la/);
    await db`UPDATE events SET time = '22:00', doors = '21:00' WHERE id = ${nights[0]}`;
    const { html, text } = await letter();
    for (const form of [html, text]) {
      expect(form).toMatch(/Ușile.{1,200}21:00/s);
      expect(form).not.toMatch(/Vârsta|până la/);
    }
    await db`UPDATE events SET ends = '05:00', minimum_age = 18 WHERE id = ${nights[0]}`;
    const all = await letter();
    for (const form of [all.html, all.text]) {
      expect(form).toContain("21:00, până la 05:00");
      expect(form).toMatch(/Vârsta.{1,200}18\+/s);
    }
  }
});

it("an edited letter links to the way there as the program's own, and not for a night without an address", async () => {
  const sold = [
    await soldLines([{ quantity: 1 }]),
    await order(),
    await soldLines([{ quantity: 1 }], { nights: 2 }),
  ];
  const nights = sold.flatMap((one) => one.nights);
  const names = ["ticket_confirmation", "order_confirmation", "season_pass_confirmation"] as const;
  const letters = () =>
    Promise.all(
      sold.map(({ buyer }, at) =>
        written(at === 2 ? "season_pass_confirmation" : "ticket_confirmation", buyer.userId),
      ),
    );
  const bare = { html: "<p>Ne vedem la mal!</p>", text: "Ne vedem la mal!" };
  for (const words of [undefined, {}, { text: "" }, bare]) {
    if (words) for (const name of names) await edit(name, words);
    await db`UPDATE events SET address = 'Digul de nord 1' WHERE id = ANY(${nights})`;
    for (const { html, text } of await letters()) {
      expect(html).toMatch(/<a [^>]*href="http:[^"]+\/events\/[^/"]+#drum"[^>]*>Cum ajungi</);
      expect(text).toMatch(/Cum ajungi.+http:\S+\/events\/\S+#drum/);
    }
    await db`UPDATE events SET address = NULL WHERE id = ANY(${nights})`;
    for (const { html, text } of await letters()) expect(html + text).not.toMatch(/Cum ajungi|#drum/);
  }
});

it("an edited letter keeps the words of its author around what it does not have", async () => {
  const html =
    "<table><tr><td><p>Vino! De la {{minimum_age}} ani.</p><p>{{event_name}}</p></td></tr></table>";
  await edit("ticket_confirmation", { html, text: "" });
  const { buyer } = await soldLines([{ quantity: 1 }]);
  expect((await written("ticket_confirmation", buyer.userId)).html).toContain("<p>Vino! De la  ani.</p>");
});

it("with nothing of it in the template a ticket's and an order's letter has codes, way and seller all the same", async () => {
  const seller = (await listTemplates(site, admin))[0]?.text.split("\n").at(-3) ?? "";
  for (const name of ["ticket_confirmation", "order_confirmation"])
    await edit(name, { html: "<p>Ne vedem la mal!</p>", text: "Ne vedem la mal!" });
  const one = await soldLines([{ quantity: 1 }]);
  for (const { buyer } of [await order(), one]) {
    const letter = await written("ticket_confirmation", buyer.userId);
    for (const { label, code } of await listOwnTickets(site, { userId: buyer.userId, role: "user" })) {
      const pictures = letter.attachments?.filter(({ cid }) => cid && letter.html.includes(`cid:${cid}"`));
      const read = await Promise.all(
        (pictures ?? []).map(({ content }) => qrInPicture(Buffer.from(content))),
      );
      expect(read.flat()).toContain(code?.qr);
      for (const form of [letter.html, letter.text]) expect(form).toContain(label);
    }
    for (const form of [letter.html, letter.text]) {
      expect(form).toContain("Ne vedem la mal!");
      expect(form).toContain(`${site.origin}/profile`);
      expect(form).toContain(seller);
    }
  }
  expect(seller.length).toBeGreaterThan(3);
});

it("a cancelled night's letter is edited, and says why, what goes back and where in any case", async () => {
  const own = await cancelled();
  const { html, text } = await edit("night_cancelled", { subject: "{{event_name}} nu mai are loc" });
  const renamed = await cancelled();
  expect(renamed.subject).toBe("Noapte de probă nu mai are loc");
  const plain = ({ text }: { text: string }) => text.replace(/Persoana \S+|order=\S+|Comanda \d+/g, "");
  expect(plain(renamed)).toBe(plain(own));
  expect(without(renamed.html)).toContain("Îți dăm înapoi 220 LEI, pe cardul");
  await edit("night_cancelled", { html: "<p>Ne pare rău.</p>", text: "Ne pare rău." });
  const bare = await cancelled();
  for (const form of [bare.html, bare.text]) {
    expect(form).toContain("Ne pare rău.");
    for (const words of [reason, "Îți dăm înapoi 220 LEI, pe cardul", `${site.origin}/profile`])
      expect(form).toContain(words);
  }
  expect(bare.attachments?.[0]?.contentType).toContain("method=CANCEL");
  // what is there already is not said twice
  expect(await withKeptParts(site, admin, "night_cancelled", { subject: "s", html, text })).toMatchObject({
    html,
    text,
  });
});

it("an edited letter of a cancelled night of a pass says nothing of tickets of a payer whose friend has them all", async () => {
  await edit("night_cancelled_share", {});
  const { orderId, nights, buyer } = await soldLines([{ quantity: 1 }], { nights: 3 });
  const { userId } = await season.person();
  await db`UPDATE ticket_purchases SET user_id = ${userId} WHERE order_id = ${orderId}`;
  const { subject, html, text } = await cancel(nights[1] ?? "", buyer.userId);
  expect(subject).toBe("Altfel spus");
  for (const form of [html, text]) {
    expect(form).toContain("Pentru celelalte nopți, ce ai plătit rămâne valabil.");
    expect(form).not.toMatch(/bilete(le)? tale/);
  }
});

it("an edited letter of a moved night, a refund, a message or a guest's code keeps what its reader needs", async () => {
  const bare = { html: "<p>Pe scurt.</p>", text: "Pe scurt." };
  const says = ({ html, text }: { html: string; text: string }, ...words: (string | RegExp)[]) => {
    for (const form of [html, text]) {
      expect(form).toContain("Pe scurt.");
      for (const one of words) expect(form).toMatch(one);
      expect(form).not.toMatch(/\{\{|undefined/);
    }
  };
  for (const name of fixedTemplateNames) await edit(name, bare);
  const { nights, buyer, orderId } = await order();
  await moveAndTell(stage, nights[0] ?? "");
  const moved = await written("night_moved", buyer.userId);
  says(
    moved,
    "Vine furtuna.",
    /acum .{1,40}2\d{3}, ora 21:00, Sala mică/,
    "Alege până",
    /orders\/[0-9a-f-]+\/moved\//,
  );
  expect(moved.attachments?.[0]?.contentType).toContain("method=PUBLISH");

  await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.2") });
  says(
    await written("payment_returned", buyer.userId),
    "Îți trimitem înapoi 110 LEI",
    /Rambursat.{1,900}FSC-/s,
    "Restul comenzii rămâne valabil.",
    await orderNumber(orderId),
  );

  const form = {
    kind: "service",
    types: [],
    at: "all",
    subject: "Dig",
    body: "Intrați pe la dune.",
  } as const;
  const eventId = nights[0] ?? "";
  succeeded(await sendNightMessage(site, { actor: admin, eventId, id: newId(), form }));
  await spreadNightMessages(site);
  says(await written("night_message", buyer.userId), "Intrați pe la dune.");

  const recipient = `${newId()}@exemplu.ro`;
  const list = { name: "Casa", quota: null };
  const listId = succeeded(await saveGuestList(site, { actor: admin, eventId, listId: null, form: list }));
  const guest = { name: "Vlad Ghiță", places: 2, note: null, email: recipient };
  succeeded(await addGuests(site, { actor: admin, eventId, listId, guests: [guest] }));
  const place = await writtenLetter(db, site, { kind: "guest_place", recipient });
  expect(place.html).toContain("Pe scurt.");
  const [picture] = place.attachments ?? [];
  expect(place.html).toContain(`src="cid:${picture?.cid}"`);
  expect(place.html).toContain("Vlad Ghiță");
});

it("an edited letter about returned money names its order, and says of one with other tickets that they stay", async () => {
  for (const name of fixedTemplateNames) await edit(name, {});
  const { orderId, buyer } = await order();
  const letter = async () => {
    const { html, text } = await written("payment_returned", buyer.userId);
    for (const form of [html, text]) expect(form).toContain(await orderNumber(orderId));
    return [
      html.includes("Restul comenzii rămâne valabil."),
      text.includes("Restul comenzii rămâne valabil."),
    ];
  };
  await refund(orderId, { kind: "seats", seats: await ids(orderId, "1.2") });
  expect(await letter()).toEqual([true, true]);
  for (const reason of ["no_stock", "second_payment", "lowered", "owed"]) {
    await db`UPDATE letters SET variables = variables || jsonb_build_object('reason', ${reason}::text) WHERE kind = 'payment_returned' AND order_id = ${orderId}`;
    expect(await letter()).toEqual([false, false]);
  }
  await refund(orderId, { kind: "whole" });
  expect(await letter()).toEqual([false, false]);
});

it("an edited letter about a refund without seats names no ticket as refunded", async () => {
  const { html, text } = await edit("payment_returned_lowered", {});
  expect(`${html}${text}`).not.toContain("Rambursat");
  const { orderId, buyer } = await order();
  await edit("payment_returned_refunded", { html: "<p>Pe scurt.</p>", text: "Pe scurt." });
  await refund(orderId, { kind: "whole" });
  await db`UPDATE letters SET variables = variables - 'seats' WHERE kind = 'payment_returned' AND order_id = ${orderId}`;
  const letter = await written("payment_returned", buyer.userId);
  expect(letter.text).toContain("220 LEI");
  expect(`${letter.html}${letter.text}`).not.toContain("Rambursat");
});

it("the program's own words of each lack nothing in the editor, and are previewed with the rows of an order", async () => {
  for (const template of await listTemplates(site, admin)) {
    const { name, subject, html, text } = template;
    const kept = await withKeptParts(site, admin, name, { subject, html, text });
    expect([name, kept.html, kept.text]).toEqual([name, html, text]);
  }
  expect((await listTemplates(site, admin)).map(({ name }) => name)).toEqual(
    expect.arrayContaining([...fixedTemplateNames]),
  );
  const kept = await withKeptParts(site, admin, "order_confirmation", {
    subject: "s",
    html: "<p>Salut</p>",
    text: "",
  });
  const { html } = succeeded(await previewTemplate({ actor: admin, template: kept }));
  expect(html.match(/src="data:image\/png/g)).toHaveLength(2);
  expect(html).toContain(">Cum ajungi<");
  expect(html).not.toContain("ticket_rows");
});

it("a letter that nobody edited is written by the program, whatever else is edited", async () => {
  const { buyer } = await soldLines([{ quantity: 1 }]);
  const before = await written("ticket_confirmation", buyer.userId);
  for (const name of fixedTemplateNames) await edit(name, {});
  const { subject, html, text } = await written("ticket_confirmation", buyer.userId);
  expect({ subject, html, text }).toEqual({
    subject: before.subject,
    html: before.html,
    text: before.text,
  });
});
