/**
 * kill -9 during what an administrator or a customer does after a purchase: at every point of the table in turn, each death
 * on what the one before it left. At the end everything is done once.
 */
import { beforeAll, describe, expect } from "vitest";
import { newId } from "#kernel/id.ts";
import { inDays } from "#test/support/days.ts";
import { plainPicture } from "#test/support/sample-pictures.ts";
import { type CrashingSite, type Ground, openCrashes } from "./crashing-site.ts";

const { scenario } = openCrashes(3);
let picture: Buffer;
beforeAll(async () => {
  picture = await plainPicture("jpeg");
});

type Act = {
  /** Sends it; the status of the answer, none when the process died before there was one. */
  readonly ask: (site: CrashingSite, ground: Ground) => Promise<number | undefined>;
  /** Points inside its transaction: there is no answer, nothing of it is seen, and the person asks again. */
  readonly unstored: readonly string[];
  /** Points once it is stored: nobody asks again, and the work goes on by itself. */
  readonly stored?: readonly string[];
  /** The rows that it adds to those of a statement. */
  readonly rows: readonly [statement: string, whole: number];
  /** Has one row once what goes on by itself is done. */
  readonly until?: string;
  /** It is asked once more when everything is there, which changes nothing. */
  readonly alsoAtTheEnd?: true;
};

type Crashed = {
  readonly title: string;
  readonly before?: (site: CrashingSite, ground: Ground) => Promise<unknown>;
  readonly acts: readonly Act[];
  readonly letters: readonly string[];
  readonly outcome: Readonly<Record<string, unknown>>;
};

const post = async (site: CrashingSite, path: string, who: "ana" | "admin", form: Record<string, string>) =>
  (await site.post(path, { who: site.ground[who], body: new URLSearchParams(form) }))?.status;
const ask = <Row>(site: CrashingSite, statement: string, ...values: unknown[]) =>
  site.look(async (owner) => (await owner.query(statement, values)).rows as Row[]);

const hers =
  "FROM ticket_purchases WHERE ticket_type_id = (SELECT id FROM tickets WHERE type = 'Bilet de probă')";
const firstTicket = async (site: CrashingSite) => {
  const [ticket] = await ask<Record<"seat" | "order_id" | "id", string>>(
    site,
    `SELECT bundle_id AS seat, order_id, id ${hers} ORDER BY seat_no LIMIT 1`,
  );
  if (!ticket) throw new Error("Ana has no ticket");
  return ticket;
};
const messageOf = (id: string): Pick<Act, "ask" | "rows" | "until" | "alsoAtTheEnd"> => ({
  ask: (site, { night }) =>
    post(site, `/admin/events/${night}/messages`, "admin", {
      intent: "send",
      id,
      kind: "service",
      at: "all",
      subject: "Porțile",
      body: "Deschidem mai devreme.",
    }),
  rows: [`SELECT FROM night_messages WHERE id = '${id}'`, 1],
  until: `SELECT FROM night_messages WHERE id = '${id}' AND spread_at IS NOT NULL`,
  alsoAtTheEnd: true,
});

const givenBack = {
  orders: ["refunded"],
  units: [0, 0],
  places: [0, 0],
  tickets: 1,
  payments: 1,
  bookings: 4,
  refunds: 1,
  sessions: ["complete/paid"],
};
const bought = {
  orders: ["paid"],
  units: [0, 2],
  places: [0, 2],
  payments: 1,
  bookings: 2,
  refunds: 0,
  sessions: ["complete/paid"],
};

const crashes: readonly Crashed[] = [
  {
    title: "a night is cancelled: the money goes back once, and the buyer is told once",
    acts: [
      {
        ask: (site, { night }) =>
          post(site, `/admin/events/${night}/cancel`, "admin", {
            reason: "Furtună pe mare.",
            used: "refunded",
            confirmed: "1",
          }),
        unstored: ["night.cancelled"],
        stored: ["cancellation.order"],
        rows: ["SELECT FROM events WHERE cancelled_at IS NOT NULL", 1],
        until: "SELECT FROM cancelled_orders",
      },
    ],
    letters: ["night_cancelled", "ticket_confirmation"],
    outcome: givenBack,
  },
  {
    title: "a night is moved: the buyer is told once, and the money goes back once",
    acts: [
      {
        ask: (site, { night }) =>
          post(site, `/admin/events/${night}/move`, "admin", {
            date: inDays(20),
            time: "21:00",
            doors: "",
            ends: "",
            location: "Dig",
            address: "",
            directions: "",
            reason: "Furtună pe mare.",
            confirmed: "1",
          }),
        unstored: ["night.moved"],
        stored: ["move.told"],
        rows: ["SELECT FROM moves", 1],
        until: "SELECT FROM moved_orders",
      },
      {
        ask: async (site) => {
          const [moved] = await ask<Record<"order_id" | "move_id", string>>(site, "TABLE moved_orders");
          return post(site, `/orders/${moved?.order_id}/moved/${moved?.move_id}`, "ana", {
            intent: "give-back",
          });
        },
        unstored: ["choice.written"],
        rows: ["SELECT FROM refunds WHERE event_id IS NOT NULL", 1],
      },
    ],
    letters: ["night_moved", "payment_returned", "ticket_confirmation"],
    outcome: givenBack,
  },
  {
    title: "a seat is refunded (F24): its money goes back once, it ends once, the other stays",
    before: (site, { type }) => ask(site, "UPDATE tickets SET code_per = 'person' WHERE id = $1", type),
    acts: [
      {
        ask: async (site) => {
          const { order_id, seat } = await firstTicket(site);
          const form = { intent: "refund", order_id, kind: "seats", seats: seat };
          return post(site, "/admin/purchases", "admin", {
            ...form,
            why: "goodwill",
            restock: "1",
            left: "22000 2",
          });
        },
        unstored: ["refund.wanted"],
        stored: ["refund.claimed", "refund.asked", "refund.asked", "refund.kept", "refund.written"],
        rows: ["SELECT FROM refunds", 1],
        until: `SELECT ${hers} AND concat_ws('/', seat_no, status, total_price, suspended) = '1/refunded/11000'`,
      },
    ],
    letters: ["payment_returned", "ticket_confirmation"],
    outcome: {
      orders: ["partially_refunded"],
      units: [0, 1],
      places: [0, 1],
      tickets: 2,
      payments: 1,
      bookings: 4,
      refunds: 1,
      sessions: ["complete/paid"],
    },
  },
  {
    title: "the holders of a night are written to (47): each gets each message once",
    acts: [
      { ...messageOf(newId()), unstored: ["message.written"], stored: ["message.queued", "letter.claimed"] },
      // an email may be on its way at this death: a message of its own
      { ...messageOf(newId()), unstored: [], stored: ["message.spread"] },
    ],
    letters: ["night_message", "night_message", "ticket_confirmation"],
    outcome: { ...bought, tickets: 1 },
  },
  {
    title: "a code for two becomes one for each (I31): both are there or neither, each with a letter",
    acts: [
      {
        ask: async (site) =>
          post(site, "/profile", "ana", { intent: "split", purchase_id: (await firstTicket(site)).id }),
        unstored: ["split.written"],
        stored: ["split.committed"],
        rows: [`SELECT ${hers}`, 1],
        alsoAtTheEnd: true,
      },
    ],
    letters: ["ticket_confirmation", "ticket_confirmation"],
    outcome: { ...bought, tickets: 2 },
  },
  {
    title: "a picture or a text is saved (I31, F7): no part of it is seen, and the next try does all",
    acts: [
      {
        ask: async (site, { admin }) => {
          const body = new FormData();
          body.set("file", new Blob([new Uint8Array(picture)], { type: "image/jpeg" }), "poza.jpg");
          return (await site.post("/admin/pictures/events", { who: admin, body }))?.status;
        },
        unstored: ["storage.put", "picture.stored", "picture.stored"],
        rows: ["SELECT FROM pictures WHERE uploaded_by IS NOT NULL", 1],
      },
      {
        ask: async (site) => {
          const versions = await ask<{ key: string; version: number }>(
            site,
            "SELECT key, version FROM site_content WHERE key IN ('hero', 'about')",
          );
          return post(site, "/admin/content", "admin", {
            hero_title: "Titlu nou",
            hero_subtitle: "Nou",
            hero_cta_text: "Cumpara Bilete Acum",
            background_url: "",
            about_title: "Despre nou",
            about_content: "Nou",
            ...Object.fromEntries(versions.map(({ key, version }) => [`${key}_version`, String(version)])),
          });
        },
        unstored: ["content.written"],
        // both texts are of one save
        rows: ["SELECT FROM site_content WHERE content->>'title' IN ('Titlu nou', 'Despre nou')", 2],
      },
    ],
    letters: ["ticket_confirmation"],
    outcome: { ...bought, tickets: 1 },
  },
];

const rowsOf = (site: CrashingSite, statement: string) =>
  site.look(async (owner) => (await owner.query(statement)).rowCount ?? 0);

describe("killed while", () => {
  for (const { title, before, acts, letters, outcome } of crashes)
    scenario(title, async (site, ground) => {
      await site.live();
      await before?.(site, ground);
      await site.persist();
      await ask(
        site,
        "UPDATE identity.session SET confirmed_at = now() WHERE user_id = $1",
        ground.admin.userId,
      );
      await site.kill("SIGTERM");
      // the provider's word about refunds comes late, and changes nothing
      site.provider.faults.set({ notices: { suppressed: "all" } });
      for (const [n, act] of acts.entries()) {
        if (n > 0) await site.kill("SIGTERM");
        await crash(site, ground, act);
      }
      site.provider.faults.reset();
      await site.provider.sendEverythingAgain();
      await site.becomesQuiet();
      const { letters: sent, copies, ...rest } = await site.outcome();
      expect(rest).toEqual({ ...outcome, violations: [] });
      expect(sent.toSorted()).toEqual(letters.map((kind) => `${kind} sent`));
      expect(copies).toBe(letters.length);
    });
});

/** All deaths of an act, and the life in which it succeeds. */
async function crash(site: CrashingSite, ground: Ground, act: Act): Promise<void> {
  const { unstored, stored = [], rows, until } = act;
  const deaths = [...unstored, ...stored];
  let before: number | undefined;
  const expectNothing = async () => {
    before ??= await rowsOf(site, rows[0]);
    expect(await rowsOf(site, rows[0])).toBe(before);
  };
  for (const [n, at] of deaths.entries()) {
    await site.live(`${at}:kill`);
    if (n <= unstored.length) {
      await expectNothing();
      const answer = await act.ask(site, ground);
      if (n < unstored.length) expect(answer).toBeUndefined();
    }
    await site.dieAt(at, n + 1 < deaths.length ? "wait" : "go on");
  }
  await site.live();
  if (stored.length === 0) await expectNothing();
  if (stored.length === 0 || act.alsoAtTheEnd) expect(await act.ask(site, ground)).toBeLessThan(400);
  await site.comes(async () => until === undefined || (await rowsOf(site, until)) === 1);
  await site.becomesQuiet();
  expect(await rowsOf(site, rows[0])).toBe((before ?? Number.NaN) + rows[1]);
}
