import { Hono } from "hono";
import { expect, it, vi } from "vitest";
import { newId } from "#kernel/id.ts";
import { openDoorStage } from "#test/support/door-stage.ts";
import { phoneAsk, phoneKeys, phoneRow } from "#test/support/gate-phone.ts";
import { readGateList } from "#ticketing/gate/gate-list.ts";
import { invitePhone } from "#ticketing/gate/invite-phone.server.ts";
import { clockText } from "#ticketing/gate/signed-bytes.ts";
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

it("strangers do not get the budget of phones: after some calls they wait, and a network with a phone of ours does not", async () => {
  const { keys, device } = await stage.phone(await stage.gate(await stage.night()));
  const beat = keys.call("beat", { v: 1, device, at: Date.now(), through: 0 });
  const stranger = phoneKeys().call("beat", { v: 1, device: newId(), at: Date.now(), through: 0 });
  const most = limits.strangersGateCallsPerAddressAndMinute;
  const parse = vi.spyOn(JSON, "parse");
  for (const [network, first, then] of [
    ["192.0.2.7", stranger, 429],
    // also where somebody else is there too
    ["192.0.2.8", beat, 401],
  ] as const) {
    address = network;
    await post("/beat", first);
    for (let n = 1; n < most; n++) expect((await post("/beat", stranger)).status).toBe(401);
    parse.mockClear();
    expect((await post("/beat", stranger)).status).toBe(then);
    expect(parse.mock.calls.length > 0).toBe(then === 401);
  }
});
