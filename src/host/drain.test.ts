import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { prepareDrain } from "./drain.ts";

it("answers for a while, as the last on each connection, then accepts no connection and ends after the last answer (F50)", async () => {
  let finish = () => {};
  const server = http.createServer((request, answer) => {
    if (request.url === "/slow") finish = () => answer.end("slow");
    else answer.end("quick");
  });
  const drain = prepareDrain(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true });
  const ask = (path: string) =>
    new Promise<string>((done, failed) => {
      const request = http.get({ agent, host: "127.0.0.1", port, path }, (answer) => {
        let text = `${answer.headers.connection} `;
        answer.on("data", (part) => (text += part));
        answer.on("end", () => done(text));
      });
      request.on("error", failed);
    });
  expect(await ask("/")).toBe("keep-alive quick");
  const arrived = new Promise((resolve) => server.once("request", resolve));
  const slow = ask("/slow");
  await arrived;

  const closing = new Promise<void>((closed) => server.once("close", closed));
  const drained = drain(300);
  expect(await ask("/")).toBe("close quick");
  await expect.poll(() => ask("/").catch((error) => error.code)).toBe("ECONNREFUSED");
  finish();
  expect(await slow).toMatch(/slow$/);
  await Promise.all([drained, closing]);
  agent.destroy();
});

it("closes idle connections and waits for none of them (F50)", async () => {
  const server = http.createServer((_request, answer) => answer.end("quick"));
  const drain = prepareDrain(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true });
  await new Promise((done) =>
    http.get({ agent, host: "127.0.0.1", port }, (answer) => answer.resume().on("end", done)),
  );
  // Node itself would keep an idle connection for ever
  server.keepAliveTimeout = 0;
  await drain(0);
  agent.destroy();
});

it("waits for no connection that never sent a request, or only a part of its head (F50)", async () => {
  const server = http.createServer((_request, answer) => answer.end("quick"));
  const drain = prepareDrain(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const connections = ["", "GET / HTTP/1.1\r\nHost: a"].map((head) => {
    const connection = connect(port, "127.0.0.1", () => connection.write(head));
    return new Promise((closed) => connection.on("error", () => {}).once("close", closed));
  });
  await expect.poll(() => new Promise((told) => server.getConnections((_, n) => told(n)))).toBe(2);
  await drain(0);
  await Promise.all(connections);
});
