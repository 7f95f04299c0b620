import { request } from "node:http";
import { createServer } from "node:https";
import { selfSigned } from "./self-signed.ts";

/**
 * A proxy before a site, like an operator's: https outside with a certificate of its own, http inside, and the usual
 * headers. Resolves when it listens on this port of localhost.
 */
export async function startTlsProxy(port: number, inside: string): Promise<{ stop(): Promise<void> }> {
  const target = new URL(inside);
  const server = createServer(selfSigned(), (asked, answer) => {
    const passed = request(
      {
        host: target.hostname,
        port: target.port,
        method: asked.method,
        path: asked.url,
        headers: { ...asked.headers, "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" },
      },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      },
    );
    passed.on("error", () => answer.writeHead(502).end());
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(port, "localhost", listening));
  return {
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
