import { beforeAll, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { requestTexts } from "./request-texts.ts";

const { season, site, ask, fresh } = await openSourceSite({ SMTP_ALLOWED_HOSTS: "127.0.0.1" });
const night = await season.night();
const type = await season.ticketType({ events: [night] });

beforeAll(async () => {
  const form = {
    smtp_host: "127.0.0.1",
    smtp_port: "25",
    username: "club",
    password: "o parolă",
    from_name: "Clubul",
    from_email: "club@exemplu.ro",
    enabled: "on",
  };
  expect((await ask("/admin/email", { as: await fresh(await season.person("admin")), form })).status).toBe(
    303,
  );
  await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;
});

const paidTicket = (userId: Uuid) =>
  paidLines(season.client, { userId, events: [night], lines: [{ ticketTypeId: type, quantity: 1 }] });

type Form = Record<string, string>;
type Way = { path: string; as?: { token: string }; form: (email: string) => Form };

async function guestWithTicket() {
  const json = { email: `g-${newId()}@exemplu.ro`, full_name: "Maria Fără Cont", phone: "0722 000 000" };
  const { access_token, user } = JSON.parse((await ask("/functions/v1/guest-session", { json })).text);
  const { orderId, purchaseIds } = await paidTicket(user.id);
  return {
    as: { token: access_token as string },
    userId: user.id,
    orderId,
    purchaseId: purchaseIds[0] ?? "",
  };
}

const ways: Record<string, () => Promise<Way>> = {
  "a guest's own correction": async () => {
    const { as, orderId } = await guestWithTicket();
    return { path: `/orders/${orderId}`, as, form: (email) => ({ intent: "correct", email }) };
  },
  "the office's correction": async () => {
    const { userId } = await guestWithTicket();
    const as = await fresh(await season.person("admin"));
    return { path: `/admin/customers/${userId}`, as, form: (email) => ({ intent: "address", email }) };
  },
  "a ticket sent to a friend": async () => {
    const as = await season.person();
    const bought = await paidTicket(as.userId);
    const form = (email: string) => ({ intent: "send", friend_name: "", friend_email: email });
    return { path: `/profile/send/${bought.purchaseIds[0]}`, as, form };
  },
  "a friend's own address": async () => {
    const { userId, purchaseId } = await guestWithTicket();
    const actor = { userId, role: "user" } as const;
    const sent = succeeded(await sendTicket(site, { actor, purchaseId, name: null, email: null }));
    const token = new URL(sent.by === "link" ? sent.link : "").searchParams.get("token") ?? "";
    return { path: "/primeste", form: (email) => ({ token, full_name: "Vlad Pop", email }) };
  },
  "an account's new address": async () => {
    const as = await fresh(await season.person());
    return { path: "/profile/security", as, form: (email) => ({ intent: "change-email", new_email: email }) };
  },
};

it.each(Object.entries(ways))(
  "%s: a mistyped domain is asked about once, and taken when sent again",
  async (_, way) => {
    const { path, as, form } = await way();
    const name = `om-${newId()}`;
    const typed = `${name}@gmial.com`;
    const sending = (more: Form = {}) => ask(path, { as, form: { ...form(typed), ...more } });
    const question = await sending();
    expect(question.status).toBe(422);
    expect(question.text).toContain(requestTexts.emailMeant(`${name}@gmail.com`));
    const carried = /name="email_asked" value="([^"]*)"/.exec(question.text)?.[1] ?? "";
    expect((await sending({ email_asked: carried })).status).toBe(303);
  },
);
