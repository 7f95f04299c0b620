import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { openSourceSite } from "#test/support/source-site.ts";
import { endUnreadAnswers } from "./unread-answers.ts";

const { origin } = await openSourceSite();
const portOfSite = Number(new URL(origin).port);

/** Sends the same request many times at once and reads to the end of the connection. */
async function pipelined(port: number, times: number): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  const one = `GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`;
  socket.write(`${`${one}\r\n`.repeat(times - 1)}${one}connection: close\r\n\r\n`);
  let read = "";
  socket.on("data", (part) => {
    read += part.toString("latin1");
  });
  await once(socket, "close");
  return read;
}

it("a connection that asks on without reading is ended after few requests (one kind: work whose answer nobody reads)", async () => {
  let begun = 0;
  const server = createServer((incoming, outgoing) => {
    // no answer ends, as when nobody reads
    if (!endUnreadAnswers(incoming, outgoing)) begun += 1;
    if (begun > 8) incoming.socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await Promise.all([pipelined(port, 200), pipelined(port, 200)]);
  expect(begun).toBe(8);
  server.close();
});

it("the site ends such a connection, too", async () => {
  expect((await pipelined(portOfSite, 200)).split("HTTP/1.1 200").length - 1).toBeLessThan(5);
});

it("a connection that is kept for one request after the other is served as long as it likes", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  for (let n = 0; n < 30; n += 1) {
    const asked = request(`${origin}/healthz`, { agent });
    asked.end();
    const [answer] = await once(asked, "response");
    expect(answer.statusCode).toBe(200);
    ports.add(answer.socket.localPort);
    await once(answer.resume(), "end");
  }
  expect(ports.size).toBe(1);
  agent.destroy();
});
