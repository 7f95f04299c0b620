import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Uuid } from "#kernel/id.ts";
import { openPhoneStage } from "#test/support/phone-stage.ts";
import { chooseDecidingPhone } from "#ticketing/gate/choose-deciding-phone.server.ts";
import { handOverDeciding } from "#ticketing/gate/deciding-phone-store.server.ts";
import { findDevice } from "#ticketing/gate/door-store.server.ts";
import { stopPhone } from "#ticketing/gate/stop-phone.server.ts";
import { takeBeat } from "#ticketing/gate/take-beat.server.ts";
import type { SignedText } from "./phone-calls.ts";

const { stage, network, calls, ...stageOfPhones } = await openPhoneStage();
const { site, chief, season } = stage;
afterEach(() => {
  network.is = "there";
});

type Made = Awaited<ReturnType<typeof stageOfPhones.phone>>;

let night: Uuid;
let gate: Uuid;
let [first, second] = [] as unknown as [Made, Made];
beforeEach(async () => {
  night = await stage.night();
  gate = await stage.gate(night, { isStrict: true });
  [first, second] = [await stageOfPhones.phone(gate), await stageOfPhones.phone(gate)];
});

const choose = async ({ device }: Made, actor = chief) => {
  const chosen = await chooseDecidingPhone(site, { actor, deviceId: device });
  return chosen.ok ? chosen.value : chosen.refusal;
};
/** Which of the two believes that it decides, and which one the server says decides. */
const believes = () => [first, second].map(({ phone }) => phone.parts.decides());
const decides = async () => {
  const rows = await season.db`SELECT id FROM gate_devices WHERE gate_id = ${gate} AND decides`;
  return rows.map(({ id }) => id);
};
const sync = ({ phone }: Made) => phone.sync({ withList: false });
const end = ({ device }: Made) =>
  season.db`UPDATE gate_devices SET enrolled_at = now() - interval '1 hour', ends_at = now() - interval '1 second' WHERE id = ${device}`;
const goAway = ({ device }: Made) =>
  season.db`UPDATE gate_devices SET settled_at = now() - interval '7 seconds' WHERE id = ${device}`;

describe("another phone of a strict gate decides", () => {
  it("when the first has said that it knows, and never both", async () => {
    expect([believes(), await decides()]).toEqual([[true, false], [first.device]]);
    expect(await choose(second)).toBe("waits");
    await sync(second);
    expect([believes(), await decides()]).toEqual([[true, false], [first.device]]);
    await sync(first);
    // it knows, and the server does not know that yet
    expect([believes(), await decides()]).toEqual([[false, false], [first.device]]);
    await sync(second);
    expect(believes()).toEqual([false, false]);
    await sync(first);
    expect([believes(), await decides()]).toEqual([[false, false], [second.device]]);
    await sync(second);
    expect(believes()).toEqual([false, true]);
    await sync(first);
    expect([believes(), await decides()]).toEqual([[false, true], [second.device]]);
    expect((await first.open()).parts.decides()).toBe(false);
  });

  it("with a list that has what the first let in alone until then", async () => {
    const [ticket] = await stage.tickets(night);
    for (const { phone } of [first, second]) await phone.sync({ withList: true });
    const qr = ticket?.qr ?? "";
    network.is = "away";
    expect((await first.phone.scan(qr, { entries: 1, stamp: null })).answer.verdict).toBe("admitted");
    network.is = "there";
    expect(await choose(second)).toBe("waits");
    for (const one of [first, first, second]) await sync(one);
    expect(believes()).toEqual([false, true]);
    network.is = "away";
    expect((await second.phone.scan(qr, { entries: 1, stamp: null })).answer.verdict).toBe("used");
    expect(await first.phone.scan(qr, { entries: 1, stamp: null })).toMatchObject({
      ...{ answer: { verdict: "other_gate" }, otherGate: "Alt telefon al porții tale" },
    });
  });

  it("not while rows of the first are missing, and not before it has the list", async () => {
    const [ticket] = await stage.tickets(night);
    expect(await choose(second)).toBe("waits");
    await sync(first);
    network.is = "away";
    await first.phone.scan(ticket?.qr ?? "", { entries: 1, stamp: null });
    network.is = "keeps rows";
    await sync(first);
    expect(await decides()).toEqual([first.device]);
    network.is = "there";
    await sync(first);
    expect(await decides()).toEqual([second.device]);
    const { list } = calls;
    calls.list = () => Promise.reject(new TypeError("Failed to fetch"));
    await sync(second);
    expect(believes()).toEqual([false, false]);
    calls.list = list;
    await sync(second);
    expect(believes()).toEqual([false, true]);
  });

  it("not by an answer to an earlier order that comes late", async () => {
    const beats: SignedText[] = [];
    const { beat } = calls;
    calls.beat = (call) => {
      beats.push(call);
      return beat(call);
    };
    expect(await choose(second)).toBe("waits");
    await sync(first);
    await sync(first);
    calls.beat = beat;
    const late = beats.at(-1);
    expect(late?.text).toContain("yielded");
    await sync(second);
    expect(await choose(first)).toBe("waits");
    for (const one of [second, second, first]) await sync(one);
    expect(believes()).toEqual([true, false]);
    expect(await choose(second)).toBe("waits");
    await takeBeat(site, late as SignedText);
    expect([believes(), await decides()]).toEqual([[true, false], [first.device]]);
  });

  it("unless the chief takes the order back, which leaves everything as it was", async () => {
    expect(await choose(second)).toBe("waits");
    await sync(first);
    expect(await choose(first)).toBe("decides");
    for (const one of [first, second, first]) await sync(one);
    expect([believes(), await decides()]).toEqual([[true, false], [first.device]]);
  });

  it("or not, and the chief who takes the order back in that moment is told which", async () => {
    for (let round = 0; round < 6; round++) {
      expect(await choose(second)).toBe("waits");
      await sync(first);
      const [, told] = await Promise.all([sync(first), choose(first)]);
      expect(await decides()).toEqual([told === "decides" ? first.device : second.device]);
      for (const one of [second, second, second, first]) await sync(one);
      expect([believes(), await decides()]).toEqual([[true, false], [first.device]]);
    }
  });

  it("not by an order that was replaced after the phone's beat was read", async () => {
    const third = await stageOfPhones.phone(gate);
    expect(await choose(second)).toBe("waits");
    await site.database.withDuty("admit", async (sql) => {
      const asRead = await findDevice(sql, first.device);
      if (!asRead) throw new Error("no phone");
      expect(await choose(third)).toBe("waits");
      await handOverDeciding(sql, asRead);
    });
    expect(await decides()).toEqual([first.device]);
    for (const one of [first, first, third]) await sync(one);
    expect(await decides()).toEqual([third.device]);
  });

  it("where two chiefs choose one each at once, one of the two decides and may be told of the other", async () => {
    for (let round = 0; round < 10; round++) {
      await season.db`UPDATE gate_devices SET decides = false, yields_to = NULL, yield_id = NULL, settled_at = now() WHERE gate_id = ${gate}`;
      const told = await Promise.all([choose(first), choose(second)]);
      expect(told.sort()).toEqual(["decides", "waits"]);
      expect(await decides()).toHaveLength(1);
    }
  });

  it.each([
    ["it was stopped", ({ device }: Made) => stopPhone(site, { actor: chief, deviceId: device })],
    ["its time was over", end],
  ])("unless %s meanwhile: then the first goes on", async (_, stop) => {
    expect(await choose(second)).toBe("waits");
    await sync(first);
    await stop(second);
    for (const one of [first, first]) await sync(one);
    expect([believes()[0], await decides()]).toEqual([true, [first.device]]);
  });

  it("is refused while the first is away, since it cannot be told; once the chief has stopped it, at once", async () => {
    await goAway(first);
    expect(await choose(second)).toEqual({ reason: "phone_away", phone: "A1" });
    await stopPhone(site, { actor: chief, deviceId: first.device });
    expect(await choose(second)).toBe("decides");
    await sync(second);
    expect(believes()[1]).toBe(true);
    // what the first one let in later is no entry of the night, and is listed
    const rows =
      await season.db`SELECT what FROM journal WHERE subject_id = ${night} AND what LIKE '%phone%' ORDER BY id DESC LIMIT 2`;
    expect(rows.map(({ what }) => what).sort()).toEqual(["deciding_phone_chosen", "phone_stopped"]);
  });

  it("is refused for one that is away, for a stopped one, and to who does not lead the door", async () => {
    await goAway(second);
    expect(await choose(second)).toEqual({ reason: "chosen_away", phone: "A1" });
    await stopPhone(site, { actor: chief, deviceId: second.device });
    expect(await choose(second)).toEqual({ reason: "missing" });
    expect(await choose(first, stage.gateStaff)).toEqual({ reason: "not_allowed" });
  });

  it("is refused for one whose time is over, and while the first's is", async () => {
    await end(second);
    expect(await choose(second)).toEqual({ reason: "missing" });
    const third = await stageOfPhones.phone(gate);
    await end(first);
    expect(await choose(third)).toEqual({ reason: "phone_away", phone: "A1" });
  });
});
