import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import type { Database } from "#platform/database/database.server.ts";
import { openSigningKeys, type SigningKeys } from "#platform/signing/signing-keys.server.ts";
import { openTestDatabase, testDatabase } from "#test/support/database.ts";
import { sampleTicket } from "#test/support/sample-ticket.ts";
import { fromBase45, toBase45 } from "./base45.ts";
import { checkGroupOf } from "./check-group.ts";
import { qrMessage, qrText, readQrText } from "./qr-payload.ts";
import { codeTicket, isGroupOf, verifyTicketQr } from "./ticket-signature.server.ts";

const own = await testDatabase();
let database: Database;
let keys: SigningKeys;
const ticket = sampleTicket({ purchaseId: newId(), eventId: newId() });

beforeAll(async () => {
  database = openTestDatabase(own.urls);
  keys = await openSigningKeys({ database, appSecret: "a secret of a test, long enough" });
});
afterAll(() => database.close());

const bytesOf = (text: string) => fromBase45(text.slice(5)) as Uint8Array;
const textOf = (bytes: Uint8Array) => `FSC1:${toBase45(bytes)}`;
const isInvalid = async (text: string) => (await verifyTicketQr(keys, text)).kind === "invalid";

describe("a signed ticket", () => {
  it("verifies, contains its ticket, night and version, and is the same each time it is derived", async () => {
    const { qr } = codeTicket(keys, ticket);
    expect(codeTicket(keys, ticket).qr).toBe(qr);
    expect(await verifyTicketQr(keys, qr)).toMatchObject({
      kind: "signed",
      payload: { purchaseId: ticket.purchaseId, secretVersion: 1, entries: ticket.entriesTotal },
    });
  });

  it("is refused when any single one of its 824 bits is changed (I17)", async () => {
    const bytes = bytesOf(codeTicket(keys, ticket).qr);
    expect(bytes).toHaveLength(103);
    let refused = 0;
    for (let bit = 0; bit < 824; bit++) {
      const flipped = bytes.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      if (await isInvalid(textOf(flipped))) refused += 1;
    }
    expect(refused).toBe(824);
  });

  it("is refused in every form that an attacker may give it (110, 111)", async () => {
    const { qr } = codeTicket(keys, ticket);
    const other = codeTicket(keys, { ...ticket, purchaseId: newId() }).qr;
    const mine = bytesOf(qr);
    const swapped = mine.slice();
    swapped.set(bytesOf(other).subarray(39), 39);
    const zero = mine.slice();
    zero.fill(0, 39);
    const stranger = generateKeyPairSync("ed25519").privateKey;
    const message = mine.slice(0, 39);
    for (const text of [
      textOf(swapped),
      textOf(zero),
      qrText(message, sign(null, message, stranger)),
      textOf(addOrderToS(mine)),
      textOf(mine.slice(0, 39)),
      qr.toLowerCase(),
      "A".repeat(4096),
      "",
      "Ș".repeat(160),
    ])
      expect(await isInvalid(text)).toBe(true);
  });

  it("is refused under a key that has ended or was made for something else", async () => {
    const owner = new pg.Client(own.ownerUrl);
    await owner.connect();
    const { rows } = await owner.query("SELECT kid FROM signing_keys WHERE purpose <> 'ticket'");
    await owner.end();
    const { payload } = readQrText(codeTicket(keys, ticket).qr) ?? {};
    if (!payload) throw new Error("unreadable");
    for (const kid of [...rows.map((row) => row.kid), 9, 255]) {
      const signed = keys.signTicket(() => qrMessage({ ...payload, kid }));
      expect(await isInvalid(qrText(signed.message, signed.signature))).toBe(true);
    }
  });
});

it("the check group is the HMAC of id, label and version, and no other ticket's group (109)", () => {
  const { group } = codeTicket(keys, ticket);
  const mac = keys.macLabel(`${ticket.purchaseId}|${ticket.label}|1`);
  expect(group).toBe(checkGroupOf(mac));
  expect(isGroupOf(keys, ticket, group)).toBe(true);
  expect(isGroupOf(keys, { ...ticket, secretVersion: 2 }, group)).toBe(false);
  expect(isGroupOf(keys, { ...ticket, purchaseId: newId() }, group)).toBe(false);
  expect(isGroupOf(keys, ticket, "")).toBe(false);
  expect(
    checkGroupOf(createHmac("sha256", "guess").update(`${ticket.purchaseId}|${ticket.label}|1`).digest()),
  ).not.toBe(group);
});

/** S + L: the second way to write the same Ed25519 signature, which strict verification refuses. */
function addOrderToS(signed: Uint8Array): Uint8Array {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const bytes = signed.slice();
  let s = 0n;
  for (let at = 102; at >= 71; at--) s = s * 256n + BigInt(bytes[at] ?? 0);
  s += order;
  for (let at = 71; at <= 102; at++) {
    bytes[at] = Number(s % 256n);
    s /= 256n;
  }
  return bytes;
}
