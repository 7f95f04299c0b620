import { expect, it } from "vitest";
import { hashOfToken } from "#platform/identity/tokens/secret-token.server.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { choiceAddress } from "#web/request/choice-address.ts";

const { season, ask } = await openSourceSite();
await season.db`INSERT INTO site_content (id, key, content) VALUES (gen_random_uuid(), 'club', '{"guests": true}')`;
const night = await season.night();
const type = await season.ticketType({ events: [night], price: 11_000 });
const choice = choiceAddress(night, [{ ticketTypeId: type, quantity: 1 }]);

/** The session of the guest who sends the form with this token. */
async function sent(form: string): Promise<string> {
  const person = { email: "ana@exemplu.ro", full_name: "Ana Pop", phone: "" };
  const { cookies } = await ask("/guest", { form: { ...person, return_to: choice, total: "11000", form } });
  return /session=([^;]*)/.exec(cookies.join())?.[1] ?? "";
}

it("the token on the page is no session, though the form that is sent twice opens one session", async () => {
  const page = await ask(`/guest?next=${encodeURIComponent(choice)}`);
  const onPage = /name="form" value="([\w-]{43})"/.exec(page.text)?.[1] ?? "";
  const session = await sent(onPage);
  expect(session).toMatch(/^[\w-]{43}$/);
  expect(session).not.toBe(onPage);
  expect(await sent(onPage)).toBe(session);
  const stored = await season.db`SELECT token FROM guest_sessions`;
  expect(stored).toEqual([{ token: hashOfToken(session) }]);
});

it.each(["", "a", "a".repeat(44), `${"a".repeat(42)}=`])(
  "what the site never gives out as a token, such as %j, opens a session of its own each time",
  async (form) => {
    const [one, other] = [await sent(form), await sent(form)];
    for (const session of [one, other]) expect(session).toMatch(/^[\w-]{43}$/);
    expect(one).not.toBe(other);
  },
);

it.each([
  { ends: 18, says: "Ținem locurile 18 minute", held: 18 },
  { ends: 120, says: "Ținem locurile 30 de minute", held: 30 },
])(
  "of a night that ends in $ends minutes the form promises no longer hold than there is",
  async ({ ends, says, held }) => {
    const running = await season.night({ when: "running" });
    await season.db`UPDATE events SET ends = (now() + make_interval(mins => ${ends}, secs => 30)) AT TIME ZONE 'Europe/Bucharest' WHERE id = ${running}`;
    const ticket = await season.ticketType({ events: [running], price: 11_000 });
    const next = choiceAddress(running, [{ ticketTypeId: ticket, quantity: 1 }]);
    expect((await ask(`/guest?next=${encodeURIComponent(next)}`)).text).toContain(says);
    const person = { email: "ana@exemplu.ro", full_name: "Ana Pop", phone: "" };
    await ask("/guest", { form: { ...person, return_to: next, total: "11000", form: `${ends}` } });
    const [order] =
      await season.db`SELECT extract(epoch FROM hold_expires_at - now())::float8 / 60 AS minutes FROM orders WHERE ${running} = ANY (event_ids)`;
    expect(Math.round(Number(order?.minutes))).toBeGreaterThanOrEqual(held);
    expect(Number(order?.minutes)).toBeLessThanOrEqual(held + 0.5);
  },
);
