import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMailStage } from "#test/support/mail-services.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { showLetter } from "./show-letter.server.ts";
import { createTemplate } from "./templates/create-template.server.ts";

const { season, services, admin: actor } = await openMailStage();

async function letterOf(kind: string, recipient = "ana@exemplu.ro") {
  const { userId } = await season.person();
  const night = await season.night({ title: "Luna Plină" });
  const type = await season.ticketType({ events: [night] });
  const order = await paidOrder(season.client, { userId, ticketTypeId: type, events: [night] });
  const id = newId();
  await season.client.query(
    `INSERT INTO letters (id, kind, dedupe_key, recipient, user_id, order_id, message_id, state, variables)
     VALUES ($1, $2, $3, $4, $5, $6, $3, 'dead', '{"action_url": "https://club.example/secret"}')`,
    [id, kind, `<${id}@x>`, recipient, userId, order.orderId],
  );
  return { id, ...order };
}

const reasonOf = async (letterId: string, as: Parameters<typeof showLetter>[1]["actor"] = actor) => {
  const shown = await showLetter(services, { actor: as, letterId });
  return shown.ok ? "shown" : shown.refusal.reason;
};

it("shows the text of an email, in a document without scripts and requests, without the code that admits", async () => {
  const { id } = await letterOf("ticket_confirmation");
  const shown = succeeded(await showLetter(services, { actor, letterId: id }));
  expect(shown.subject).toContain("Luna Plină");
  expect(shown.html).toContain("Luna Plină");
  expect(shown.html).toContain("default-src 'none'");
  expect(shown.html).not.toMatch(/data:image|<img|href=|<script/);
});

it("shows no token of a guest's link, wherever a template puts it", async () => {
  const { id, orderId } = await letterOf("ticket_confirmation");
  await season.db`UPDATE profiles SET is_guest = true, contact_email = 'ana@exemplu.ro', email = NULL WHERE id = (SELECT user_id FROM orders WHERE id = ${orderId})`;
  const template = {
    name: "ticket_confirmation",
    subject: "Luna Plină {{order_link}}",
    html: '<p title="{{order_link}}">{{order_link}}</p><a name="{{order_link}}" href="{{order_link}}">x</a>',
    text: "",
  };
  succeeded(await createTemplate(services, { actor, template }));
  const { subject, html } = succeeded(await showLetter(services, { actor, letterId: id }));
  expect(subject).toContain(`/orders/${orderId}?token=…`);
  // in the title as well
  expect(html.split(`/orders/${orderId}?token=…`)).toHaveLength(5);
  expect(html).not.toMatch(/token=[\w-]/);
});

it("reads no variable in the club's own texts", async () => {
  const { id } = await letterOf("welcome_email");
  await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'footer', '{"address": "Dig {{{customer_name}}", "email": "x?body={{customer_name}}@club.example"}')`;
  const { html } = succeeded(await showLetter(services, { actor, letterId: id }));
  expect(html.split("{ {customer_name}}")).toHaveLength(3);
  await season.db`DELETE FROM site_content WHERE key = 'footer'`;
});

it("shows no email with a secret, none that is deleted or no longer true, and none to others", async () => {
  const { id, orderId } = await letterOf("ticket_confirmation");
  expect(await reasonOf(id, { userId: actor.userId, role: "user" })).toBe("not_allowed");
  for (const kind of ["reset_password", "one_time_code", "confirm_address"])
    expect(await reasonOf((await letterOf(kind)).id)).toBe("secret");
  for (const unknown of [newId(), "x", (await letterOf("welcome_email", "")).id])
    expect(await reasonOf(unknown)).toBe("unknown_letter");
  await season.db`UPDATE ticket_purchases SET status = 'refunded' WHERE order_id = ${orderId}`;
  expect(await reasonOf(id)).toBe("void");
});

it("shows in an email about a role who has which role and who gave it, with present names", async () => {
  const person = await season.person();
  await season.db`UPDATE profiles SET full_name = 'Ana <b>Pop</b>' WHERE id = ${person.userId}`;
  const { id } = await letterOf("role_changed");
  const variables = { person: person.userId, by: actor.userId, before: "user", after: "gate" };
  await season.db`UPDATE letters SET variables = ${variables} WHERE id = ${id}`;
  const shown = succeeded(await showLetter(services, { actor, letterId: id }));
  expect(shown.html).toContain("Ana &lt;b&gt;Pop&lt;/b&gt;");
  expect(shown.html).toMatch(
    /rolul „poartă”; înainte avea rolul „client”\. Schimbarea a fost făcută de Persoana/,
  );
  expect(shown.html).toContain("/admin/security?kind=role_changed");
});
