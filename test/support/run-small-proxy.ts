/**
 * `node run-small-proxy.ts '{"port":0,"upstreams":[3001,3002]}'`: one address before several processes of this machine,
 * in turns. It checks the health of each and skips those that are not well. One that refuses the connection is skipped
 * too; one that breaks off before it answered is a 502, as with any proxy, unless the request changes nothing: nobody
 * can know what it had done. Prints its port.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";

const { port, upstreams } = JSON.parse(process.argv[2] ?? "{}") as { port: number; upstreams: number[] };
const askHealthEveryMs = 100;
// kept for four seconds, as docs/operations.md advises: the site keeps a connection longer than that, even when it ends
const agent = new http.Agent({ keepAlive: true, timeout: 4000, maxFreeSockets: 256 });
const unwell = new Set<number>();
let turn = 0;

const server = http.createServer((incoming, outgoing) =>
  whole(incoming, (body) => pass(incoming, body, outgoing, inTurn())),
);

/** Requests and answers are small: each is handed on whole, by one write. */
function whole(message: http.IncomingMessage, then: (body: Buffer | undefined) => void): void {
  const parts: Buffer[] = [];
  message.on("data", (part: Buffer) => parts.push(part));
  message.on("end", () => then(parts.length > 1 ? Buffer.concat(parts) : parts[0]));
}

/** Those who are well, the next in turn first; everybody when nobody is. */
function inTurn(): number[] {
  const well = upstreams.filter((upstream) => !unwell.has(upstream));
  const able = well.length > 0 ? well : upstreams;
  turn += 1;
  const from = turn % able.length;
  return [...able.slice(from), ...able.slice(0, from)];
}

function pass(
  incoming: http.IncomingMessage,
  body: Buffer | undefined,
  outgoing: http.ServerResponse,
  [upstream, ...others]: number[],
): void {
  const { method = "GET", url = "/", rawHeaders: headers } = incoming;
  const failed = (error: NodeJS.ErrnoException) => {
    const isTaken = error.code !== "ECONNREFUSED" && method !== "GET" && method !== "HEAD";
    if (others.length > 0 && !isTaken) pass(incoming, body, outgoing, others);
    else outgoing.writeHead(502).end();
  };
  http
    .request({ agent, host: "127.0.0.1", port: upstream, method, path: url, headers }, (answer) => {
      answer.on("error", failed);
      whole(answer, (text) => outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders).end(text));
    })
    .on("error", failed)
    .end(body);
}

/** Again and again, one question at a time. */
function askHealth(upstream: number): void {
  const judge = (isWell: boolean) => (isWell ? unwell.delete(upstream) : unwell.add(upstream));
  http
    .get({ agent, host: "127.0.0.1", port: upstream, path: "/healthz" }, (answer) => {
      answer.resume();
      judge(answer.statusCode === 200);
    })
    .on("error", () => judge(false))
    .on("close", () => setTimeout(askHealth, askHealthEveryMs, upstream));
}

for (const upstream of upstreams) askHealth(upstream);
server.listen(port, "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`),
);
process.once("SIGTERM", () => process.exit(0));
process.once("disconnect", () => process.exit(0));
