import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openProviderCalls, type ProviderCall } from "./provider-calls.server.ts";

let server: Server;
let call: ProviderCall;
let arrived = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    arrived += 1;
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
    protocol: "http",
    host: "127.0.0.1",
    port,
    path: "/",
    method: "POST",
    headers: { "x-asked": "yes" },
    body: "ț",
    timeoutMs: 5000,
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe("a call to the provider", () => {
  const calls = openProviderCalls();
  afterAll(() => calls.close());

  it("brings the whole answer", async () => {
    expect(await calls.make(call)).toMatchObject({
      kind: "answered",
      status: 201,
      body: "șț",
      headers: expect.objectContaining({ "x-seen": "yes" }),
    });
  });

  it("fails when nobody answers in time, and when the connection is torn, and is not made again", async () => {
    arrived = 0;
    const silent = await calls.make({ ...call, path: "/silent", timeoutMs: 100 });
    expect(silent).toMatchObject({ kind: "failed", reason: "No answer within 100 ms" });
    expect(await calls.make({ ...call, path: "/torn" })).toMatchObject({ kind: "failed" });
    expect(await calls.make({ ...call, port: 1 })).toMatchObject({ kind: "failed" });
    expect(arrived).toBe(2);
  });
});
