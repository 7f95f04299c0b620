import http from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { drain } from "./drain.ts";

/** A server that answers "quick" to whoever keeps a connection, and how to ask it. */
async function keptBy(agent: http.Agent) {
  const server = http.createServer((_request, answer) => answer.end("quick"));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const ask = (through: http.Agent | false) =>
    new Promise<string>((done) => {
      http
        .get({ agent: through, host: "127.0.0.1", port }, (answer) => {
          answer.resume();
          answer.on("end", () => done(String(answer.headers.connection)));
        })
        .on("error", (error: NodeJS.ErrnoException) => done(String(error.code)));
    });
  expect(await ask(agent)).toBe("keep-alive");
  return { server, ask };
}

it("answers one more request on a connection that a proxy keeps, though the door is shut (F50)", async () => {
  const agent = new http.Agent({ keepAlive: true });
  const { server, ask } = await keptBy(agent);
  const drained = drain(server, { lingerMs: 0, keptMs: 60_000 });
  await expect.poll(() => ask(false)).toBe("ECONNREFUSED");
  expect(await ask(agent)).toBe("close");
  // that was the last connection: the minute is not waited for
  await drained;
});

it("ends when a kept connection was silent for long enough (F50)", async () => {
  const agent = new http.Agent({ keepAlive: true });
  const { server, ask } = await keptBy(agent);
  const begun = performance.now();
  await drain(server, { lingerMs: 0, keptMs: 200 });
  expect(performance.now() - begun).toBeGreaterThan(199);
  expect(await ask(false)).toBe("ECONNREFUSED");
});

it("still answers for a while, as the last on each connection, then takes nobody and ends after the last answer (F50)", async () => {
  let finish = () => {};
  const server = http.createServer((request, answer) => {
    if (request.url === "/slow") finish = () => answer.end("slow");
    else answer.end("quick");
  });
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
  const drained = drain(server, { lingerMs: 300, keptMs: 300 });
  expect(await ask("/")).toBe("close quick");
  await expect.poll(() => ask("/").catch((error) => error.code)).toBe("ECONNREFUSED");
  finish();
  expect(await slow).toMatch(/slow$/);
  await Promise.all([drained, closing]);
  agent.destroy();
});

describe("whoever comes while the door is being shut", () => {
  /** People who come again and again until they find the door shut; resolves to how many of them were cut off. */
  async function cutOff(shut: (server: http.Server) => unknown): Promise<number> {
    const server = http.createServer((_request, answer) => answer.end("quick"));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const come = () =>
      new Promise<string>((done) => {
        http
          .get({ agent: false, host: "127.0.0.1", port }, (answer) => {
            answer.resume();
            answer.on("end", () => done("answered"));
          })
          .on("error", (error: NodeJS.ErrnoException) => done(String(error.code)));
      });
    async function person(): Promise<string> {
      for (;;) {
        await pause(Math.random() * 20);
        const end = await come();
        if (end !== "answered") return end;
      }
    }
    const ends = Promise.all(Array.from({ length: 8 }, person));
    await pause(50 + Math.random() * 20);
    await shut(server);
    return (await ends).filter((end) => end !== "ECONNREFUSED").length;
  }

  it("is answered, or finds it shut (F50)", async () => {
    let cut = 0;
    for (let round = 0; round < 20; round++)
      cut += await cutOff((server) => drain(server, { lingerMs: 0, keptMs: 100 }));
    expect(cut).toBe(0);
  });

  it("is cut off by a door that is shut without looking", async () => {
    let cut = 0;
    for (let round = 0; round < 100 && cut === 0; round++)
      cut += await cutOff((server) => NetServer.prototype.close.call(server, () => {}));
    expect(cut).toBeGreaterThan(0);
  });
});
