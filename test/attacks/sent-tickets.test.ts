/** Sending a ticket to a friend, and taking one that somebody else sent: links, emails and strangers, over HTTP. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { paidLines } from "#test/support/paid-lines.ts";
import { parsedPage } from "#test/support/parsed-page.ts";
import { type Attacker, openAttackedSite } from "./attacked-site.ts";

const { site, owner, season, attack } = await openAttackedSite();
const night = await season.night({ title: "Noaptea a trei", inDays: 3 });
const type = await season.ticketType({ events: [night], title: "Intrare generală" });

async function person(name: string): Promise<Attacker> {
  const made = await season.person();
  await owner.query("UPDATE profiles SET full_name = $2 WHERE id = $1", [made.userId, name]);
  return made;
}
async function bought(who: Attacker, quantity = 3) {
  const line = { ticketTypeId: type, quantity, price: 8_000, title: "Intrare generală" };
  return paidLines(owner, { userId: who.userId as never, events: [night], lines: [line] });
}
const sheet = (purchaseId: string) => `/profile/send/${purchaseId}`;
const form = (more: Record<string, string> = {}) => ({
  intent: "send",
  friend_name: "",
  friend_email: "",
  ...more,
});
const transfersOf = async (orderId: string) => {
  const { rows } = await owner.query(
    "SELECT state, by, from_id, to_id FROM transfers WHERE order_id = $1 ORDER BY created_at, id",
    [orderId],
  );
  return rows as { state: string; by: string; from_id: string; to_id: string | null }[];
};
const statesOf = async (orderId: string) => (await transfersOf(orderId)).map(({ state }) => state);

/** The token of a new link, as the sender's page shows it. */
async function linkOf(who: Attacker, purchaseId: string): Promise<string> {
  const { text } = await attack(sheet(purchaseId), { as: who, form: form() });
  const token = /\/primeste\?token=([A-Za-z0-9_-]{43})/.exec(text)?.[1];
  if (!token) throw new Error("no link");
  return token;
}
const page = (token: string, as?: Attacker) => attack(`/primeste?token=${token}`, { as });
const accept = (token: string, as?: Attacker) => attack("/primeste", { as, form: { token } });

it("opening a link changes nothing, however often and by several people; the button alone does (44)", async () => {
  const [ana, vlad] = [await person("Ana Pop"), await person("Vlad Ionescu")];
  const { orderId, purchaseIds } = await bought(ana);
  const token = await linkOf(ana, purchaseIds[0] ?? "");
  for (const as of [undefined, vlad, ana]) {
    const { status, text } = await page(token, as);
    expect(status).toBe(200);
    expect(text).not.toMatch(/FSC-\d{4}|qr\.svg|80 LEI|Ana Pop|exemplu\.ro/);
  }
  expect((await attack(`/primeste?token=${token}`, { method: "HEAD", as: vlad })).status).toBe(200);
  expect(await statesOf(orderId)).toEqual(["waiting"]);
  expect((await page(token, vlad)).text).toContain("Ana ți-a trimis un bilet.");
  expect((await page(token, ana)).text).toContain("E linkul tău.");
  expect(await accept(token, vlad)).toMatchObject({ status: 303, location: "/profile" });
  expect(await statesOf(orderId)).toEqual(["accepted"]);
});

/** The session cookie of a guest who accepts, and where the answer leads. */
async function acceptAsGuest(token: string, more: Record<string, string> = {}, as?: Attacker) {
  const form = { intent: "accept", token, full_name: "Vlad Fără Cont", email: "vlad@exemplu.ro", ...more };
  const answer = await fetch(`${site.origin}/primeste`, {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "manual",
    headers: as ? { cookie: `session=${as.token}` } : {},
  });
  const cookie = /session=([\w-]{43})/.exec(answer.headers.get("set-cookie") ?? "")?.[1];
  const guest = cookie === undefined ? undefined : { userId: "", token: cookie };
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    text: await answer.text(),
    guest,
  };
}

it("who is not signed in accepts with a name and an address, and sees that ticket alone; or signs in and comes back (56)", async () => {
  const ana = await person("Ana Pop");
  const { orderId, purchaseIds } = await bought(ana);
  const [sent = "", kept = ""] = purchaseIds;
  const token = await linkOf(ana, sent);
  const back = `/login?next=${encodeURIComponent(`/primeste?token=${token}`)}`;
  const { text } = await page(token);
  expect(text).toContain(`href="${back}"`);
  expect(text).toContain(`href="${back.replace("/login", "/register")}"`);
  for (const way of [back, back.replace("/login", "/register")])
    expect((await attack(way)).text).toContain("Ana ți-a trimis un bilet: Noaptea a trei");
  const dead = `/login?next=${encodeURIComponent(`/primeste?token=${"A".repeat(43)}`)}`;
  expect((await attack(dead)).text).not.toContain("ți-a trimis un bilet");
  for (const more of [{ full_name: "" }, { email: "vlad@" }, { full_name: "Intră pe https://rau.example" }]) {
    const wrong = await acceptAsGuest(token, { full_name: "Vlad", email: "bun@exemplu.ro", ...more });
    expect([wrong.status, wrong.guest]).toEqual([422, undefined]);
    for (const typed of Object.values({ full_name: "Vlad", email: "bun@exemplu.ro", ...more }))
      expect(wrong.text).toContain(`value="${typed}"`);
  }
  expect(await statesOf(orderId)).toEqual(["waiting"]);

  const { status, location, guest } = await acceptAsGuest(token);
  expect([status, location]).toEqual([303, `/orders/${orderId}`]);
  expect(await statesOf(orderId)).toEqual(["accepted"]);
  const own = await attack(`/orders/${orderId}`, { as: guest });
  expect(own.status).toBe(200);
  expect(own.text).toContain("Biletul e al tău.");
  expect(parsedPage(own.text).words.join(" ")).not.toMatch(/80 LEI|Ana|Suma/);
  expect(own.text).toContain(`href="/orders/${orderId}/send/${sent}"`);
  for (const file of ["qr.svg", "ticket.pdf", "ticket.ics"]) {
    expect((await attack(`/tickets/${sent}/${file}`, { as: guest })).status).toBe(200);
    expect((await attack(`/tickets/${kept}/${file}`, { as: guest })).status).toBe(404);
    expect((await attack(`/tickets/${sent}/${file}`, { as: ana })).status).toBe(404);
  }
  expect((await attack(`/tickets/success?order=${orderId}`, { as: guest })).text).not.toContain("FSC-");
  for (const as of [undefined, ana, await person("Eva")])
    expect((await attack(`/orders/${orderId}`, { as })).status).toBe(404);
  expect(await page(token, guest)).toMatchObject({ status: 302, location: `/orders/${orderId}` });
  expect((await acceptAsGuest(token)).status).toBe(409);
});

it("declining is answered as done, with the token in the address or in the form alone (one kind: an answer with the status of a page that the act has changed)", async () => {
  const ana = await person("Ana Pop");
  const { orderId, purchaseIds } = await bought(ana, 2);
  for (const [at, path] of [(token: string) => `/primeste?token=${token}`, () => "/primeste"].entries()) {
    const token = await linkOf(ana, purchaseIds[at] ?? "");
    const declined = await attack(path(token), { form: { token, intent: "decline" } });
    expect([declined.status, parsedPage(declined.text).words]).toEqual([
      200,
      expect.arrayContaining(["Bine, nu e pentru tine."]),
    ]);
    expect((await attack(path(token), { form: { token, intent: "decline" } })).status).toBe(409);
  }
  expect(await statesOf(orderId)).toEqual(["ended", "ended"]);
});

it("guessed, cut and changed links are all the same dead link, and so is the stored hash (guessing links)", async () => {
  const [ana, eve] = [await person("Ana Pop"), await person("Eva")];
  const { orderId, purchaseIds } = await bought(ana);
  const token = await linkOf(ana, purchaseIds[0] ?? "");
  const { rows } = await owner.query("SELECT id, secret_hash FROM transfers WHERE order_id = $1", [orderId]);
  expect(rows[0].secret_hash).toBe(createHash("sha256").update(token).digest("hex"));
  const guesses = [
    "",
    "x",
    "A".repeat(43),
    token.slice(0, -1),
    `${token}A`,
    `${token.slice(0, -1)}!`,
    rows[0].secret_hash,
    rows[0].id,
    "' OR '1'='1",
    token.toLowerCase(),
  ];
  const mainOf = (text: string) => /<main[\s\S]*<\/main>/.exec(text)?.[0];
  const dead = mainOf((await page("B".repeat(43), eve)).text);
  expect(dead).toContain("Linkul nu mai e valabil.");
  for (const guess of guesses) {
    const answer = await page(encodeURIComponent(guess), eve);
    expect([guess, answer.status]).toEqual([guess, 404]);
    expect(mainOf(answer.text)).toBe(dead);
    expect((await accept(guess, eve)).status).toBe(409);
  }
  expect(await statesOf(orderId)).toEqual(["waiting"]);
});

it("nobody sends or takes back a stranger's ticket, signed in or not", async () => {
  const [ana, eve] = [await person("Ana Pop"), await person("Eva")];
  const { orderId, purchaseIds } = await bought(ana);
  const [mine = "", other = ""] = purchaseIds;
  await linkOf(ana, mine);
  for (const id of [mine, other]) {
    expect((await attack(sheet(id), { as: eve })).status).toBe(404);
    expect((await attack(sheet(id))).location).toMatch(/^\/login\?next=/);
    expect((await attack(sheet(id), { form: form() })).location).toMatch(/^\/login\?next=/);
    for (const sent of [form(), form({ friend_email: "eva@exemplu.ro" }), { intent: "take-back" }])
      await attack(sheet(id), { as: eve, form: sent });
  }
  for (const id of ["x", "%00", "00000000-0000-4000-8000-000000000000"])
    expect((await attack(sheet(id), { as: eve })).status).toBe(404);
  expect(await statesOf(orderId)).toEqual(["waiting"]);
  expect((await attack(sheet(mine), { as: ana, form: { intent: "take-back" } })).status).toBe(303);
  expect(await statesOf(orderId)).toEqual(["taken_back"]);
});

it("the email is no relay: it has one recipient, and no word of the sender's but the first name (74)", async () => {
  const ana = await person("Câștigă Zece Mii De Lei Acum");
  const { orderId, purchaseIds } = await bought(ana, 7);
  const send = (at: number, more: Record<string, string>) =>
    attack(sheet(purchaseIds[at] ?? ""), { as: ana, form: form(more) });
  const to = (n: number) => `prieten-${orderId.slice(0, 8)}-${n}@exemplu.ro`;
  const refused: Record<string, string>[] = [
    { friend_name: "Intră pe https://rau.example" },
    { friend_name: "Vlad\nMara" },
    { friend_name: "x".repeat(201) },
    { friend_email: "vlad@exemplu.ro\r\nBcc: toti@exemplu.ro" },
    { friend_email: "vlad@exemplu.ro, mara@exemplu.ro" },
    { friend_email: "Vlad <vlad@exemplu.ro>" },
    { friend_email: "x".repeat(400) },
  ];
  for (const wrong of refused) expect([wrong, (await send(0, wrong)).status]).toEqual([wrong, 422]);
  for (const more of ["message", "subject", "return_to"])
    expect((await send(0, { friend_email: to(0), [more]: "Cumpără" })).status).toBe(400);
  expect(await statesOf(orderId)).toEqual([]);

  const typed = await send(0, { friend_name: "Vlad", friend_email: "vlad@" });
  expect(typed.text).toMatch(/value="Vlad"/);
  expect(typed.text).toMatch(/value="vlad@"/);

  expect((await send(0, { friend_name: "Notița mea", friend_email: to(0) })).status).toBe(303);
  const { rows: letters } = await owner.query(
    "SELECT recipient, variables - 'action_url' - 'transfer' AS more FROM letters WHERE kind = 'ticket_for_you' AND recipient LIKE $1",
    [`prieten-${orderId.slice(0, 8)}-%`],
  );
  expect(letters.map(({ more }) => more)).toEqual([{}]);
});

it("once it is accepted, the buyer has nothing of it that admits, and the friend nothing of the order (61)", async () => {
  const [ana, vlad] = [await person("Ana Pop"), await person("Vlad Ionescu")];
  const { orderId, purchaseIds } = await bought(ana);
  const [sent = "", kept = ""] = purchaseIds;
  const groupOf = async (who: Attacker) => {
    const { text } = await attack("/functions/v1/my-tickets", { as: who });
    return JSON.parse(text) as { check_group: string; price: number | null; ticket_code: string }[];
  };
  const [before] = await groupOf(ana);
  await accept(await linkOf(ana, sent), vlad);
  const [received] = await groupOf(vlad);
  expect(received).toMatchObject({ price: null, ticket_code: before?.ticket_code });
  expect(received?.check_group).not.toBe(before?.check_group);
  expect(await groupOf(ana)).toHaveLength(2);

  for (const file of ["qr.svg", "qr.png", "ticket.pdf", "ticket.ics"]) {
    expect((await attack(`/tickets/${sent}/${file}`, { as: ana })).status).toBe(404);
    expect((await attack(`/tickets/${sent}/${file}`, { as: vlad })).status).toBe(200);
    expect((await attack(`/tickets/${kept}/${file}`, { as: vlad })).status).toBe(404);
  }
  const pdf = await fetch(`${site.origin}/tickets/${kept}/order.pdf`, {
    headers: { cookie: `session=${ana.token}` },
  });
  const pages = Buffer.from(await pdf.arrayBuffer())
    .toString("latin1")
    .match(/\/Type \/Page\b/g);
  expect(pages).toHaveLength(2);
  const order = (await attack(`/profile?order=${orderId}`, { as: ana })).text;
  expect(order).toContain("Vlad Ionescu");
  expect(order).toContain("trimis, acceptat pe");
  expect(order).not.toContain(received?.check_group ?? "");
  const profile = (await attack("/profile", { as: ana })).text;
  for (const position of ["Biletul 2 din 3", "Biletul 3 din 3"]) expect(profile).toContain(position);
  expect((await attack(`/profile?order=${orderId}`, { as: vlad })).status).toBe(404);
  expect((await attack("/profile", { as: vlad })).text).not.toMatch(/80 LEI|Biletul 1 din 3/);
  expect((await attack(`/tickets/success?order=${orderId}`, { as: vlad })).text).not.toContain("FSC-");
});

it("the page after paying says so when friends have all tickets of the order", async () => {
  const [ana, vlad] = [await person("Ana Pop"), await person("Vlad")];
  const { orderId, purchaseIds } = await bought(ana, 1);
  const after = () => attack(`/tickets/success?order=${orderId}`, { as: ana });
  expect((await after()).text).toContain(`href="/profile/send/${purchaseIds[0]}"`);
  await accept(await linkOf(ana, purchaseIds[0] ?? ""), vlad);
  expect((await after()).text).toContain("Biletul e la prietenul tău");
  await owner.query("UPDATE ticket_purchases SET status = 'refunded' WHERE order_id = $1", [orderId]);
  await owner.query("UPDATE orders SET state = 'refunded', stake = 'none' WHERE id = $1", [orderId]);
  expect((await after()).text).toContain("Biletul nu mai este valabil");
});
