import { describe, expect, it } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { done } from "#kernel/outcome.ts";
import { openDoorStage, type StagePhone } from "#test/support/door-stage.ts";
import { phoneAsk, phoneRow } from "#test/support/gate-phone.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { untilWaiting } from "#test/support/until-waiting.ts";
import { listGuestEntries } from "#ticketing/guest-lists/guest-list-queries.server.ts";
import { restoreGuest } from "#ticketing/guest-lists/restore-guest.server.ts";
import { doorInvariants } from "#ticketing/reports/door-invariants.ts";
import { findViolations } from "#ticketing/reports/find-violations.server.ts";
import { admitGuest } from "./admit-guest.server.ts";
import { answerScan } from "./answer-scan.server.ts";
import { countInside, listFoundRows } from "./door-board-queries.server.ts";
import { stopPhone } from "./stop-phone.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, season, chief, gateStaff } = stage;

/** A night with a name on a guest list, and a phone at each of two gates. */
async function door(places = 1) {
  const eventId = await stage.night();
  const phones = [await stage.phone(await stage.gate(eventId)), await stage.phone(await stage.gate(eventId))];
  const [list, guest] = [newId(), newId()];
  await season.db`WITH counted AS (INSERT INTO stock_counters (id, kind, capacity, sold) VALUES (${list}, 'guest_list', 9, ${places})),
       list AS (INSERT INTO guest_lists (id, event_id, name) VALUES (${list}, ${eventId}, 'Casa') RETURNING id)
     INSERT INTO listed_guests (id, list_id, event_id, name, places, added_by) SELECT ${guest}, list.id, ${eventId}, 'Rada Unu', ${places}, ${chief.userId} FROM list`;
  const [first, second] = phones as [StagePhone, StagePhone];
  const away = (at = "now()") =>
    season.client.query(`UPDATE listed_guests SET removed_at = ${at} WHERE id = $1`, [guest]);
  return { eventId, first, second, guest, away };
}

type Places = { readonly seq: number; readonly guest: Uuid; readonly entries?: number };
const ask = (phone: StagePhone, about: Places) => answerScan(site, phoneAsk(phone.keys, phone.device, about));
const send = (phone: StagePhone, about: Parameters<typeof phoneRow>[2]) =>
  takeGateRows(site, { device: phone.device, rows: [phoneRow(phone.keys, phone.device, about)] });
const came = (phone: StagePhone, about: Places & { readonly at?: number }) =>
  send(phone, { kind: "guest", ...about });
const verdictOf = async (answer: ReturnType<typeof ask>) => {
  const { ok, ...rest } = await answer;
  return ok && "value" in rest ? rest.value.decision.verdict : rest;
};
const enteredOf = async (id: string) =>
  (await season.db`SELECT entered FROM listed_guests WHERE id = ${id}`)[0].entered;
const logged = async (phone: StagePhone) =>
  await season.db`SELECT is_counted AS counted, finding FROM gate_log WHERE device_id = ${phone.device} ORDER BY seq`;
const inside = async (eventId: string) =>
  (await site.database.readAs(chief, (sql) => countInside(sql, eventId)))?.entered;
const holds = async () => expect(await findViolations(season.client, doorInvariants)).toEqual([]);

describe("a guest about whom phones ask", () => {
  it("comes in at one of two gates that ask in the same moment, whichever is first", async () => {
    const { first, second, guest } = await door();
    // both questions wait for the name, and only then one of them may go on
    const answers = await site.database.withDuty("admit", async (sql) => {
      await sql.query("SELECT FROM listed_guests WHERE id = $1 FOR UPDATE", [guest]);
      const asked = [first, second].map((phone) => verdictOf(ask(phone, { seq: 1, guest })));
      await untilWaiting(season.client, 2);
      return asked;
    });
    expect((await Promise.all(answers)).sort()).toEqual(["admitted", "used"]);
    expect(await enteredOf(guest)).toBe(1);
    await holds();
  });

  it("counts at once and under the row's number: question, repetition and row are one entry, with a name and no finding", async () => {
    const { eventId, first, second, guest } = await door(3);
    for (let n = 0; n < 3; n++)
      expect(await ask(first, { seq: 1, guest, entries: 2 })).toMatchObject(
        done({
          decision: { verdict: "admitted", entries: 2, left: 1 },
          key: guest,
          entriesTotal: 3,
          holder: { name: "Rada Unu", digits: "" },
        }),
      );
    expect([await enteredOf(guest), await inside(eventId)]).toEqual([2, 2]);
    await holds();
    await came(first, { seq: 1, guest, entries: 2 });
    expect(await logged(first)).toEqual([{ counted: true, finding: null }]);
    expect([await enteredOf(guest), await inside(eventId)]).toEqual([2, 2]);
    expect(await whyNot(ask(first, { seq: 1, guest }))).toBe("number_used");
    expect(await verdictOf(ask(second, { seq: 1, guest, entries: 2 }))).toBe("used");
    await came(second, { seq: 1, guest, entries: 2 });
    expect(await logged(second)).toEqual([{ counted: true, finding: "over_places" }]);
    await holds();
  });

  it("gives way to what happened at the door: nobody, more people than asked, another name", async () => {
    const { eventId, first, second, guest } = await door(4);
    await ask(first, { seq: 1, guest, entries: 2 });
    await send(first, { seq: 1, kind: "refuse", entries: 0 });
    expect(await enteredOf(guest)).toBe(0);
    await ask(first, { seq: 2, guest });
    await came(first, { seq: 2, guest, entries: 4 });
    expect([await enteredOf(guest), await inside(eventId)]).toEqual([4, 4]);
    expect(await logged(first)).toMatchObject([
      { finding: "other_answer" },
      { counted: true, finding: null },
    ]);
    const other = await door();
    await ask(other.first, { seq: 1, guest: other.guest });
    expect(await whyNot(ask(other.first, { seq: 1, guest }))).toBe("number_asked");
    const [ticket] = await stage.tickets(eventId);
    expect(
      await whyNot(
        answerScan(site, phoneAsk(other.first.keys, other.first.device, { seq: 1, qr: ticket?.qr ?? "" })),
      ),
    ).toBe("number_asked");
    await send(other.first, { seq: 1, kind: "refuse", entries: 0 });
    expect(await enteredOf(other.guest)).toBe(0);
    expect(await verdictOf(ask(second, { seq: 1, guest: other.guest }))).toBe("elsewhere");
    await holds();
  });

  it("that takes back a ticket's answer is found, also with too many people and of a stopped phone (one kind: an entry that leaves no trace)", async () => {
    const { eventId, first, guest } = await door();
    const [ticket] = await stage.tickets(eventId);
    const asked = (seq: number) =>
      answerScan(site, phoneAsk(first.keys, first.device, { seq, qr: ticket?.qr ?? "" }));
    await asked(1);
    await came(first, { seq: 1, guest, entries: 50 });
    await asked(2);
    await stage.season
      .db`UPDATE gate_devices SET revoked_at = now(), revoked_by = ${chief.userId} WHERE id = ${first.device}`;
    await came(first, { seq: 2, guest });
    expect((await logged(first)).map(({ finding }) => finding)).toEqual(["other_answer", "other_answer"]);
  });

  it("is refused once the name is off the list, the places are taken on the page, or the night is cancelled; nobody asks about a name that is none", async () => {
    const { eventId, first, second, guest, away } = await door();
    const nobody = { decision: { verdict: "void" }, holder: null, entriesTotal: null };
    expect(await ask(first, { seq: 1, guest: newId() })).toMatchObject(done({ ...nobody, key: null }));
    await away();
    expect(await ask(first, { seq: 1, guest })).toMatchObject(done({ ...nobody, key: guest }));
    await away("NULL");
    const page = { operator: gateStaff, deviceId: newId(), nonce: newId(), eventId, entries: 1 };
    await admitGuest(site, { ...page, guestId: guest });
    expect(await ask(second, { seq: 1, guest })).toMatchObject(
      done({ decision: { verdict: "used" }, lastEntry: { gateName: null } }),
    );
    await season.db`UPDATE events SET cancelled_at = now() WHERE id = ${eventId}`;
    expect(await verdictOf(ask(second, { seq: 1, guest }))).toBe("cancelled");
    await holds();
  });
});

describe("a guest whom a phone let in without network", () => {
  it("counts also when the name was off the list by then, with the finding, and no place is taken of the list", async () => {
    const { eventId, first, guest, away } = await door();
    await away("now() - interval '1 minute'");
    await came(first, { seq: 1, guest });
    expect(await logged(first)).toEqual([{ counted: true, finding: "void" }]);
    expect([await inside(eventId), await enteredOf(guest)]).toEqual([1, 0]);
    const found = await site.database.readAs(chief, (sql) => listFoundRows(sql, eventId, 9));
    expect(found).toMatchObject([{ counts: "person", isGuest: true, label: "Rada Unu" }]);
    const told = await site.database.withDuty("settle", (sql) => listGuestEntries(sql, eventId));
    expect(told).toMatchObject([{ id: guest, beyond: 1 }]);
    await send(first, {
      seq: 2,
      kind: "undo",
      entries: 0,
      undoes: { device: first.device, seq: 1 },
      reason: "mistake",
    });
    expect(await inside(eventId)).toBe(0);
    await holds();
  });

  it("came in rightly when the name was taken off later", async () => {
    const { first, guest, away } = await door();
    await away();
    await came(first, { seq: 1, guest, at: Date.now() - 60_000 });
    expect(await logged(first)).toEqual([{ counted: true, finding: null }]);
  });

  it("does not come in again when the name is put back", async () => {
    const { eventId, first, second, guest, away } = await door();
    await away("now() - interval '1 minute'");
    await season.db`UPDATE stock_counters SET sold = 0 WHERE id = (SELECT list_id FROM listed_guests WHERE id = ${guest})`;
    await came(first, { seq: 1, guest });
    const actor = await season.person("admin");
    expect(await restoreGuest(site, { actor, eventId, guestId: guest })).toMatchObject({ ok: true });
    expect(await verdictOf(ask(second, { seq: 1, guest }))).toBe("used");
    await holds();
  });

  it("counts nothing on a phone that was stopped, but for what the server had let in", async () => {
    const { first, guest } = await door(2);
    await ask(first, { seq: 1, guest });
    await stopPhone(site, { actor: chief, deviceId: first.device });
    expect(await whyNot(ask(first, { seq: 2, guest }))).toBe("stopped");
    await came(first, { seq: 1, guest });
    await came(first, { seq: 2, guest });
    expect(await logged(first)).toEqual([
      { counted: true, finding: null },
      { counted: false, finding: "revoked" },
    ]);
    expect(await enteredOf(guest)).toBe(1);
    await holds();
  });
});
