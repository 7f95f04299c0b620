/**
 * `node run-small-proxy.ts '{"port":0,"upstreams":[3001,3002]}'`: one address before several processes of this machine,
 * in turns. One that refuses the connection is passed over; one that breaks off in the middle is a 502, as with
 * any proxy, because nobody can know what it had done. Prints its port.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";

const { port, upstreams } = JSON.parse(process.argv[2] ?? "{}") as { port: number; upstreams: number[] };
// a connection for each request, as nginx does unless told otherwise: a kept one may close just when it is used
const agent = new http.Agent({ keepAlive: false });
let turn = 0;

const server = http.createServer((incoming, outgoing) => {
  const parts: Buffer[] = [];
  incoming.on("data", (part: Buffer) => parts.push(part));
  incoming.on("end", () => pass(incoming, Buffer.concat(parts), outgoing, upstreams.length));
});

function pass(
  incoming: http.IncomingMessage,
  body: Buffer,
  outgoing: http.ServerResponse,
  triesLeft: number,
): void {
  turn += 1;
  const { method = "GET", url = "/", headers } = incoming;
  const upstream = upstreams[turn % upstreams.length] as number;
  const request = http.request(
    { agent, host: "127.0.0.1", port: upstream, method, path: url, headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", () => outgoing.destroy());
      answer.pipe(outgoing);
    },
  );
  request.on("error", (error: NodeJS.ErrnoException) => {
    if (outgoing.headersSent) outgoing.destroy();
    // what was never taken may go to another; so may what changes nothing
    else if (triesLeft > 1 && (error.code === "ECONNREFUSED" || method === "GET"))
      pass(incoming, body, outgoing, triesLeft - 1);
    else outgoing.writeHead(502).end();
  });
  request.end(body);
}

server.listen(port, "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`),
);
process.once("SIGTERM", () => process.exit(0));
