import { beforeAll, describe, expect, it } from "vitest";
import { refused } from "#kernel/outcome.ts";
import { openDoorStage, type StagePhone } from "#test/support/door-stage.ts";
import { phoneRow } from "#test/support/gate-phone.ts";
import { durations } from "#ticketing/limits.ts";
import { listNightEntries } from "./door-night-queries.server.ts";
import { sendGateList } from "./send-gate-list.server.ts";
import { sendGuestNames } from "./send-guest-names.server.ts";
import { clockText } from "./signed-bytes.ts";
import { takeBeat } from "./take-beat.server.ts";
import { takeGateRows } from "./take-gate-rows.server.ts";

const stage = await openDoorStage();
const { site, season, chief } = stage;

const calls = {
  beat: (phone: StagePhone, at: number) =>
    takeBeat(site, phone.keys.call("beat", { v: 1, device: phone.device, at, through: 0 })),
  list: (phone: StagePhone, at: number) =>
    sendGateList(site, phone.keys.call("list", { v: 1, device: phone.device, at, since: null })),
  guests: (phone: StagePhone, at: number) =>
    sendGuestNames(site, phone.keys.call("guests", { v: 1, device: phone.device, at })),
};

const beats = async (phone: StagePhone) =>
  (await season.db`SELECT seen_at, settled_at, list_at FROM gate_devices WHERE id = ${phone.device}`)[0];

const hour = 3_600_000;

describe.each(Object.keys(calls) as (keyof typeof calls)[])("a signed %s", (kind) => {
  let phone: StagePhone;
  beforeAll(async () => {
    phone = await stage.phone(await stage.gate(await stage.night()));
  });

  it.each([-hour, hour, -(durations.phoneCall + 5) * 1000, (durations.phoneCall + 5) * 1000])(
    "that somebody saw opens nothing later and does nothing, and is told the server's time (%i ms away)",
    async (away) => {
      const before = await beats(phone);
      const said = Date.now();
      const answer = await calls[kind](phone, said + away);
      if (answer.ok || answer.refusal.reason !== "wrong_time") throw new Error("it was taken");
      expect(answer.refusal.serverTime).toBeGreaterThanOrEqual(said - 1);
      expect(await beats(phone)).toEqual(before);
      expect((await calls[kind](phone, answer.refusal.serverTime)).ok).toBe(true);
    },
  );

  it("of a phone that the build before enrolled is answered whatever its clock says", async () => {
    await season.db`UPDATE gate_devices SET calls_age = false WHERE id = ${phone.device}`;
    expect((await calls[kind](phone, Date.now() - 9 * hour)).ok).toBe(true);
  });
});

/** When people came in by the rows that one phone sends together. */
async function written(off: number | null, row: (at: number) => Partial<Parameters<typeof phoneRow>[2]>) {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const [ticket] = await stage.tickets(eventId);
  const at = Date.now();
  const sent = phoneRow(phone.keys, phone.device, { seq: 1, qr: ticket?.qr ?? "", at, ...row(at) });
  const said = off === null ? undefined : at + off;
  const clock = said && { at: said, signature: phone.keys.signText("clock", clockText(phone.device, said)) };
  // a call with a changed clock is refused, and nothing of it is taken
  const changed = clock && { ...clock, at: clock.at + hour };
  if (changed)
    expect(await takeGateRows(site, { device: phone.device, rows: [sent], clock: changed })).toEqual(
      refused({ reason: "not_signed" }),
    );
  expect(
    (await takeGateRows(site, { device: phone.device, rows: [sent], ...(clock ? { clock } : {}) })).ok,
  ).toBe(true);
  const [entry] = await site.database.readAs(chief, (sql) => listNightEntries(sql, eventId));
  const kept = await season.db<{
    said: Date | null;
  }>`SELECT said_at AS said FROM gate_log WHERE device_id = ${phone.device}`;
  const byPhone = kept[0]?.said;
  const minutes = Math.round(((entry?.at.getTime() ?? 0) - at) / 60_000);
  return { minutes, isCorrected: entry?.isCorrected, said: byPhone ? byPhone.getTime() - at : null };
}

describe("what a phone wrote down is dated", () => {
  it.each([
    ["by the server's clock where its own is hours behind", -3 * hour],
    ["by the server's clock where its own is a day ahead", 24 * hour],
    ["by the server's clock where its own is two minutes behind", -120_000],
  ])("%s, is marked, and keeps what the phone said", async (_, off) => {
    const kept = await written(off, (at) => ({ at: at + off }));
    expect(kept).toEqual({ minutes: 0, isCorrected: true, said: off });
  });

  it.each([
    ["a phone whose clock is half a minute off", -30_000, -60_000, "offline"],
    ["a phone of the build before, which tells no clock", null, -2 * hour, "offline"],
    ["what a chief's proof dated by the server's time", -3 * hour, 0, "override"],
  ] as const)("as it says, for %s", async (_, clock, off, mode) => {
    const kept = await written(clock, (at) => ({
      at: at + off,
      mode,
    }));
    expect(kept).toEqual({ minutes: off / 60_000, isCorrected: false, said: null });
  });
});
