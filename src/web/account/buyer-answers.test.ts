/** What buyers are answered, with an account and without one: asked of the site's source, over HTTP. */
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { payWithCard } from "#devkit/card-provider/pay-with-card.ts";
import { newId, type Uuid } from "#kernel/id.ts";
import { counted } from "#kernel/romanian.ts";
import { inSeconds } from "#kernel/time.ts";
import { registerAccount } from "#platform/identity/accounts/register-account.server.ts";
import { HashingBusy } from "#platform/identity/passwords/hashing.server.ts";
import { newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { goodPassword } from "#test/support/accounts.ts";
import { orderStages } from "#test/support/order-stages.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { paidLines } from "#test/support/paid-lines.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { tokenOfTickets } from "#ticketing/delivery/order-link.server.ts";
import { durations } from "#ticketing/limits.ts";
import { acceptTicket } from "#ticketing/orders/transfers/accept-ticket.server.ts";
import { sendTicket } from "#ticketing/orders/transfers/send-ticket.server.ts";
import { createPerson, type NewPerson } from "#ticketing/people/appoint-person.server.ts";
import { inviteMember } from "#ticketing/people/team/invite-member.server.ts";
import { checkoutTexts } from "#web/checkout/checkout-texts.ts";
import { guestOrderTexts } from "#web/checkout/guest-order-texts.ts";
import { choiceAddress } from "#web/request/choice-address.ts";
import { registrationCookie } from "#web/request/cookies.server.ts";
import { cookieSeconds } from "#web/request/own-cookie.server.ts";
import { refusalTexts } from "#web/request/refusal-texts.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { leaveDeviceTexts } from "#web/ui/leave-device-texts.ts";
import { accountTexts } from "./account-texts.ts";
import { guestTexts } from "./guest-texts.ts";
import { joinTeamTexts } from "./join-team-texts.ts";
import { personProblems } from "./person-texts.ts";
import { sentTicketTexts } from "./sent-ticket-texts.ts";

const source = await openSourceSite({ SMTP_ALLOWED_HOSTS: "127.0.0.1" });
const { season, site, provider, ask, fresh, origin } = source;
const { client } = season;
const stages = orderStages(season, { ...site, provider });
const night = await season.night();
const type = await season.ticketType({ events: [night], price: 11_000 });
const addOn = await season.ticketType({ events: [night], price: 2000, entries: 0 });
afterEach(() => vi.restoreAllMocks());

beforeAll(async () => {
  const as = await fresh(await season.person("admin"));
  const form = {
    smtp_host: "127.0.0.1",
    smtp_port: "25",
    username: "club",
    password: "o parolă",
    from_name: "Clubul",
    from_email: "club@exemplu.ro",
    enabled: "on",
  };
  expect((await ask("/admin/email", { as, form })).status).toBe(303);
  await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;
});

const sessionIn = ({ cookies }: { cookies: string[] }) =>
  cookies.map((line) => /^session=([^;]+)/.exec(line)?.[1]).find(Boolean) ?? "";
let people = 0;
const freshEmail = () => `om-${++people}@exemplu.ro`;
/** Values of the newest email of this kind to this address. */
async function letterTo(email: string, kind: string): Promise<Record<string, string>> {
  const rows =
    await season.db`SELECT variables FROM letters WHERE recipient = ${email} AND kind = ${kind} ORDER BY id DESC LIMIT 1`;
  return rows[0]?.variables ?? {};
}
const choose = (quantity: number, extra = 0) =>
  choiceAddress(night, [
    { ticketTypeId: type, quantity },
    ...(extra > 0 ? [{ ticketTypeId: addOn, quantity: extra }] : []),
  ]);
const guestPage = (choice: string) => `/guest?next=${encodeURIComponent(choice)}`;

const bought = ({ userId }: { userId: Uuid }) =>
  paidLines(client, { userId, events: [night], lines: [{ ticketTypeId: type, quantity: 2 }] });

async function guest(email = freshEmail()) {
  const json = { email, full_name: "Maria Fără Cont", phone: "0722 000 000" };
  const { access_token, user } = JSON.parse((await ask("/functions/v1/guest-session", { json })).text);
  return { token: access_token as string, userId: user.id as Uuid, email };
}
const buyAs = (who: { token: string; email: string }, more: Record<string, string>, cookie = "") =>
  ask(guestPage(choose(1)), {
    form: {
      email: who.email,
      full_name: "Maria Fără Cont",
      phone: "0722 000 000",
      return_to: choose(1),
      total: "11000",
      form: newSecretToken(),
      ...more,
    },
    headers: { cookie: `session=${who.token}${cookie}` },
  });

describe("a guest", () => {
  it("whose form is loaded again once the night is full is led to the night, which says so, with a session and without", async () => {
    const full = await season.night();
    const last = await season.ticketType({ events: [full], capacity: 1 });
    const choice = choiceAddress(full, [{ ticketTypeId: last, quantity: 1 }]);
    expect((await ask(guestPage(choice))).status).toBe(200);
    await season.db`UPDATE stock_counters SET sold = 1 WHERE id = ${last}`;
    for (const session of ["", `session=${(await guest()).token}`]) {
      const answer = await ask(guestPage(choice), { headers: { cookie: session } });
      expect(answer).toMatchObject({ status: 303, location: choice });
      expect(decodeURIComponent(answer.cookies.join())).toContain(refusalTexts.notEnough);
    }
    expect((await ask(choice)).text).toContain("Epuizat");
    // who chose nothing that exists wanted to buy nothing
    expect(await ask(guestPage("/artists"))).toMatchObject({
      status: 302,
      location: "/login?next=%2Fartists",
    });
    await season.db`UPDATE stock_counters SET sold = 0 WHERE id = ${last}`;
  });

  it("may choose four tickets with what goes with them, and for more an account is needed", async () => {
    expect((await ask(guestPage(choose(4, 1)))).status).toBe(200);
    expect(await ask(guestPage(choose(5)))).toMatchObject({ status: 302 });
  });

  it("finds what is held already, with one way to pay it; what is held beside another choice has its own", async () => {
    const who = await guest();
    expect((await ask(guestPage(choose(1)), { as: who })).text).not.toContain(guestTexts.heldNote);
    const payment = await buyAs(who, {});
    expect(payment.status).toBe(303);
    const same = (await ask(guestPage(choose(1)), { as: who })).text;
    expect(same).toContain(guestTexts.heldNote);
    expect(same).toContain("Continuă la plată: 110 LEI");
    expect(same).not.toContain("Continuă plata: 110 LEI");
    expect((await buyAs(who, {})).location, "the same card page").toBe(payment.location);
    const other = (await ask(guestPage(choose(2)), { as: who })).text;
    expect(other).toContain("Continuă plata: 110 LEI");
    expect(other).toContain("Continuă la plată: 220 LEI");
  });

  it("who went back from the tickets makes no second order without being asked, and one when asked", async () => {
    const who = await guest();
    await bought(who);
    const orders = async () =>
      (await season.db`SELECT count(*)::int AS n FROM orders WHERE user_id = ${who.userId}`)[0]?.n;
    for (const name of ["Maria Fără Cont", "Marina Fără Cont"]) {
      // the form as it was before the payment
      const asked = await buyAs(who, { full_name: name });
      expect([asked.status, asked.cookies, await orders()]).toEqual([409, [], 1]);
      for (const part of ["Nu ți-am luat nimic acum", 'name="again" value="1"', name])
        expect(asked.text).toContain(part);
    }
    const page = await ask(guestPage(choose(1)), { as: who });
    expect(page.text).toContain("Ai deja o comandă plătită");
    expect(page.text).not.toContain('name="again"');
    expect((await buyAs(who, { again: "1" })).status).toBe(303);
    expect(await orders()).toBe(2);
  });

  it("who was asked on the night's page is not asked again in the form", async () => {
    const who = await guest();
    const press = (form: Record<string, string> = {}) =>
      ask(`/events/${night}`, { as: who, form: { ticket_id: type, quantity: "1", price: "11000", ...form } });
    expect(await press()).toMatchObject({ status: 302, location: guestPage(choose(1)) });
    await bought(who);
    const asked = await press();
    expect(asked.text).toContain("Nu ți-am luat nimic acum");
    expect(asked.text).toContain('name="again" value="1"');
    const location = (await press({ again: "1" })).location ?? "";
    expect(location).toBe(`${guestPage(choose(1))}&again=1`);
    const form = (await ask(location, { as: who })).text;
    expect(form).toContain('name="again" value="1"');
    expect(form).not.toContain("Ai deja o comandă plătită");
  });

  it("with a code that was used up meanwhile hears the price without it, and the next press buys at that", async () => {
    const who = await guest();
    const voucher = await season.voucher({ code: "APUS10", percent: 10, capacity: 1 });
    const withCode = "; code=APUS10";
    const shown = await ask(guestPage(choose(1)), { headers: { cookie: `session=${who.token}${withCode}` } });
    expect(shown.text).toContain('name="total" value="9900"');
    await season.db`UPDATE stock_counters SET sold = capacity WHERE id = ${voucher}`;
    const told = await buyAs(who, { full_name: "Maria Codată", total: "9900" }, withCode);
    expect(told.status).toBe(409);
    expect(told.text).toContain("Prețul s-a schimbat: acum 110 LEI.");
    // nothing says any more that the code will be applied
    expect(told.text).not.toContain("APUS10");
    expect(told.text).toContain('name="total" value="11000"');
    const next = await buyAs({ ...who, token: sessionIn(told) }, { full_name: "Maria Codată" }, withCode);
    expect(next.status).toBe(303);
    const rows = await season.db`SELECT total::int AS total FROM orders ORDER BY id DESC LIMIT 1`;
    expect(rows[0]?.total).toBe(11_000);
  });

  it("gets what is free by the code of the email alone, and by no other six digits", async () => {
    await season.voucher({ code: "GRATIS", percent: 100 });
    const who = await guest();
    const free = (code: string) => buyAs(who, { total: "0", code }, "; code=GRATIS");
    const asked = await free("");
    expect([asked.status, asked.text.includes(guestTexts.codeSent(who.email))]).toEqual([403, true]);
    const { token = "" } = await letterTo(who.email, "one_time_code");
    const wrong = await free(token === "000000" ? "000001" : "000000");
    expect([wrong.status, wrong.text.includes(guestTexts.codeWrong)]).toEqual([422, true]);
    const ofGuest = () => client.query("SELECT FROM orders WHERE user_id = $1", [who.userId]);
    expect((await ofGuest()).rowCount).toBe(0);
    expect((await free(token)).status).toBe(303);
    expect((await ofGuest()).rowCount).toBe(1);
  });
});

describe("a guest on a device of somebody else", () => {
  it("leaves it by a button on each page that knows them, and nobody else is offered it", async () => {
    const who = await guest();
    const { orderId } = await bought(who);
    const token = who.token;
    const pages = ["/orders", `/orders/${orderId}`, guestPage(choose(1))];
    const seen = async (as?: { token: string }) => {
      const texts = [];
      for (const path of pages) texts.push((await ask(path, as ? { as } : {})).text);
      return texts;
    };
    const offers = (texts: string[]) => texts.map((text) => text.includes(leaveDeviceTexts.leave));
    expect(offers(await seen({ token }))).toEqual([true, true, true]);
    expect(offers(await seen())).toEqual([false, false, false]);
    const left = await ask("/logout", { as: { token }, form: {} });
    expect(left.status).toBe(303);
    const ended = left.cookies.filter((line) => line.includes("=; Path=/; Max-Age=0;"));
    const names = ended.map((line) => line.split("=")[0]);
    const staying = ["flash", "gate-device", "known-browser"];
    expect(names.sort()).toEqual(
      Object.keys(cookieSeconds)
        .filter((name) => !staying.includes(name))
        .sort(),
    );
    const after = await seen({ token });
    expect(offers(after)).toEqual([false, false, false]);
    expect(after.some((text) => text.includes(who.email) || text.includes(orderId.slice(0, 13)))).toBe(false);
  });
});

describe("a guest who keeps the tickets in an account", () => {
  async function buyer() {
    const who = await guest();
    const { orderId } = await bought(who);
    const path = `/orders/${orderId}`;
    const keep = (form: Record<string, string>) => ask(path, { as: who, form: { intent: "keep", ...form } });
    expect((await ask(path, { as: who, form: { intent: "send-code" } })).status).toBe(303);
    const { token: code = "" } = await letterTo(who.email, "one_time_code");
    return { ...who, orderId, path, keep, code };
  }

  it("makes one with the code and a password, and is signed in", async () => {
    const { keep, code } = await buyer();
    const asked = await keep({ code });
    expect([asked.status, asked.text.includes(guestOrderTexts.password)]).toEqual([200, true]);
    const made = await keep({ code, password: goodPassword });
    expect(made).toMatchObject({ status: 303, location: "/profile", flash: guestOrderTexts.madeAccount });
    expect((await ask("/profile", { as: { token: sessionIn(made) } })).status).toBe(200);
  });

  it("is asked to sign in where there was one meanwhile: a password that was chosen here opens nothing", async () => {
    const { email, keep, code } = await buyer();
    const person = { email, password: goodPassword, fullName: "Maria", phone: "0722 000 000", role: "user" };
    const made = await createPerson(site, person as NewPerson);
    expect(made.ok).toBe(true);
    expect(await keep({ code, password: "altă parolă lungă" })).toMatchObject({
      status: 303,
      location: "/login?next=%2Fprofile",
      flash: guestOrderTexts.kept,
    });
  });

  it("finds the code and the field of the password again when the site is busy", async () => {
    const { keep, code } = await buyer();
    vi.spyOn(site.identity.hashing, "hash").mockRejectedValue(new HashingBusy());
    const busy = await keep({ code, password: goodPassword });
    expect(busy.status).toBe(503);
    for (const text of [requestTexts.busy, guestOrderTexts.password, code]) expect(busy.text).toContain(text);
  });

  it("names tickets in the own browser alone: with an email's link they are only seen", async () => {
    const { path, orderId, token } = await buyer();
    const link = tokenOfTickets(site.keys, { orderId, version: 1, holderId: null });
    const [own, byLink] = [await ask(path, { as: { token } }), await ask(`${path}?token=${link}`)];
    expect([own.status, byLink.status]).toEqual([200, 200]);
    for (const form of ['value="name"', `${path}/send/`])
      expect([own, byLink].map(({ text }) => text.includes(form))).toEqual([true, false]);
    const ownByLink = await ask(`${path}?token=${link}`, { as: { token } });
    expect(byLink.text).toContain(guestOrderTexts.byLinkAtFirst);
    expect(ownByLink.text).not.toContain(guestOrderTexts.byLinkAtFirst);
    expect(ownByLink.text).toContain('value="name"');
    expect((await ask(`${path}?token=${link}`, { as: await buyer() })).text).not.toContain('value="name"');
  });
});

describe("the sheet of a ticket that a friend has accepted", () => {
  it("is never a page not found for its sender, and stays one for everybody else", async () => {
    const [who, stranger] = [await guest(), await guest()];
    const { orderId, purchaseIds } = await bought(who);
    const [id = "", other = ""] = purchaseIds;
    const actor = { userId: who.userId, role: "user" } as const;
    const sent = succeeded(await sendTicket(site, { actor, purchaseId: id, name: null, email: null }));
    const secret = new URL(sent.by === "link" ? sent.link : "").searchParams.get("token") ?? "";
    const friend = { userId: (await season.person()).userId, role: "user" } as const;
    succeeded(await acceptTicket(site, { actor: friend, secret }));
    const below = `/orders/${orderId}`;
    expect(await ask(`${below}/send/${id}`, { as: who })).toMatchObject({
      status: 303,
      location: below,
      flash: sentTicketTexts.acceptedMeanwhile,
    });
    expect((await ask(`/orders/${orderId}/send/${id}`, { as: stranger })).status).toBe(404);
    expect((await ask(`/orders/${orderId}/send/${other}`, { as: stranger })).status).toBe(404);
    expect((await ask(`/orders/${orderId}/send/${other}`, { as: who })).status).toBe(200);
  });
});

describe("with an email's link, a guest's order", () => {
  async function linked() {
    const who = await guest();
    const { orderId } = await bought(who);
    const path = `/orders/${orderId}`;
    const link = `${path}?token=${tokenOfTickets(site.keys, { orderId, version: 1, holderId: null })}`;
    return { who, path, link };
  }
  const codeOf = async ({ email }: { email: string }) => (await letterTo(email, "one_time_code")).token ?? "";

  it("is not kept while its address can still be corrected, even with the right code, and the page says until when", async () => {
    const { who, path, link } = await linked();
    const page = (await ask(link)).text;
    expect(page).toContain(guestOrderTexts.byLinkAtFirst);
    expect(page).not.toContain(guestOrderTexts.keepTitle);
    expect(guestOrderTexts.byLinkAtFirst).toContain(
      counted(durations.contactCorrection / inSeconds.hour, "hour"),
    );
    expect((await ask(link, { form: { intent: "send-code" } })).status).toBe(404);
    expect(await codeOf(who)).toBe("");
    expect((await ask(path, { as: who, form: { intent: "send-code" } })).status).toBe(303);
    const code = await codeOf(who);
    const keep = { intent: "keep", code };
    for (const form of [keep, { ...keep, password: goodPassword }])
      expect((await ask(link, { form })).status).toBe(404);
    const proven = await season.db`SELECT contact_proven_at AS at FROM profiles WHERE id = ${who.userId}`;
    expect(proven).toEqual([{ at: null }]);
    // the owner of the browser still corrects the address
    const right = freshEmail();
    const corrected = await ask(path, { as: who, form: { intent: "correct", email: right } });
    expect(corrected.flash).toBe(guestOrderTexts.corrected(right, { sent: 1, unsent: 0, suspended: 0 }));
    expect((await ask(link)).status).toBe(404);
  });

  it("is kept by a buyer who lost the browser, once the address can no longer be corrected", async () => {
    const { who, link } = await linked();
    await season.db`UPDATE orders SET paid_at = paid_at - make_interval(secs => ${durations.contactCorrection}) WHERE user_id = ${who.userId}`;
    const page = (await ask(link)).text;
    expect(page).toContain(guestOrderTexts.keepTitle);
    expect(page).not.toContain(guestOrderTexts.byLinkAtFirst);
    expect((await ask(link, { form: { intent: "send-code" } })).status).toBe(303);
    const form = { intent: "keep", code: await codeOf(who), password: goodPassword };
    expect((await ask(link, { form })).flash).toBe(guestOrderTexts.madeAccount);
  });

  it("is never corrected, split or named", async () => {
    const { who, link } = await linked();
    const refused = async () => {
      for (const intent of ["correct", "split", "name"])
        expect((await ask(link, { form: { intent, email: freshEmail() } })).status, intent).toBe(404);
    };
    await refused();
    await season.db`UPDATE orders SET paid_at = paid_at - make_interval(secs => ${durations.contactCorrection}) WHERE user_id = ${who.userId}`;
    await refused();
  });
});

describe("the page after the payment", () => {
  it("shows the order to its buyer by its id, and to nobody else", async () => {
    const [buyer, stranger] = await season.people(2);
    if (!buyer || !stranger) throw new Error("nobody");
    const { orderId, purchaseIds } = await bought(buyer);
    const page = async (as?: { token: string }) =>
      (await ask(`/tickets/success?order=${orderId}`, { as })).text;
    const isShown = async (as?: { token: string }) =>
      (await page(as)).includes(`/tickets/${purchaseIds[0]}/`);
    expect([await isShown(buyer), await isShown(stranger), await isShown()]).toEqual([true, false, false]);
    expect(await page(buyer)).toContain('value="name"');
  });

  it("says nothing of a payment to a person who has no such order, and leads a person who has not paid to the payment", async () => {
    const main = async (path: string, as?: { token: string }) => {
      const { status, text, location } = await ask(path, { as });
      return { status, location, text: /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? "" };
    };
    const { orderId, token, sessionId } = await stages.atCardPage({ events: [night] });
    const [stranger] = await season.people(1);
    const { genericTitle } = checkoutTexts;
    const unknown = [
      ["", guestOrderTexts.pageTitle],
      ["?session_id=altceva", guestOrderTexts.pageTitle],
      [`?session_id=${sessionId}`, genericTitle],
      [`?order=${orderId}`, genericTitle],
    ] as const;
    for (const [query, title] of unknown) {
      const page = await main(`/tickets/success${query}`, stranger);
      expect([page.status, page.text.includes(title)]).toEqual([200, true]);
      expect(page.text).not.toMatch(/pl[aă]t/i);
    }
    const own = await main(`/tickets/success?session_id=${sessionId}`, { token });
    expect(own).toMatchObject({ status: 302, location: `/checkout/${orderId}` });
    expect((await main(own.location ?? "", { token })).text).toContain(checkoutTexts.openText);
    // the provider does not answer: nobody knows
    vi.spyOn(site.cards, "readSession").mockResolvedValueOnce({ kind: "unknown", message: "" });
    const asked = await main(`/tickets/success?session_id=${sessionId}`, { token });
    for (const text of [checkoutTexts.pendingTitle, checkoutTexts.confirming])
      expect(asked.text).toContain(text);
    expect(asked.text).not.toMatch(/unpaid|Reusita/);
  });

  it("of a night that is over offers neither the calendar nor what one does at the gate", async () => {
    const who = await guest();
    const own = await season.night();
    const ofOwn = await season.ticketType({ events: [own] });
    const { orderId } = await paidLines(client, {
      userId: who.userId,
      events: [own],
      lines: [{ ticketTypeId: ofOwn, quantity: 1 }],
    });
    const offered = async () => {
      const { text } = await ask(`/orders/${orderId}`, { as: who });
      return ["ticket.pdf", "ticket.ics", checkoutTexts.gateHint].map((part) => text.includes(part));
    };
    expect(await offered()).toEqual([true, true, true]);
    await season.db`UPDATE events SET date = date - 30 WHERE id = ${own}`;
    expect(await offered()).toEqual([true, false, false]);
  });

  it("is given up only once the card page is surely closed", async () => {
    const { orderId, token } = await stages.atCardPage({ events: [night] });
    const giveUp = () => ask(`/checkout/${orderId}`, { as: { token }, form: { intent: "release" } });
    vi.spyOn(site.cards, "expireSession").mockResolvedValueOnce({ kind: "unknown" } as never);
    expect(await giveUp()).toMatchObject({
      status: 303,
      location: `/checkout/${orderId}`,
      flash: checkoutTexts.releaseFailed,
    });
    expect((await giveUp()).flash).not.toBe(checkoutTexts.releaseFailed);
  });

  it("is settled when it was paid meanwhile, and gives nothing up", async () => {
    const { orderId, token, sessionId } = await stages.atCardPage({ events: [night] });
    await payWithCard(provider.pagesBase, sessionId);
    const given = await ask(`/checkout/${orderId}`, { as: { token }, form: { intent: "release" } });
    expect(given).toMatchObject({ location: "/profile", flash: checkoutTexts.paidMeanwhile });
  });
});

describe("the link of a registration", () => {
  async function registered(returnTo: string) {
    const [email, browser] = [freshEmail(), newSecretToken()];
    await registerAccount(site.identity, {
      email,
      password: goodPassword,
      browser,
      fullName: "Ana Pop",
      phone: "0722 000 000",
    });
    const { action_url: link = "" } = await letterTo(email, "confirm_address");
    const token = new URL(link).searchParams.get("token") ?? "";
    const cookie = registrationCookie({ browser, email, returnTo }, origin).split(";")[0] ?? "";
    return (form: Record<string, string> = {}, session = "", own = cookie) =>
      ask("/confirm", { form: { token, ...form }, headers: { cookie: `${own}; session=${session}` } });
  }

  it("goes on to the payment of what waits, at the price that was shown", async () => {
    const confirm = await registered(choose(1));
    const paying = await confirm({ intent: "pay", total: "11000" });
    expect([paying.status, paying.location?.startsWith(provider.pagesBase)]).toEqual([303, true]);
    // the link once more
    const { rows } = await client.query("SELECT id FROM orders ORDER BY created_at DESC, id DESC LIMIT 1");
    expect((await confirm({}, sessionIn(paying))).location).toBe(`/checkout/${rows[0].id}`);
  });

  it("leads where a login leads when the price is another one, and is signed in all the same", async () => {
    const confirm = await registered(choose(1));
    const led = await confirm({ intent: "pay", total: "1" });
    expect(led).toMatchObject({ status: 303, location: choose(1), flash: accountTexts.confirmedHere });
    expect((await confirm({}, sessionIn(led))).location).toBe("/profile");
  });

  it("that was used tells another browser to sign in, as one that never was does", async () => {
    const confirm = await registered("/");
    await confirm();
    const forms: Record<string, string>[] = [{}, { token: newSecretToken() }];
    for (const form of forms) {
      const { status, text } = await confirm(form, "", "");
      expect([status, text.includes("Dacă ai confirmat deja, conectează-te.")]).toEqual([400, true]);
    }
  });
});

it("an invitation to the team waits for a login, and is accepted by the person with its address alone", async () => {
  const [member, other] = await season.people(2);
  if (!member || !other) throw new Error("nobody");
  const email = `${member.userId}@exemplu.ro`;
  const actor = await season.person("admin");
  expect((await inviteMember(site, { actor, email, role: "gate" })).ok).toBe(true);
  const { action_url: link = "" } = await letterTo(email, "team_invitation");
  const form = { token: new URL(link).searchParams.get("token") ?? "" };
  const nobody = await ask("/echipa", { form });
  expect([nobody.status, nobody.location?.startsWith("/login?next=")]).toEqual([303, true]);
  expect((await ask("/echipa", { form, as: other })).status).toBe(409);
  expect((await ask("/echipa", { form, as: member })).flash).toBe(joinTeamTexts.accepted("gate"));
});

it("who forgot the password hears what is wrong with the address", async () => {
  const asked = await ask("/login?mode=forgot", { form: { email: "fără arond" } });
  expect([asked.status, asked.text.includes(personProblems.email_invalid)]).toEqual([422, true]);
  expect(asked.text).not.toContain(accountTexts.notUnderstood);
});

it.each(["constructor", "toString", "__proto__", "x"])(
  "a mode of no screen shows the login: %s",
  async (mode) => {
    expect((await ask(`/login?mode=${mode}`)).text).toContain('name="password"');
  },
);

it("what waits behind a login is there after a forgotten password, by whichever link of these screens", async () => {
  const email = freshEmail();
  const [person] = await season.people(1);
  await season.db`UPDATE identity."user" SET email = ${email} WHERE id = ${person?.userId}`;
  const waits = choose(2);
  const next = `next=${encodeURIComponent(waits)}`;
  for (const mode of ["", "mode=forgot&", "mode=sent&"]) {
    const { text } = await ask(`/login?${mode}${next}`);
    const ways = [...text.matchAll(/(?:href|action)="(\/login[^"]*)"/g)].map(([, way]) => way);
    expect([mode, ways.filter((way) => !way?.includes(next))]).toEqual([mode, []]);
    if (mode !== "mode=sent&") expect(text).toContain(`name="return_to" value="${waits}"`);
  }

  const asked = await ask("/login?mode=forgot", { form: { email, return_to: waits } });
  expect(asked.location).toBe(`/login?mode=sent&next=${encodeURIComponent(waits)}`);
  const [kept = ""] = asked.cookies
    .map((line) => line.split(";")[0] ?? "")
    .filter((line) => line.startsWith("interrupted="));
  const { action_url: link = "" } = await letterTo(email, "reset_password");
  // a mistyped address is a stranger's
  expect(link).not.toContain("next");
  const token = new URL(link).searchParams.get("token") ?? "";
  const reset = await ask("/reset-password", {
    form: { token, password: goodPassword, confirm_password: goodPassword },
    headers: { cookie: kept },
  });
  expect(reset).toMatchObject({ status: 303, location: `/login?${next}`, flash: accountTexts.passwordReset });
  expect(reset.cookies.join("\n")).toMatch(/^interrupted=[^;]*; Path=\/; Max-Age=0/m);
  const back = await ask("/login", { form: { email, password: goodPassword, return_to: waits } });
  expect(back.location).toBe(waits);
});

it("deleting an account counts its tickets as the profile does, and tonight's codes stand above what is asked of other nights", async () => {
  const buyer = await season.person();
  const tonight = await season.night({ inDays: 0, time: null });
  const entry = await season.ticketType({ events: [tonight], price: 11_000 });
  const parking = await season.ticketType({ events: [tonight], price: 2000, entries: 0 });
  const lines = [
    { ticketTypeId: entry, quantity: 2 },
    { ticketTypeId: parking, quantity: 1, entries: 0 },
  ] as const;
  await paidLines(client, { userId: buyer.userId, events: [tonight], lines });
  const later = await bought(buyer);
  const moveId = newId();
  await season.db`INSERT INTO moves (id, event_id, from_date, from_location, to_date, to_location, reason, actor_id)
    SELECT ${moveId}, id, date - 1, location, date, location, 'Furtună.', ${buyer.userId} FROM events WHERE id = ${night}`;
  await season.db`INSERT INTO moved_orders (move_id, order_id, choice_until) VALUES (${moveId}, ${later.orderId}, now() + interval '1 day')`;
  const profile = (await ask("/profile", { as: buyer })).text;
  expect(profile.indexOf(`/moved/${moveId}`)).toBeGreaterThan(profile.indexOf("qr.svg"));
  const asked = (await ask("/profile/security?ask=erase", { as: await fresh(buyer) })).text;
  expect(asked).toContain("Ai 4 bilete și 1 supliment pentru nopți care nu au trecut.");
  await season.db`UPDATE ticket_purchases SET entries_remaining = 0 WHERE user_id = ${buyer.userId} AND event_id = ${tonight}`;
  await season.db`DELETE FROM moved_orders WHERE move_id = ${moveId}`;
  await season.db`DELETE FROM moves WHERE id = ${moveId}`;
});
