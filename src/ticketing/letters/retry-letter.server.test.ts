import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { openMailStage } from "#test/support/mail-services.ts";
import { whyNot } from "#test/support/outcomes.ts";
import { builtInTemplates } from "#ticketing/delivery/letter-template.ts";
import { forgetLetters } from "./forget-letters.server.ts";
import { afterGivingUp, letterKinds } from "./letter-tables.server.ts";
import { retryLetter } from "./retry-letter.server.ts";

const { season, services, admin } = await openMailStage();

const frame = {
  club: { name: "Club", trader: "Club SRL", address: "Plaja", email: "salut@club.example" },
  origin: "https://club.example",
  holdMinutes: 30,
};

async function letter(kind: string, state: string, recipient = "ana@exemplu.ro") {
  const id = newId();
  await season.client.query(
    `INSERT INTO letters (id, kind, dedupe_key, recipient, message_id, state, attempts, interruptions, last_error, variables, sent_at)
     VALUES ($1, $2, $3, $4, $3, $5, 8, 2, 'interrupted', '{"x": 1}', CASE WHEN $5 = 'sent' THEN now() END)`,
    [id, kind, `<${id}@x>`, recipient, state],
  );
  return id;
}
const rowOf = async (id: string) => (await season.db`SELECT * FROM letters WHERE id = ${id}`)[0];

describe("an email that was given up", () => {
  it.each(["dead", "bounced"])(
    "goes back into the queue with all its tries when it is %s (I19, F9)",
    async (state) => {
      const id = await letter("ticket_confirmation", state);
      expect(await retryLetter(services, { actor: admin, letterId: id })).toEqual(done({ letterId: id }));
      expect(await rowOf(id)).toMatchObject({
        state: "queued",
        attempts: 0,
        interruptions: 0,
        last_error: null,
      });
      const rows = await season.db`SELECT actor_id, what FROM journal WHERE subject_id = ${id}`;
      expect(rows).toEqual([{ actor_id: admin.userId, what: "letter_retried" }]);
    },
  );

  it("goes to another address if one is given, for this email alone, and the journal records that but not the address", async () => {
    const { userId } = await season.person();
    const id = await letter("ticket_confirmation", "bounced");
    await season.db`UPDATE letters SET user_id = ${userId} WHERE id = ${id}`;
    const retry = (otherAddress: string) =>
      retryLetter(services, { actor: admin, letterId: id, otherAddress });
    for (const bad of ["ana", "a@b\r\nBcc: c@d.ro", "a b@c.ro", `${"a".repeat(300)}@b.ro`])
      expect(await retry(bad)).toEqual(refused({ reason: "bad_address" }));
    expect((await rowOf(id)).recipient).toBe("ana@exemplu.ro");
    expect((await retry("alta@exemplu.ro")).ok).toBe(true);
    expect(await rowOf(id)).toMatchObject({ state: "queued", recipient: "alta@exemplu.ro" });
    const rows =
      await season.db`SELECT j.what, j.after, p.email FROM journal j, profiles p WHERE j.subject_id = ${id} AND p.id = ${userId}`;
    expect(rows).toEqual([
      { what: "letter_retried", after: { field: "recipient" }, email: `${userId}@exemplu.ro` },
    ]);
  });

  it.each(["queued", "inflight", "sent"])("is not changed while it is %s", async (state) => {
    const id = await letter("ticket_confirmation", state);
    expect(await retryLetter(services, { actor: admin, letterId: id })).toEqual(
      refused({ reason: "not_waiting_for_help" }),
    );
    expect((await rowOf(id)).state).toBe(state);
  });

  it.each(letterKinds.filter((kind) => afterGivingUp[kind] === "link_gone"))(
    "is not sent again when its link is gone: %s",
    async (kind) => {
      const id = await letter(kind, "dead");
      expect(await retryLetter(services, { actor: admin, letterId: id })).toEqual(
        refused({ reason: "link_gone" }),
      );
    },
  );

  it.each(letterKinds)("declares for %s whether it needs the deleted link", (kind) => {
    const { html, text } = builtInTemplates[kind](frame);
    const needsLink = /\{\{(?:action_url|one_time_code)\}\}/.test(html + text);
    // the link of a moved night's choice is made when the email is composed
    expect(afterGivingUp[kind]).toBe(needsLink && kind !== "night_moved" ? "link_gone" : "whole");
  });

  it("is not retried when it is unknown or emptied", async () => {
    const forgotten = await letter("ticket_confirmation", "dead", "");
    for (const letterId of [newId(), forgotten, "nothing", "' OR 1=1"])
      expect(await whyNot(retryLetter(services, { actor: admin, letterId }))).toBe("not_waiting_for_help");
  });
});

it("recipient and contents of emails that ended 90 days ago are deleted, but for the night they told of; of no others", async () => {
  const ids: string[] = [];
  for (const state of ["sent", "dead", "bounced", "queued"]) ids.push(await letter("welcome_email", state));
  await season.db`UPDATE letters SET tries = '[{"what": "put_off"}]' WHERE id = ANY(${ids})`;
  const [night, moveOfNight] = [newId(), newId()];
  await season.db`UPDATE letters SET variables = variables || jsonb_build_object('event', ${night}::text) WHERE id = ${ids[0] ?? ""}`;
  await season.db`UPDATE letters SET variables = variables || jsonb_build_object('move', ${moveOfNight}::text) WHERE id = ${ids[1] ?? ""}`;
  const move = (days: number) =>
    season.db`UPDATE letters SET sent_at = CASE WHEN state = 'sent' THEN now() - make_interval(days => ${days}) END, next_at = now() - make_interval(days => ${days}) WHERE id = ANY(${ids})`;
  await move(89);
  expect(await forgetLetters(services)).toBe(0);
  await move(91);
  expect(await forgetLetters(services)).toBe(3);
  const rows: Awaited<ReturnType<typeof rowOf>>[] = [];
  for (const id of ids) rows.push(await rowOf(id));
  expect(rows.map((row) => row.recipient)).toEqual(["", "", "", "ana@exemplu.ro"]);
  // the pages of a moved and of a cancelled night go on counting who was told
  expect(rows.map((row) => row.variables)).toEqual([{ event: night }, { move: moveOfNight }, {}, { x: 1 }]);
  expect(rows.map((row) => row.tries.length)).toEqual([0, 0, 0, 1]);
  expect(await forgetLetters(services)).toBe(0);
});
