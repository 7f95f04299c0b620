import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { endSlowBodies } from "./slow-bodies.ts";

const server = createServer(async (incoming, outgoing) => {
  endSlowBodies(incoming, outgoing, { shortestMs: 1000 });
  try {
    let bytes = 0;
    for await (const part of incoming) bytes += (part as Buffer).length;
    outgoing.end(`${bytes} bytes`);
  } catch {
    // the server cut it off
  }
});
await once(server.listen(0, "127.0.0.1"), "listening");
afterAll(() => server.close());

/** Sends a head, then a byte every 50 ms until the server cuts it off or `bytes` are sent. Returns the answer. */
async function trickle(head: string, bytes: number, everyMs = 50): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let answer = "";
  let open = true;
  socket.on("data", (part) => (answer += part));
  socket.on("error", () => {});
  socket.on("close", () => (open = false));
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
  for (let sent = 0; sent < bytes && open; sent++) {
    await pause(everyMs);
    if (open) socket.write(head.includes("chunked") ? "1\r\nx\r\n" : "x");
  }
  for (let waited = 0; waited < 8 && !answer.includes("200 OK") && open; waited++) await pause(50);
  const end = open ? "" : "(closed)";
  socket.destroy();
  return answer + end;
}

it.each(["Content-Length: 100", "Transfer-Encoding: chunked"])(
  "nobody keeps a connection by sending a byte now and then (%s)",
  async (head) => {
    expect(await trickle(head, 100)).toMatch(/^HTTP\/1\.1 408 [\s\S]*\(closed\)$/);
  },
);

it("a longer body has more time, by its length", async () => {
  // 32 KB a second: far more than the shortest time, which is over when the test looks
  expect(await trickle("Content-Length: 3276800", 12, 100)).toBe("");
  expect(await trickle("Content-Length: 5", 5, 10)).toContain("5 bytes");
});
