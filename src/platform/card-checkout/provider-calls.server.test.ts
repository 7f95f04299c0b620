import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openCallThread } from "./call-thread.server.ts";
import { callClock, steadyClock, steadyMoment } from "./call-turn.server.ts";
import { openProviderCalls, type ProviderCall } from "./provider-calls.server.ts";

let server: Server;
let call: ProviderCall;
const arrived: number[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    arrived.push(callClock());
    if (request.url === "/silent") return;
    if (request.url === "/torn") return request.socket.destroy();
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () =>
      response.writeHead(201, { "x-seen": request.headers["x-asked"] }).end(`ș${body}`),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  call = {
    ...{ protocol: "http", host: "127.0.0.1", port, path: "/", method: "POST" },
    ...{ headers: { "x-asked": "yes" }, body: "ț", timeoutMs: 5000 },
  };
});
beforeEach(() => {
  arrived.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const block = (ms: number) => {
  const until = steadyClock() + ms;
  while (steadyClock() < until);
};
const program = join(import.meta.dirname, "run-call-thread.server.ts");

describe.each([
  ["made here", openProviderCalls],
  ["made in a thread", () => openCallThread(program)],
  ["made here because no thread can begin", () => openCallThread(`${program}.gone`)],
])("a call to the provider, %s,", (_, open) => {
  const calls = open();
  afterAll(() => calls.close());

  it("brings the whole answer", async () => {
    expect(await calls.make(call)).toMatchObject({
      ...{ kind: "answered", status: 201, body: "șț" },
      headers: expect.objectContaining({ "x-seen": "yes" }),
    });
  });

  it("fails when nobody answers in time, and when the connection is torn, and is not made again", async () => {
    const silent = await calls.make({ ...call, path: "/silent", timeoutMs: 100 });
    expect(silent).toMatchObject({ kind: "failed", reason: "No answer within 100 ms" });
    expect(await calls.make({ ...call, path: "/torn" })).toMatchObject({ kind: "failed" });
    expect(await calls.make({ ...call, port: 1 })).toMatchObject({ kind: "failed" });
    expect(arrived).toHaveLength(2);
  });

  it("goes out at its turn and not before", async () => {
    const at = callClock() + 60;
    await calls.make({ ...call, due: { at: steadyMoment(at), mayBeLate: 1000 } });
    // timers count whole milliseconds
    expect(arrived[0]).toBeGreaterThan(at - 2);
  });

  it("does not go out when its turn was missed", async () => {
    const due = { at: steadyClock() - 100, mayBeLate: 31 };
    expect(await calls.make({ ...call, due })).toEqual({ kind: "missed" });
    expect(arrived).toEqual([]);
  });
});

describe("a call in a thread", () => {
  it.each([
    ["is missed by a busy process itself", openProviderCalls, "missed"],
    ["goes out however busy the process is", () => openCallThread(program), "answered"],
  ])("%s", async (_, open, kind) => {
    const calls = open();
    await calls.make(call);
    const made = calls.make({ ...call, due: { at: steadyClock() + 50, mayBeLate: 900 } });
    // the process does nothing else meanwhile, and the call has long gone out or never does
    block(1000);
    expect(await made).toMatchObject({ kind });
    calls.close();
  });

  it("that ends fails, and the next one begins another thread", async () => {
    const calls = openCallThread(program);
    const made = calls.make({ ...call, path: "/silent" });
    await new Promise((resume) => setTimeout(resume, 300));
    calls.close();
    expect(await made).toMatchObject({ kind: "failed" });
    expect(await calls.make(call)).toMatchObject({ kind: "answered" });
    calls.close();
  });

  it("that cannot begin is told of, once, and not while there is one", async () => {
    let told = 0;
    const tell = () => {
      told += 1;
    };
    const without = openCallThread(`${program}.gone`, tell);
    for (let n = 0; n < 2; n += 1) expect(await without.make(call)).toMatchObject({ kind: "answered" });
    expect(told).toBe(1);
    without.close();
    const calls = openCallThread(program, tell);
    expect(await calls.make(call)).toMatchObject({ kind: "answered" });
    calls.close();
    expect(told).toBe(1);
  });
});
