/** A session that ended while its request waited for a turn. */
import { expect, it, vi } from "vitest";
import { paidOrder } from "#test/support/paid-order.ts";
import { openSourceSite } from "#test/support/source-site.ts";
import { limits } from "#ticketing/limits.ts";

const { season, renderings, ask } = await openSourceSite();
const { db } = season;
const night = await season.night();
const ticketTypeId = await season.ticketType({ events: [night] });
const { render } = renderings;

type Sent = [what: string, path: string, form?: Record<string, string>];

const requests: Sent[] = [
  ["a page", "/profile"],
  ["a search", "/profile?q=a"],
  ["a file", "/tickets/:ticket/ticket.pdf"],
  ["a form", "/profile", { full_name: "Alt Nume", phone: "" }],
  ["a call", "/functions/v1/my-tickets"],
];

/** Sends the request while every turn of its account is taken, and ends the wait after `meanwhile`. */
async function waitFor([, path, form]: Sent, meanwhile: (userId: string) => unknown) {
  const person = await season.person();
  const { purchaseIds } = await paidOrder(season.client, {
    userId: person.userId,
    ticketTypeId,
    events: [night],
  });
  const turns = Promise.withResolvers<void>();
  const visitor = { kind: "person", userId: person.userId } as const;
  const taken = ([undefined, "search", "print", "form"] as const).flatMap((work) =>
    Array.from({ length: 2 * limits.renderingsAtOnce + 2 * limits.printsWaitingPerAccount }, () =>
      render({ visitor, address: "192.0.2.1", work }, () => turns.promise),
    ),
  );
  const waiting = Promise.withResolvers<void>();
  vi.spyOn(renderings, "render").mockImplementation((...args) => {
    const made = render(...args);
    waiting.resolve();
    return made;
  });
  const answering = ask(path.replace(":ticket", purchaseIds[0] ?? ""), { as: person, ...(form && { form }) });
  await waiting.promise;
  await meanwhile(person.userId);
  turns.resolve();
  await Promise.all(taken);
  const { status, location } = await answering;
  const named = await db`SELECT FROM profiles WHERE id = ${person.userId} AND full_name = 'Alt Nume'`;
  return { status, location, isNamed: named.length > 0 };
}

it.each(requests)("%s that waited is answered to its session", async (...sent) => {
  const { status, location, isNamed } = await waitFor(sent, () => {});
  expect(status === 200 || location === "/profile").toBe(true);
  expect(isNamed).toBe(sent[0] === "a form");
});

it.each(requests)(
  "%s that waited is answered as to a stranger when its session ended meanwhile",
  async (...sent) => {
    const { status, location, isNamed } = await waitFor(
      sent,
      (userId) => db`DELETE FROM identity.session WHERE user_id = ${userId}`,
    );
    expect(isNamed).toBe(false);
    expect([401, "/login"]).toContain(location?.split("?")[0] ?? status);
  },
);
