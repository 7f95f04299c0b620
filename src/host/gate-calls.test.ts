import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { newId, type Uuid } from "#kernel/id.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneAsk, phoneKeys, phoneRow } from "#test/support/gate-phone.ts";
import { readGateList } from "#ticketing/gate/gate-list.ts";
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { clockText } from "#ticketing/gate/signed-bytes.ts";
import { stopPhone } from "#ticketing/gate/stop-phone.server.ts";
import { takeGateRows } from "#ticketing/gate/take-gate-rows.server.ts";
import { limits } from "#ticketing/limits.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { createGateCalls } from "./gate-calls.ts";

const stage = await openDoorStage();
let address = "192.0.2.1";
const calls = new Hono<{ Variables: { address: string } }>();
calls.use(async (c, next) => {
  c.set("address", address);
  await next();
});
calls.route("/", createGateCalls(stage.site as unknown as SiteServices));

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
  calls.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

it("a phone enrols, fetches its list, asks, sends its rows and beats, without a cookie", async () => {
  const eventId = await stage.night();
  const gateId = await stage.gate(eventId);
  const [ticket] = await stage.tickets(eventId, { entries: 2 });
  const invited = await invitePhone(stage.site, { actor: stage.chief, gateId });
  const secret = invited.ok ? invited.value.url.split("#").at(-1) : "";
  const keys = phoneKeys();
  const enrolled = await post("/enrol", keys.call("enrol", { v: 1, secret, key: keys.key, name: "A1" }));
  expect(enrolled.status).toBe(200);
  expect(enrolled.headers.get("set-cookie")).toBeNull();
  const { device } = (await enrolled.json()) as { device: string };
  const listed = await post("/list", keys.call("list", { v: 1, device, at: Date.now(), since: null }));
  expect(listed.headers.get("content-type")).toBe("application/octet-stream");
  expect(listed.headers.get("cache-control")).toBe("no-store");
  const list = readGateList(new Uint8Array(await listed.arrayBuffer()));
  expect(list.tickets.map(({ key }) => key)).toEqual([ticket?.key]);
  const qr = ticket?.qr ?? "";
  const asked = await post("/scan", phoneAsk(keys, device, { seq: 1, qr }));
  expect(await asked.json()).toMatchObject({ decision: { verdict: "admitted", left: 1 } });
  const hour = 3_600_000;
  const row = phoneRow(keys, device, { seq: 1, qr, at: Date.now() - hour });
  const said = Date.now() - hour;
  const signature = keys.signText("clock", clockText(device, said));
  const log = (clock: string, by: Record<string, string> = { "phone-clock-signature": signature }) =>
    post("/log", { device, rows: [{ no: "row" }, 7, row] }, { "phone-clock": clock, ...by });
  expect((await log(String(said + 1))).status).toBe(401);
  const sent = await log(String(said));
  const [kept] = await stage.season
    .db`SELECT round(extract(epoch FROM device_at - said_at)) AS ahead FROM gate_log WHERE device_id = ${device}`;
  expect(Number(kept?.ahead)).toBeCloseTo(3600, -2);
  expect(await sent.json()).toEqual({
    ackedThrough: 1,
    rows: [{ seq: 1, answer: "kept" }],
    isStopped: false,
  });
  const beat = (at: number) => post("/beat", keys.call("beat", { v: 1, device, at, through: 1 }));
  const old = await beat(1);
  const refusal = (await old.json()) as { error: string; serverTime: number };
  expect([old.status, refusal.error]).toEqual([409, "wrong_time"]);
  const beaten = await beat(refusal.serverTime);
  expect(await beaten.json()).toMatchObject({ isSettled: true, isStopped: false, ackedThrough: 1 });
});

it("answers whatever else is sent with a refusal in JSON", async () => {
  const keys = phoneKeys();
  const beat = keys.call("beat", { v: 1, device: newId(), at: 1, through: 0 });
  for (const [path, body, status] of [
    ["/beat", beat, 401],
    ["/beat", "{", 400],
    ["/beat", "null", 400],
    ["/beat", { ...beat, more: 1 }, 400],
    ["/beat", `{"text":"x","text":"y","signature":"${"A".repeat(86)}"}`, 400],
    ["/enrol", keys.call("enrol", { v: 1, secret: "x".repeat(43), key: keys.key, name: "A1" }), 410],
    ["/log", { device: newId(), rows: [] }, 400],
    ["/log", { device: newId(), rows: ["x"] }, 401],
    ["/log", { device: newId(), rows: Array(limits.rowsPerUpload + 1).fill("x") }, 400],
    ["/log", " ".repeat(limits.gateUploadBytes + 1), 400],
    ["/nothing", "{}", 404],
  ] as const) {
    const answer = await post(path, body);
    expect(answer.status, `${path} ${JSON.stringify(body).slice(0, 80)}`).toBe(status);
    expect(Object.keys((await answer.json()) as object)).toContain("error");
  }
  expect((await post("/beat", beat, { "content-type": "text/plain" })).status).toBe(400);
  expect((await calls.request("/beat")).status).toBe(405);
});

it("a text that is no number of a row in the database is unreadable (never a 500)", async () => {
  const { keys, device } = await stage.phone(await stage.gate(await stage.night()));
  const ask = (since: string) => post("/list", keys.call("list", { v: 1, device, at: Date.now(), since }));
  expect((await ask("9".repeat(18))).status).toBe(200);
  expect((await ask("9".repeat(20))).status).toBe(400);
});

it("a phone that sends too much is asked to wait, and keeps its rows", async () => {
  const eventId = await stage.night();
  const phone = await stage.phone(await stage.gate(eventId));
  const row = phoneRow(phone.keys, phone.device, {
    seq: limits.rowsPerPhone + 1,
    kind: "refuse",
    entries: 0,
  });
  const answer = await post("/log", { device: phone.device, rows: [row] });
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe("3600");
});

const most = limits.strangersGateCallsPerAddressAndMinute;
const stranger = phoneKeys();

/** A phone that was enrolled by its call, from a network of its own. */
async function enrolledPhone(gateId: Uuid) {
  address = "192.0.2.2";
  const invited = await invitePhone(stage.site, { actor: stage.chief, gateId });
  const secret = invited.ok ? invited.value.url.split("#").at(-1) : "";
  const keys = phoneKeys();
  const answer = await post("/enrol", keys.call("enrol", { v: 1, secret, key: keys.key, name: "A1" }));
  const { device } = (await answer.json()) as { device: Uuid };
  const beat = () => keys.call("beat", { v: 1, device, at: Date.now(), through: 0 });
  const row = phoneRow(keys, device, { seq: 1, kind: "refuse", entries: 0 });
  return { keys, device, beat, row };
}

/** Sends what nobody signed until this network's strangers must wait. */
async function spendStrangers(network: string, path: string, body: unknown, status = 401) {
  address = network;
  for (let n = 0; n < most; n++) expect((await post(path, body)).status).toBe(status);
  expect((await post(path, body)).status).toBe(429);
}

it("whoever shares the phones' network uses up no call of theirs, and their calls are no budget for strangers", async () => {
  const { keys, device, beat, row } = await enrolledPhone(await stage.gate(await stage.night()));
  const called = { v: 1, device, at: Date.now() };
  const clock = { "phone-clock": String(called.at), "phone-clock-signature": "" };
  clock["phone-clock-signature"] = keys.signText("clock", clockText(device, called.at));
  const forged = { text: beat().text, signature: stranger.signText("beat", "") };
  const unknown = stranger.call("beat", { v: 1, device: newId(), at: 1, through: 0 });
  let seq = 1;
  for (const [network, path, body, status] of [
    ["192.0.2.7", "/scan", "", 400],
    ["192.0.2.8", "/beat", unknown, 401],
    ["192.0.2.9", "/beat", forged, 401],
    ["192.0.2.10", "/log", { device, rows: [{ ...row, signature: forged.signature }] }, 401],
  ] as const) {
    await spendStrangers(network, path, body, status);
    expect((await post("/beat", beat())).status).toBe(200);
    seq += 1;
    const ask = phoneAsk(keys, device, { seq, qr: "FSC1:nimic" });
    expect((await post("/scan", ask)).status).toBe(200);
    expect((await post("/list", keys.call("list", { ...called, since: null }))).status).toBe(200);
    expect((await post("/guests", keys.call("guests", called))).status).toBe(200);
    expect((await post("/log", { device, rows: [row] }, clock)).status).toBe(200);
    expect((await post("/log", { device, rows: [row] })).status).toBe(200);
  }
});

it("a phone's calls are counted for it alone, and who repeats its rows takes none of them", async () => {
  const gate = await stage.gate(await stage.night());
  const [one, other] = [await enrolledPhone(gate), await enrolledPhone(gate)];
  const upload = { device: one.device, rows: [one.row] };
  for (let n = 0; n < limits.carriedUploadsPerPhoneAndMinute; n++)
    expect((await post("/log", upload)).status).toBe(200);
  expect((await post("/log", upload)).status).toBe(429);
  for (let n = 0; n < limits.gateCallsPerPhoneAndMinute; n++)
    expect((await post("/beat", one.beat())).status).toBe(200);
  expect((await post("/beat", one.beat())).status).toBe(429);
  expect((await post("/beat", other.beat())).status).toBe(200);
});

it("unknown ids cost the database one question a second, and wrong signatures one check a call", async () => {
  const { device } = await enrolledPhone(await stage.gate(await stage.night()));
  const row = phoneRow(stranger, device, { seq: 1 });
  await spendStrangers("192.0.2.30", "/beat", "", 400);
  const asked = vi.spyOn(stage.site.database, "withDuty");
  const strange = () => stranger.call("beat", { v: 1, device: newId(), at: 1, through: 0 });
  for (let n = 0; n < 50; n++) expect((await post("/beat", strange())).status).toBe(429);
  expect(asked.mock.calls.length).toBeLessThan(10);
  asked.mockClear();
  const encoded = vi.spyOn(TextEncoder.prototype, "encode");
  const rows = Array<unknown>(limits.rowsPerUpload).fill(row);
  expect((await post("/log", { device, rows })).status).toBe(429);
  address = "192.0.2.31";
  expect((await post("/log", { device, rows })).status).toBe(401);
  const checks = encoded.mock.calls.filter(([bytes]) => bytes?.startsWith("estival-gate-1"));
  expect([checks.length, asked.mock.calls.length]).toEqual([2, 0]);
});

it("no row is read that an unknown phone sends before the call was counted, nor beyond the limit (one kind: work before the limit that should bound it)", async () => {
  await spendStrangers("192.0.2.32", "/beat", "", 400);
  const rows = Array.from({ length: limits.rowsPerUpload }, (_, n) => ({
    ...phoneRow(stranger, newId(), { seq: 1 }),
    seq: n + 1,
  }));
  const tests = vi.spyOn(RegExp.prototype, "test");
  const readRows = () => tests.mock.calls.filter(([text]) => text === rows[0]?.signature).length;
  expect((await post("/log", { device: newId(), rows })).status).toBe(429);
  expect(readRows()).toBe(0);
  address = "192.0.2.33";
  expect((await post("/log", { device: newId(), rows })).status).toBe(401);
  expect(readRows()).toBeGreaterThan(0);
  tests.mockRestore();
});

it("invitations are counted when they are well formed and signed; what is not uses up no honest phone's", async () => {
  const gateId = await stage.gate(await stage.night());
  const keys = phoneKeys();
  const enrol = (secret = "x".repeat(43)) => keys.call("enrol", { v: 1, secret, key: keys.key, name: "A1" });
  const invited = await invitePhone(stage.site, { actor: stage.chief, gateId });
  const secret = invited.ok ? invited.value.url.split("#").at(-1) : "";
  await spendStrangers("192.0.2.40", "/enrol", "", 400);
  for (const bad of [
    { text: enrol().text, signature: stranger.signText("enrol", "") },
    stranger.call("enrol", {}),
  ])
    expect((await post("/enrol", bad)).status).toBe(429);
  // the list of invitations may have been read just before this one was made
  const enrolled = await vi.waitFor(async () => {
    const answer = await post("/enrol", enrol(secret));
    expect(answer.status).toBe(200);
    return answer;
  }, 5000);
  // it is known at once, so nothing that strangers do refuses its first call
  const { device } = (await enrolled.json()) as { device: string };
  const list = keys.call("list", { v: 1, device, at: Date.now(), since: null });
  expect((await post("/list", list)).status).toBe(200);
  // an invented invitation is a stranger's call, also a well-formed one
  expect((await post("/enrol", enrol())).status).toBe(429);
  let more = 0;
  while ((await post("/enrol", enrol(secret))).status === 200) more += 1;
  expect(more).toBeLessThanOrEqual(limits.enrolmentsPerInvitationAndMinute);
  expect(more).toBeGreaterThan(limits.enrolmentsPerInvitationAndMinute / 2);
});

it("a network's invented invitations, well formed and signed, keep no invited phone out (one kind: what strangers invent counts against who shares their address)", async () => {
  address = "192.0.2.41";
  const gateId = await stage.gate(await stage.night());
  const keys = phoneKeys();
  const invited = await invitePhone(stage.site, { actor: stage.chief, gateId });
  const secret = invited.ok ? invited.value.url.split("#").at(-1) : "";
  const enrol = (secret: string | undefined) =>
    keys.call("enrol", { v: 1, secret, key: keys.key, name: "A1" });
  const invented = enrol("x".repeat(43));
  for (let n = 0; n < limits.strangersGateCallsPerAddressAndMinute; n++)
    expect((await post("/enrol", invented)).status).toBe(410);
  expect((await post("/enrol", invented)).status).toBe(429);
  // the list of invitations that was read while the strangers called is a second old at most
  await vi.waitFor(async () => expect((await post("/enrol", enrol(secret))).status).toBe(200), 5000);
});

describe("uploads of one phone", () => {
  const openUploads = async () => {
    const gate = await stage.gate(await stage.night());
    const [one, other] = [await enrolledPhone(gate), await enrolledPhone(gate)];
    const rowOf = (seq: number) => phoneRow(one.keys, one.device, { seq, kind: "refuse", entries: 0 });
    const at = Date.now();
    const signature = one.keys.signText("clock", clockText(one.device, at));
    const clock = { "phone-clock": String(at), "phone-clock-signature": signature };
    const send = (...rows: readonly unknown[]) => post("/log", { device: one.device, rows }, clock);
    return { one, other, rowOf, send };
  };
  /** Keeps this phone's rows waiting in the database until `go`. */
  const holdRows = async (device: Uuid) => {
    const key = [`${device} row 0`];
    const { client } = stage.season;
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", key);
    const waiting = async () => {
      const { rows } = await client.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
      );
      return rows[0]?.n;
    };
    return {
      waiting,
      untilWaiting: (many: number) => expect.poll(waiting, { timeout: 2500, interval: 5 }).toBe(many),
      go: () => client.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", key),
    };
  };

  it("come one after another and wait without a connection, so another phone is answered; more than a few are asked to wait", async () => {
    const { one, other, rowOf, send } = await openUploads();
    await send(rowOf(1));
    const held = await holdRows(one.device);
    const first = send(rowOf(2));
    await held.untilWaiting(1);
    const begun = vi.spyOn(stage.site.database, "withDuty").mockClear();
    const answered: number[] = [];
    const more = Array.from({ length: limits.uploadsWaiting + 1 }, async (_, n) => {
      const answer = await send(rowOf(3 + n));
      answered.push(answer.status);
      return answer.headers.get("retry-after");
    });
    await expect.poll(() => answered).toEqual([429]);
    // who repeats the phone's rows has a line of its own
    const carried = post("/log", { device: one.device, rows: [rowOf(1)] });
    await expect.poll(() => answered).toEqual([429, 429]);
    expect([begun.mock.calls.length, await held.waiting()]).toEqual([0, 1]);
    expect((await post("/beat", other.beat())).status).toBe(200);
    await held.go();
    expect([(await first).status, (await carried).status]).toEqual([200, 200]);
    expect((await Promise.all(more)).filter(Boolean)).toEqual(["1", "1"]);
    expect(answered.slice(2)).toEqual(Array(limits.uploadsWaiting - 1).fill(200));
    begun.mockRestore();
  });

  it("would all hold a connection without that (control)", async () => {
    const { one, rowOf } = await openUploads();
    const held = await holdRows(one.device);
    const { device } = one;
    const sent = [1, 2, 3].map((seq) => takeGateRows(stage.site, { device, rows: [rowOf(seq)] }));
    await held.untilWaiting(3);
    await held.go();
    expect(await Promise.all(sent)).toMatchObject(Array(3).fill({ ok: true }));
  });

  it("are counted by their rows, known ones as well, also when the phone was stopped; another phone's are not", async () => {
    const { one, other, rowOf, send } = await openUploads();
    await stopPhone(stage.site, { actor: stage.chief, deviceId: one.device });
    const rows = [rowOf(1), ...Array<number>(limits.rowsPerUpload - 1).fill(0)];
    const most = limits.sentRowsPerPhoneAndMinute / limits.rowsPerUpload;
    for (let n = 0; n < most; n++) expect((await send(...rows)).status).toBe(200);
    const refused = await send(rowOf(1));
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await post("/log", { device: other.device, rows: [other.row] })).status).toBe(200);
    expect((await post("/log", { device: one.device, rows: [rowOf(1)] })).status).toBe(200);
  });
});
