/** A role or a session that ended while the body of a request was on its way. */
import { expect, it } from "vitest";
import { openTokenSession } from "#platform/identity/tokens/token-session.server.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { plainPicture } from "#test/support/sample-pictures.ts";
import { openSourceSite } from "#test/support/source-site.ts";

const { season, site, http, origin } = await openSourceSite({ SMTP_ALLOWED_HOSTS: "127.0.0.1" });
const { db } = season;
const night = await season.night();
const ticketTypeId = await season.ticketType({ events: [night] });
const picture = new Blob([new Uint8Array(await plainPicture("png", { width: 640, height: 360 }))]);

type Made = Awaited<ReturnType<typeof season.person>> & { purchaseId: string };
type Call = {
  readonly path?: string;
  readonly role?: "manager" | "box_office" | "admin";
  readonly json?: (who: Made) => unknown;
  readonly form?: (who: Made) => Record<string, string | Blob>;
};

/** The addresses that act for the sender of a body, each with a call that is answered when nothing ends. */
const calls: Record<string, Call> = {
  "/functions/v1/send-ticket-confirmation": { json: ({ purchaseId: id }) => ({ ticket: { id } }) },
  "/functions/v1/send-season-pass-confirmation": { json: ({ purchaseId: id }) => ({ seasonPass: { id } }) },
  "/functions/v1/resend-purchase-confirmation": {
    role: "box_office",
    json: ({ purchaseId, userId }) => ({ purchaseId, email: `${userId}@exemplu.ro` }),
  },
  "/functions/v1/send-test-email": {
    role: "admin",
    json: () => ({
      smtp_host: "127.0.0.1",
      smtp_port: 587,
      username: "u",
      password: "p",
      from_name: "Club",
      from_email: "club@exemplu.ro",
    }),
  },
  "/admin/pictures/:folder": {
    path: "/admin/pictures/events",
    role: "manager",
    form: () => ({ file: picture }),
  },
  "/auth/v1/user": { json: () => ({ data: { full_name: "Alt Nume" } }) },
  "/auth/v1/factors": { json: () => ({ factor_type: "totp" }) },
  "/profile": { form: () => ({ full_name: "Alt Nume", phone: "" }) },
  "/admin/purchases": {
    role: "box_office",
    form: ({ purchaseId, userId }) => ({
      intent: "resend",
      purchase_id: purchaseId,
      email: `${userId}@exemplu.ro`,
    }),
  },
  "/admin/artists/new": {
    role: "manager",
    form: () => ({ name: "Ana", image_url_folder: "artists", image_url_file: picture }),
  },
};

/** Addresses whose body does not act for the person of a session, and how that is. */
const others: Record<string, string> = {
  "/webhooks/stripe": "signed by the card provider",
  ...Object.fromEntries(
    ["enrol", "scan", "beat", "list", "guests", "log"].map((call) => [
      `/gate/api/${call}`,
      "signed by a phone",
    ]),
  ),
  "/functions/v1/checkout-session": "the queue of holds looks the session up",
  "/functions/v1/guest-session": "opens a session",
  ...Object.fromEntries(
    ["signup", "token", "verify", "recover", "resend", "otp", "sso"].map((call) => [
      `/auth/v1/${call}`,
      "asks for a session when the body is there, if at all",
    ]),
  ),
  "/auth/v1/logout": "has no body",
  "/auth/v1/factors/:factorId/challenge": "has no body",
  "/auth/v1/factors/:factorId/verify": "the challenge ends with its session",
  "/auth/v1/factors/:factorId": "has no body",
  "/auth/v1/user/identities/:identityId": "has no body",
  "/login/back": "acts for nobody: sends the browser on",
};

async function send(route: string, whatEnds: "role" | "session" | "nothing") {
  const { path = route, role = "user", json, form } = calls[route] ?? {};
  const person = await season.person(role);
  const bought = await paidOrder(season.client, { userId: person.userId, ticketTypeId, events: [night] });
  const who = { ...person, purchaseId: bought.purchaseIds[0] ?? "" };
  await db`UPDATE letters SET state = 'sent', sent_at = now()`;
  const typed = Object.entries(form?.(who) ?? {});
  const hasFile = typed.some(([, value]) => typeof value !== "string");
  const fields = hasFile ? new FormData() : new URLSearchParams();
  for (const [name, value] of typed)
    if (typeof value === "string") fields.set(name, value);
    else if (fields instanceof FormData) fields.set(name, value, "a.png");
  const whole = new Request(origin, { method: "POST", body: json ? JSON.stringify(json(who)) : fields });
  const type = json ? "application/json" : (whole.headers.get("content-type") ?? "");
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const bearer = path.startsWith("/auth/v1/")
    ? await site.database.withDuty("identity", (sql) =>
        openTokenSession(site.tokens, sql, {
          userId: who.userId,
          method: "password",
          userAgent: "",
          address: "192.0.2.1",
        }),
      )
    : undefined;

  const written = async () =>
    await db`SELECT (SELECT count(*)::int FROM journal WHERE actor_id = ${who.userId}) AS journal, (SELECT count(*)::int FROM letters) AS letters,
      (SELECT count(*)::int FROM pictures) AS pictures, (SELECT count(*)::int FROM artists) AS artists, (SELECT count(*)::int FROM identity.factor) AS factors,
      (SELECT full_name FROM profiles WHERE id = ${who.userId}) AS name`;
  const before = await written();
  const chunks = [bytes.subarray(0, -1), bytes.subarray(-1)];
  // the reader of the body gets its first byte, and the last only when the right is gone
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = chunks.shift();
        if (!chunk) return controller.close();
        if (chunks.length === 0 && whatEnds === "role")
          await db`UPDATE profiles SET role = 'user' WHERE id = ${who.userId}`;
        if (chunks.length === 0 && whatEnds === "session")
          await db`DELETE FROM identity.session WHERE user_id = ${who.userId}`;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  const host = new URL(origin).host;
  const incoming = {
    headers: { host },
    rawHeaders: [],
    url: path,
    complete: true,
    socket: { remoteAddress: `192.0.2.${1 + (count++ % 200)}` },
  };
  const answer = await http.fetch(
    new Request(origin + path, {
      method: path === "/auth/v1/user" ? "PUT" : "POST",
      headers: {
        host,
        origin,
        "content-type": type,
        ...(bearer
          ? { authorization: `Bearer ${bearer.access_token}` }
          : { cookie: `session=${person.token}` }),
      },
      body,
      duplex: "half",
    } as RequestInit),
    { incoming, outgoing: { setHeader: () => {}, once: () => {} } } as never,
  );
  await answer.text();
  const { status, headers } = answer;
  const isToLogin = /^\/(?:login|$)/.test(headers.get("location") ?? "");
  return { isRefused: status === 401 || status === 403 || isToLogin, status, before, after: await written() };
}
let count = 0;

it.each(Object.keys(calls))("%s does what it is asked when nothing ends meanwhile", async (route) => {
  const { isRefused, before, after } = await send(route, "nothing");
  expect(isRefused).toBe(false);
  expect(after).not.toEqual(before);
});

it.each(Object.keys(calls))(
  "%s does nothing for a session that ended while the body was on its way",
  async (route) => {
    const { isRefused, before, after, status } = await send(route, "session");
    expect([status, isRefused]).toEqual([status, true]);
    expect(after).toEqual(before);
  },
);

it.each(Object.keys(calls).filter((route) => calls[route]?.role))(
  "%s does nothing for a role that ended while the body was on its way",
  async (route) => {
    const { isRefused, before, after, status } = await send(route, "role");
    expect([status, isRefused]).toEqual([status, true]);
    expect(after).toEqual(before);
  },
);

it("every address of the host that takes a body is in one of the two lists", () => {
  const changing = new Set(["POST", "PUT", "PATCH", "DELETE"]);
  const paths = new Set(http.routes.filter(({ method }) => changing.has(method)).map(({ path }) => path));
  const pages = ["/profile", "/admin/purchases", "/admin/artists/new"];
  expect([...paths, ...pages].sort()).toEqual([...Object.keys(calls), ...Object.keys(others)].sort());
});
