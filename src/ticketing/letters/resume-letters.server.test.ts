import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { openMailStage } from "#test/support/mail-services.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { findLetter, listLetters, readMailNews } from "./outbox-queries.server.ts";
import { resumeLetters } from "./resume-letters.server.ts";

const { season, services, admin, customer } = await openMailStage();

const insert = (state: string, count: number) =>
  season.db`INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, state) SELECT gen_random_uuid(), 'welcome_email', ${state} || i, ${state} || i || '@exemplu.ro', '<' || ${state} || i || '@x>', ${state} FROM generate_series(1, ${count}) i`;

describe("the outbox", () => {
  it("lists emails by state and text, in pages, and says which need an administrator (F27, F30)", async () => {
    for (const [state, count] of [
      ["queued", 2],
      ["sent", 25],
      ["dead", 1],
      ["bounced", 1],
    ] as const)
      await insert(state, count);
    await season.db`INSERT INTO mail_pause (reason) VALUES ('EAUTH 535')`;
    await services.database.withActor(admin, async (reader) => {
      const all = await listLetters(reader, { text: "", state: "all", page: 1 });
      expect(all.letters).toHaveLength(20);
      expect(all).toMatchObject({ total: 29, counts: { all: 29, waiting: 2, sent: 25, failed: 2 } });
      expect((await listLetters(reader, { text: "", state: "sent", page: 2 })).letters).toHaveLength(5);
      const failed = await listLetters(reader, { text: "", state: "failed", page: 1 });
      expect(failed.letters.map((letter) => letter.state).sort()).toEqual(["bounced", "dead"]);
      expect((await listLetters(reader, { text: "SENT7@", state: "all", page: 1 })).total).toBe(1);
      for (const text of ["%", "_", "\\", "' OR 1=1 --"])
        expect((await listLetters(reader, { text, state: "all", page: 1 })).total).toBe(0);
      expect(await findLetter(reader, failed.letters[0]?.id ?? "")).toMatchObject({ template: null });
      expect(await findLetter(reader, newId())).toBeUndefined();
      expect(await findLetter(reader, "x")).toBeUndefined();
      const news = await readMailNews(reader);
      expect(news).toMatchObject({ paused: { reason: "EAUTH 535" }, enabled: null, waiting: 2, failed: 2 });
    });
  });

  it("shows with each email a ticket of its own order, and finds it by that code", async () => {
    const night = await season.night();
    const order = { ticketTypeId: await season.ticketType({ events: [night] }), events: [night] };
    const people = await season.people(2);
    for (const { userId } of people) await paidOrder(season.client, { ...order, userId });
    const rows =
      await season.db`SELECT p.ticket_code AS code, l.id FROM ticket_purchases p JOIN letters l ON l.order_id = p.order_id`;
    expect(rows).toHaveLength(2);
    await services.database.withActor(admin, async (reader) => {
      for (const row of rows)
        expect((await listLetters(reader, { text: row.code, state: "all", page: 1 })).letters).toMatchObject([
          { ...row, isCodeValid: true },
        ]);
      await season.db`UPDATE ticket_purchases SET status = 'refunded', entries_remaining = 0 WHERE ticket_code = ${rows[0].code}`;
      const states = [];
      for (const { id } of rows) states.push((await findLetter(reader, id))?.isCodeValid);
      expect(states).toEqual([false, true]);
    });
  });

  it("continues after a pause when an administrator resumes it, and nobody else can (F30)", async () => {
    for (let click = 0; click < 2; click++)
      expect(await resumeLetters(services, { actor: admin })).toMatchObject({ ok: true });
    expect((await season.db`SELECT FROM mail_pause`).length).toBe(0);
    await expect(
      services.database.withActor(customer, (sql) => listLetters(sql, { text: "", state: "all", page: 1 })),
    ).rejects.toThrow("permission denied");
  });
});
