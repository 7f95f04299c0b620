/** What programs are answered by the whole site: asked of its source, over HTTP. */
import { describe, expect, it } from "vitest";
import { plainPicture } from "#test/support/sample-pictures.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { limits } from "#ticketing/limits.ts";
import { emailTexts } from "#web/admin/email/email-texts.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import { uploadSucceeded } from "#web/request/upload-texts.ts";

const { season, ask, origin } = await openSourceSite({
  OIDC_GOOGLE_ISSUER: "https://accounts.example",
  OIDC_GOOGLE_CLIENT_ID: "a",
  OIDC_GOOGLE_CLIENT_SECRET: "b",
  SMTP_ALLOWED_HOSTS: "127.0.0.1",
  SMTP_ALLOWED_PORTS: "1",
});
const admin = await season.person("admin");
const json = async (path: string, body?: unknown, as?: { token: string }) => {
  const { status, text } = await ask(path, { as, ...(body === undefined ? {} : { json: body }) });
  return { status, body: JSON.parse(text) };
};

it("a guest's session is opened for our own pages and for programs, and for no page of another site", async () => {
  await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;
  const guest = { email: "oaspete@exemplu.ro", full_name: "Un Oaspete", phone: "" };
  const opened = async (headers: Record<string, string>) => {
    const { status, cookies } = await ask("/functions/v1/guest-session", { json: guest, headers });
    return [status, cookies.length];
  };
  const ours: Record<string, string>[] = [
    {},
    { origin },
    { origin: "null", "sec-fetch-site": "same-origin" },
  ];
  const others: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of ours) expect(await opened(headers), JSON.stringify(headers)).toEqual([201, 1]);
  for (const headers of others) expect(await opened(headers), JSON.stringify(headers)).toEqual([403, 0]);
  await season.db`DELETE FROM site_content WHERE key = 'club'`;
});

it.each(["image", "iframe", "empty", "style"])(
  "what a page of another site embeds (%s) uses up no sign-in and no code of its visitors, and does nothing",
  async (dest) => {
    const event = `/events/${await season.night()}`;
    const from = (path: string, to: string) =>
      ask(path, { headers: { "sec-fetch-site": "cross-site", "sec-fetch-dest": to } });
    const embed = (path: string) =>
      fetch(origin + path, {
        headers: { "sec-fetch-site": "cross-site", "sec-fetch-dest": dest },
        method: "POST",
      });
    for (let n = 0; n <= limits.loginsPerAddressAndMinute; n++) {
      const [login, code] = [await from("/login/with/google", dest), await from(`${event}?code=X`, dest)];
      expect([login.status, login.cookies, code.status, code.cookies]).toEqual([403, [], 403, []]);
    }
    for (let n = 0; n <= limits.guestsPerAddressAndMinute; n++)
      expect((await embed("/functions/v1/guest-session")).status).toBe(403);
    const [guest, own] = [{ email: "oaspete@exemplu.ro", full_name: "Un Oaspete", phone: "" }, { origin }];
    expect((await ask("/functions/v1/guest-session", { json: guest, headers: own })).status).not.toBe(429);
    // a link on another site still leads here, and other pages may be embedded
    for (const path of ["/login/with/google", `${event}?code=X`])
      expect((await from(path, "document")).status).toBe(303);
    expect((await from(event, dest)).status).toBe(200);
  },
);

it("the settings of the protocol name the ways in that there are, and no other", async () => {
  expect((await json("/auth/v1/settings")).body).toEqual({
    external: { google: true, anonymous_users: false, email: true, phone: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    passkeys_enabled: false,
  });
});

it.each([
  ["too short", "scurt", ["length"]],
  ["too long", "lung".repeat(100), ["length"]],
  ["known to everybody", "password1234", ["pwned"]],
])("a password that is %s is refused with its reason", async (_, password, reasons) => {
  const about = { email: "noua@exemplu.ro", data: { full_name: "Ana Pop", phone: "0722 000 000" } };
  const { status, body } = await json("/auth/v1/signup", { ...about, password });
  expect([status, body.error_code, body.weak_password?.reasons]).toEqual([422, "weak_password", reasons]);
});

it("a call that names tickets is told which of them are missing; one that names a price, the sentence alone", async () => {
  const night = await season.night();
  const type = await season.ticketType({ events: [night], capacity: 1, priceId: "price_luna" });
  const caller = await season.person();
  const addresses = {
    mode: "payment",
    cancel_url: `${origin}/events/${night}`,
    success_url: `${origin}/tickets/success?session_id={CHECKOUT_SESSION_ID}`,
  };
  const call = (body: object) => json("/functions/v1/checkout-session", { ...addresses, ...body }, caller);
  const byTicket = await call({ lines: [{ ticket_id: type, quantity: 2 }] });
  const byPrice = await call({ price_id: "price_luna", quantity: 2 });
  expect([byTicket.status, byTicket.body.error, byTicket.body.available]).toEqual([409, "not_enough", 1]);
  expect([byPrice.status, Object.keys(byPrice.body)]).toEqual([409, ["error"]]);
});

it("a trial of the mail server says whether it went, and that there were too many", async () => {
  const form = {
    smtp_host: "127.0.0.1",
    smtp_port: "1",
    username: "club",
    password: "o parolă",
    from_name: "Clubul",
    from_email: "club@exemplu.ro",
  };
  const tried = () => json("/functions/v1/send-test-email", form, admin);
  for (let n = 0; n < limits.testLettersPerAdministratorAndMinute; n += 1)
    expect(await tried()).toMatchObject({ status: 200, body: { success: false } });
  expect(await tried()).toEqual({
    status: 429,
    body: { success: false, message: emailTexts.trial.tooOften },
  });
});

describe("a picture of the back-office", async () => {
  const picture = await plainPicture("png");
  async function upload(headers: Record<string, string> = {}) {
    const body = new FormData();
    body.set("file", new File([new Uint8Array(picture)], "dig.png", { type: "image/png" }));
    const answer = await fetch(`${origin}/admin/pictures/events`, {
      method: "POST",
      headers: { cookie: `session=${admin.token}`, ...headers },
      body,
    });
    return { status: answer.status, ...((await answer.json()) as { message?: string; why?: string }) };
  }

  it("is taken from our own page", async () => {
    expect(await upload()).toMatchObject({ status: 200, message: uploadSucceeded("events") });
  });

  it("is refused where it is no form that can carry one", async () => {
    const sent = await ask("/admin/pictures/events", { as: admin, form: { file: "x" } });
    expect(sent.status).toBe(415);
  });

  it("is refused from another site, which is noted", async () => {
    expect(await upload({ origin: "https://rau.example" })).toMatchObject({
      status: 403,
      why: requestTexts.notOurs,
    });
    const { rows } = await season.client.query("SELECT kind FROM security_events");
    expect(rows).toEqual([{ kind: "origin_refused" }]);
  });
});
