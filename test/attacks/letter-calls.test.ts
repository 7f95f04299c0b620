/** Abuse of emails: calls that send mail, and the newsletter, which is open to everybody. */
import { createHash, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { openAttackedSite } from "./attacked-site.ts";

const { site, owner, season, attack, nothingHappens } = await openAttackedSite();

/** A person of the sample season who has a paid ticket of this family, with a session. */
async function buyer(family: string) {
  const { rows } = await owner.query(
    `SELECT p.id, p.ticket_code AS code, p.user_id AS "userId", b.email, p.order_id AS "orderId" FROM ticket_purchases p
     JOIN orders o ON o.id = p.order_id JOIN profiles b ON b.id = p.user_id JOIN identity."user" u ON u.id = b.id JOIN events e ON e.id = p.event_id
     WHERE o.family = $1 AND p.status = 'paid' AND e.date >= current_date LIMIT 1`,
    [family],
  );
  const token = randomBytes(32).toString("base64url");
  await owner.query(
    "INSERT INTO identity.session (id, user_id, token, expires_at) VALUES (gen_random_uuid(), $1, $2, now() + interval '1 day')",
    [rows[0].userId, createHash("sha256").update(token).digest("hex")],
  );
  return { ...rows[0], token };
}
const ana = await buyer("ordinary");
const pass = await buyer("season_pass");
const dan = await season.person();
const admin = await season.person("admin");

const ticket = (more: Record<string, unknown> = {}) => ({
  ticket: {
    id: ana.id,
    ticketId: ana.code,
    qrCode: "FSC1:X",
    eventTitle: "Ai câștigat!",
    eventDate: "2099-01-01",
    eventTime: "00:00",
    eventLocation: "evil.example",
    ticketType: "VIP",
    userEmail: "eve@evil.example",
    userName: "Eve",
    ...more,
  },
});
const confirm = (json: unknown, as?: { userId: string; token: string }) =>
  attack("/functions/v1/send-ticket-confirmation", { json, as });
const lettersOf = async (orderId: string) =>
  (
    await owner.query(
      "SELECT id, kind, recipient, dedupe_key FROM letters WHERE order_id = $1 AND dedupe_key LIKE 'resend:%' ORDER BY id",
      [orderId],
    )
  ).rows;
const asSent = (orderId: string) =>
  owner.query("UPDATE letters SET state = 'sent', sent_at = now() WHERE order_id = $1", [orderId]);

it("A16-10, A16-11: a confirmation trusts ids and nothing else, and goes to the owner", async () => {
  expect(await confirm(ticket())).toMatchObject({ status: 401 });
  for (const nobody of [dan]) {
    const answer = await confirm(ticket(), nobody);
    expect(answer.status).toBe(403);
    expect(await confirm(ticket({ id: "0198aaaa-0000-7000-8000-000000000000" }), nobody)).toEqual(answer);
  }
  const answer = await confirm(ticket(), ana);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { success: true }]);
  const [letter, ...more] = await lettersOf(ana.orderId);
  expect(more).toEqual([]);
  expect(letter).toMatchObject({ kind: "ticket_confirmation", recipient: ana.email });
});

it("A16-12, A16-13: passes and early birds have a call of their own; a token works as well as the cookie", async () => {
  const seasonPass = {
    id: pass.id,
    userEmail: "",
    userName: "",
    seasonPassId: pass.code,
    qrCode: "",
    productName: "",
  };
  const answer = await attack("/functions/v1/send-season-pass-confirmation", {
    json: { seasonPass },
    headers: { authorization: `Bearer ${pass.token}` },
  });
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { success: true }]);
  expect((await lettersOf(pass.orderId))[0]).toMatchObject({
    kind: "season_pass_confirmation",
    recipient: pass.email,
  });
});

it("A16-20: at most three emails an hour for a purchase, and none for another person's", async () => {
  for (const status of [200, 200, 429, 429]) {
    await asSent(ana.orderId);
    const answer = await confirm(ticket(), ana);
    expect(answer.status).toBe(status);
  }
  // nor by the form of a profile, which answers a stranger as for a ticket that is not there
  const resend = (purchase_id: string, as: { userId: string; token: string }) =>
    attack("/profile", { form: { intent: "resend", purchase_id }, as });
  expect(await resend(ana.id, dan)).toEqual(await resend(dan.userId, dan));
  await asSent(ana.orderId);
  expect((await resend(ana.id, ana)).status).toBe(303);
  expect(await lettersOf(ana.orderId)).toHaveLength(3);
});

it("answers odd bodies with 400, other sites with 403, other methods with 405, and sends nothing", async () => {
  await nothingHappens(async () => {
    for (const body of [
      {},
      [],
      null,
      "x",
      { ticket: null },
      { ticket: { id: 7 } },
      ticket({ id: "' OR 1=1 --" }),
      ticket({ role: "admin" }),
      { ...ticket(), to: "eve@evil.example" },
      { seasonPass: { id: ana.id } },
    ])
      expect((await confirm(body, ana)).status).toBe(400);
    expect((await confirm(ticket({ ticketId: "FSC-0000-000000" }), ana)).status).toBe(403);
    const foreign = { headers: { origin: "https://evil.example" }, json: ticket(), as: ana };
    expect((await attack("/functions/v1/send-ticket-confirmation", foreign)).status).toBe(403);
    for (const method of ["GET", "PUT", "DELETE"])
      expect((await attack("/functions/v1/send-test-email", { method, as: admin })).status).toBe(405);
    const form = { purchaseId: ana.id };
    expect((await attack("/functions/v1/resend-purchase-confirmation", { form, as: admin })).status).toBe(
      415,
    );
  });
});

it("B7-12, B7-16: an administrator resends with purchase id and the buyer's address; others may not", async () => {
  const resend = (json: unknown, as: { userId: string; token: string }) =>
    attack("/functions/v1/resend-purchase-confirmation", { json, as });
  const call = { purchaseId: pass.id, email: pass.email };
  expect((await resend(call, pass)).status).toBe(403);
  for (const half of [{ purchaseId: pass.id }, { email: pass.email }]) {
    const missing = await resend(half, admin);
    expect([missing.status, JSON.parse(missing.text)]).toEqual([
      400,
      { success: false, error: "Lipsesc informații necesare pentru retrimiterea confirmării" },
    ]);
  }
  const other = await resend({ ...call, email: "eve@evil.example" }, admin);
  expect([other.status, JSON.parse(other.text)]).toEqual([
    409,
    { success: false, error: "Nu s-a putut retrimite confirmarea" },
  ]);
  await asSent(pass.orderId);
  const before = await lettersOf(pass.orderId);
  expect(JSON.parse((await resend(call, admin)).text)).toEqual({ success: true });
  expect((await lettersOf(pass.orderId)).slice(before.length)).toEqual([
    expect.objectContaining({ kind: "season_pass_confirmation", recipient: pass.email }),
  ]);
});

it("B10-30, B13-11: a test email is for administrators only, goes to no private address, and reveals little", async () => {
  const settings = {
    smtp_host: "posta.fosfor.example",
    smtp_port: 587,
    username: "bilete@fosfor.example",
    password: "",
    from_email: "bilete@fosfor.example",
    from_name: "Club",
    reply_to: null,
    pop3_host: "127.0.0.1",
    pop3_port: 995,
    enabled: true,
  };
  const test = (more: Record<string, unknown>, as: { userId: string; token: string }) =>
    attack("/functions/v1/send-test-email", { json: { ...settings, ...more }, as });
  const refused = await test({}, ana);
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    403,
    { success: false, message: "Nu aveți dreptul să testați emailul" },
  ]);
  expect(JSON.parse((await test({}, admin)).text)).toEqual({
    success: true,
    message: "Emailul de test a fost trimis cu succes",
  });
  for (const more of [
    { smtp_host: "169.254.169.254" },
    { smtp_port: 6379 },
    { smtp_host: "smtp.exemplu.ro" },
  ]) {
    const answer = await test(more, admin);
    expect([answer.status, JSON.parse(answer.text).success], JSON.stringify(more)).toEqual([422, false]);
    expect(answer.text).not.toMatch(/ECONN|ENOTFOUND|mod-demonstrativ/);
  }
  expect((await test({ to: "eve@evil.example" }, admin)).status).toBe(400);
  const { rows } = await owner.query("SELECT email FROM profiles WHERE id = $1", [admin.userId]);
  const letters = await (await fetch(`${site.origin}/_demo/mail.json`)).json();
  expect(
    letters
      .filter((one: { subject: string }) => one.subject === "Email de test")
      .map((one: { to: string }) => one.to),
  ).toEqual([rows[0].email]);
});

it("A2-20, A2-22: the newsletter answers every address alike, by POST only, and one click unsubscribes", async () => {
  const ask = (email: string, headers: Record<string, string> = {}) =>
    attack("/newsletter", { form: { email, return_to: "/events" }, headers });
  await owner.query(
    "INSERT INTO newsletter_subscriptions (id, email, token_hash, status, confirmed_at) VALUES (gen_random_uuid(), 'veche@exemplu.ro', repeat('b', 64), 'confirmed', now())",
  );
  const answers = await Promise.all(
    ["noua@exemplu.ro", "veche@exemplu.ro", ana.email].map((email) => ask(email)),
  );
  for (const answer of answers) expect(answer).toEqual({ status: 303, location: "/events", text: "" });
  expect(await ask("x@exemplu.ro", { origin: "https://evil.example" })).toMatchObject({ status: 403 });
  const wrong = await ask("nu-i o adresă");
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("Te rugam sa introduci o adresa de email valida");
  expect(wrong.text).toContain('value="nu-i o adresă"');
  for (const to of ["//evil.example", "https://evil.example", "/\\evil.example"])
    expect(
      (await attack("/newsletter", { form: { email: `a${Math.random()}@exemplu.ro`, return_to: to } }))
        .location,
    ).toBe("/");

  const { rows } = await owner.query(
    "SELECT variables->>'action_url' AS link FROM letters WHERE kind = 'newsletter_confirm' AND recipient = 'noua@exemplu.ro'",
  );
  const sent = await (await fetch(`${site.origin}/_demo/mail.json`)).json();
  const link =
    rows[0].link ??
    /https?:\S+newsletter\/confirm\S+/.exec(
      sent.find((one: { to: string }) => one.to === "noua@exemplu.ro").text,
    )?.[0];
  const token = new URL(link).searchParams.get("token") ?? "";
  const statusNow = async () =>
    (await owner.query("SELECT status FROM newsletter_subscriptions WHERE email = 'noua@exemplu.ro'")).rows[0]
      .status;
  // scanners that open links change nothing
  await attack(`/newsletter/confirm?token=${token}`);
  expect(await statusNow()).toBe("pending");
  expect((await attack("/newsletter/confirm", { form: { token } })).status).toBe(200);
  expect(await statusNow()).toBe("confirmed");
  await attack(`/newsletter/unsubscribe?token=${token}`);
  expect(await statusNow()).toBe("confirmed");
  // as a mail program does it, from its own server
  const oneClick = await attack(`/newsletter/unsubscribe?token=${token}`, {
    form: { "List-Unsubscribe": "One-Click" },
  });
  expect(oneClick.status).toBe(200);
  expect(await statusNow()).toBe("unsubscribed");
  expect((await attack("/newsletter/unsubscribe?token=x", { form: {} })).status).toBe(400);
});
