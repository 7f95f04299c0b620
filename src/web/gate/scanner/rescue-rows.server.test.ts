import { describe, expect, it } from "vitest";
import { openPhoneStage } from "#test/support/phone-stage.ts";
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { stopPhone } from "#ticketing/gate/stop-phone.server.ts";
import { becomePhone } from "./become-phone.ts";
import type { Phone } from "./phone.ts";
import { joinedFrames, type ReadChain, rescueFrames, withFrame } from "./rescue-frames.ts";
import { carriedUploads, carryUploads, readUploads, unsentBytes } from "./rescue-rows.ts";

const phones = await openPhoneStage();
const { stage, network, calls, entered } = phones;
const { site, chief, season } = stage;
const night = await stage.night();

const one = { entries: 1, stamp: null };
const newPhone = async () => phones.phone(await stage.gate(night));

/** A phone without network that let somebody in, and the ticket. */
async function cutOff() {
  const [ticket] = await stage.tickets(night);
  if (!ticket) throw new Error("no ticket");
  const { phone, device } = await newPhone();
  network.is = "away";
  expect((await phone.scan(ticket.qr, one)).answer.verdict).toBe("admitted");
  return { phone, device, ticket };
}

/** Reads all codes of one phone with another. */
async function readFrom(shown: Phone, reader: Phone): Promise<void> {
  const frames = await rescueFrames(await unsentBytes(shown.parts));
  const chain = frames.reduce<ReadChain | null>((read, frame) => withFrame(read, frame), null);
  const bytes = chain && (await joinedFrames(chain));
  if (!bytes) throw new Error("the codes do not join");
  await carryUploads(reader.parts, await readUploads(bytes));
}

const rowsOf = async (device: string) =>
  await season.db`SELECT kind, is_counted AS counted, is_quarantined AS twice FROM gate_log WHERE device_id = ${device} ORDER BY seq`;

describe("rows that another phone carries", () => {
  it("are kept while it has no network, also when it is closed, and count once, in whatever order the phones send them", async () => {
    const { phone: lost, device, ticket } = await cutOff();
    network.is = "there";
    const { phone: reader, open } = await newPhone();
    network.is = "away";
    await readFrom(lost, reader);
    await readFrom(lost, reader);
    await reader.sync({ withList: false });
    const later = await open();
    expect(await carriedUploads(later.parts)).toHaveLength(1);
    network.is = "there";
    await later.sync({ withList: false });
    expect(await carriedUploads(later.parts)).toEqual([]);
    expect(await rowsOf(device)).toEqual([{ kind: "admit", counted: true, twice: false }]);
    expect(await entered(ticket.purchaseId)).toBe(1);
    await lost.sync({ withList: false });
    expect([lost.state().unsent, await entered(ticket.purchaseId)]).toEqual([0, 1]);
    expect(await rowsOf(device)).toHaveLength(1);
  });

  it("whose answer was lost are sent again, and those of a phone that nobody knows are dropped", async () => {
    const { phone: lost, device } = await cutOff();
    network.is = "there";
    const { phone: reader } = await newPhone();
    const strange = {
      device: "00000000-0000-7000-8000-000000000001",
      rows: [{ seq: 1, text: "{}", signature: "A".repeat(86) }],
    };
    await carryUploads(reader.parts, [strange]);
    await readFrom(lost, reader);
    network.is = "deaf";
    await reader.sync({ withList: false });
    expect(await carriedUploads(reader.parts)).toHaveLength(2);
    network.is = "there";
    for (let round = 0; round < 2; round++) await reader.sync({ withList: false });
    expect(await carriedUploads(reader.parts)).toEqual([]);
    expect(await rowsOf(device)).toHaveLength(1);
  });

  it("go before a phone is bound to another gate, and before a stopped one forgets", async () => {
    const { phone: lost } = await cutOff();
    network.is = "there";
    const { phone: reader, store, device } = await newPhone();
    await readFrom(lost, reader);
    network.is = "keeps rows";
    await stopPhone(site, { actor: chief, deviceId: device });
    await reader.sync({ withList: false });
    expect(await store.fact("phone")).toBeDefined();
    const invited = await invitePhone(site, { actor: chief, gateId: await stage.gate(night) });
    if (!invited.ok) throw new Error(invited.refusal.reason);
    const secret = invited.value.url.split("#").at(-1) ?? "";
    await expect(becomePhone(store, calls, { secret, name: "A2" })).rejects.toThrow("1 rows are not sent");
    network.is = "there";
    expect((await becomePhone(store, calls, { secret, name: "A2" })).enrolled.device).not.toBe(device);
    expect(lost.state().unsent).toBe(1);
    await lost.sync({ withList: false });
    expect(lost.state().unsent).toBe(0);
  });
});

it("a row takes some 250 bytes, and hundreds are cut into what the server takes at once", async () => {
  const { phone } = await newPhone();
  network.is = "away";
  const codes = await Promise.all(Array.from({ length: 20 }, () => stage.tickets(night)));
  for (let round = 0; round < 11; round++)
    for (const [ticket] of codes) if (ticket) await phone.scan(ticket.qr, one);
  const bytes = await unsentBytes(phone.parts);
  expect(bytes.length / 220).toBeLessThan(260);
  expect((await readUploads(bytes)).map(({ rows }) => rows.length)).toEqual([200, 20]);
  for (const wrong of [Uint8Array.of(), Uint8Array.of(1, 2, 3), bytes.slice(0, 100)])
    expect(await readUploads(wrong)).toEqual([]);
});
