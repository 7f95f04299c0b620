import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openMailbox } from "#devkit/mailbox/mailbox.ts";
import { refused } from "#kernel/outcome.ts";
import { type Mail, openMail } from "#platform/mail/mail-adapter.server.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { printsHere } from "#test/support/prints-here.ts";
import { freePort } from "#test/support/site.ts";
import { openStage } from "#test/support/stage.ts";
import { sendTicketsNow } from "./send-tickets-now.server.ts";

const { season, site: services } = await openStage();
const folder = mkdtempSync(join(tmpdir(), "estival-letters-"));
const mailbox = await openMailbox(folder);
const keys = await openSigningKeys({
  database: services.database,
  appSecret: "a secret of a test, long enough for anybody",
});
afterAll(async () => {
  await mailbox.close();
  rmSync(folder, { recursive: true });
});

const mailAt = (port: number) =>
  openMail({
    host: "127.0.0.1",
    port,
    security: "loopback",
    from: { name: "Clubul", address: "salut@club.example" },
    timeouts: { connect: 500, greeting: 500, socket: 500, whole: 1500 },
  });
const sending = (orderId: string, mail: Mail | undefined, pdfRenderer = printsHere) =>
  sendTicketsNow({ ...services, keys, pdfRenderer, findMail: async () => mail }, orderId);

async function bought(): Promise<string> {
  const { userId } = await season.person();
  const events = [await season.night()];
  const ticketTypeId = await season.ticketType({ events });
  return (await paidOrder(season.client, { userId, ticketTypeId, events })).orderId;
}
const isNoted = async (orderId: string) =>
  (await season.db`SELECT bool_and(email_sent) AS sent FROM ticket_purchases WHERE order_id = ${orderId}`)[0]
    .sent;

it("the tickets of an order are sent at once, and its email marks them as sent (A16-19, A16-20)", async () => {
  const orderId = await bought();
  expect(await isNoted(orderId)).toBe(false);
  expect(await sending(orderId, mailAt(mailbox.port))).toEqual({ ok: true, value: null });
  expect(await isNoted(orderId)).toBe(true);
  expect(await sending(orderId, undefined)).toEqual({ ok: true, value: null });
});

it("an email whose tickets were not printed is put off with the reason, and leaves with its PDF at the next try", async () => {
  const orderId = await bought();
  const noPrint = async () => refused({ reason: "not_printed", problem: "it took too long" });
  const refusal = { ok: false, refusal: { reason: "not_sent" } };
  expect(await sending(orderId, mailAt(mailbox.port), { print: noPrint })).toEqual(refusal);
  expect(await isNoted(orderId)).toBe(false);
  const [letter] =
    await season.db`SELECT state, attempts, last_error FROM letters WHERE order_id = ${orderId}`;
  expect(letter).toEqual({
    state: "queued",
    attempts: 1,
    last_error: expect.stringContaining("took too long"),
  });
  await season.db`UPDATE letters SET next_at = now() WHERE order_id = ${orderId}`;
  expect(await sending(orderId, mailAt(mailbox.port))).toEqual({ ok: true, value: null });
  expect(await isNoted(orderId)).toBe(true);
});

it.each([
  ["there is no mail", async () => undefined],
  ["the mail server does not answer", async () => mailAt(await freePort())],
])("says so when %s, and the letter stays in the outbox (A17-18)", async (_what, mail) => {
  const orderId = await bought();
  expect(await sending(orderId, await mail())).toEqual({ ok: false, refusal: { reason: "not_sent" } });
  expect(await isNoted(orderId)).toBe(false);
  const rows = await season.db`SELECT state FROM letters WHERE order_id = ${orderId}`;
  expect(rows).toEqual([{ state: "queued" }]);
});
