import crypto, { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "s3rver";
import type { BucketSettings } from "#platform/storage/picture-bucket.server.ts";

const { createCipheriv, createDecipheriv } = crypto;

/**
 * s3rver hides where the next page of a list begins in DES, which OpenSSL has no longer. Triple DES with one key three
 * times is the same cipher.
 */
const withDes =
  (make: (name: string, key: Buffer, iv: Buffer) => unknown) => (name: string, key: Buffer, iv: Buffer) =>
    name === "des" ? make("des-ede3-cbc", Buffer.concat([key, key, key]), iv) : make(name, key, iv);
Object.assign(crypto, {
  createCipheriv: withDes(createCipheriv),
  createDecipheriv: withDes(createDecipheriv),
});

/** What happens to requests on their way to the service. `times`: to so many of them, else to all. */
export type BucketFault = (
  | { readonly kind: "refused"; readonly status: number; readonly code: string }
  /** No answer for so many milliseconds. */
  | { readonly kind: "slow"; readonly ms: number }
  /** Half of the request arrives, then the connection ends. */
  | { readonly kind: "upload cut" }
  /** Half of the answer arrives, then the connection ends. */
  | { readonly kind: "download cut" }
  /** Half of the answer arrives, then nothing, and the connection stays. */
  | { readonly kind: "download stalled" }
) & { readonly times?: number; readonly method?: string };

export type SeenCall = {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  /** Whether its Content-MD5 is that of its body. */
  readonly isWhole: boolean;
};

/**
 * An S3 service that nobody here wrote (s3rver), behind a proxy that breaks what it is told to. Its bucket is empty, and its
 * files lie in a folder that `close` removes. Other than real services it compares no secret and no checksum, and keeps
 * a part of an upload that breaks off.
 */
export async function startBucketService() {
  const directory = mkdtempSync(join(tmpdir(), "estival-bucket-"));
  const server = new S3rver({
    ...{ address: "127.0.0.1", port: 0, silent: true, directory },
    configureBuckets: [{ name: "pictures" }],
  });
  const { port } = await server.run();
  const seen: SeenCall[] = [];
  let fault: (BucketFault & { left: number }) | undefined;

  function faultOf(method: string): BucketFault | undefined {
    if (!fault || fault.left === 0 || (fault.method && fault.method !== method)) return undefined;
    fault.left -= 1;
    return fault;
  }

  async function answer(incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers, rawHeaders } = incoming;
    const body = await buffer(incoming);
    const sum = createHash("md5").update(body).digest("base64");
    seen.push({ method, path: url, headers, isWhole: headers["content-md5"] === sum });
    const now = faultOf(method);
    if (now?.kind === "refused") {
      outgoing.writeHead(now.status, { "content-type": "application/xml" });
      outgoing.end(`<?xml version="1.0"?><Error><Code>${now.code}</Code><Message>no</Message></Error>`);
      return;
    }
    if (now?.kind === "slow") await pauseOf(now.ms, incoming);
    if (now?.kind === "upload cut") {
      sendHalf({ method, url, rawHeaders }, body);
      incoming.socket.destroy();
      return;
    }
    const asked = http.request({ host: "127.0.0.1", port, method, path: url, headers: rawHeaders });
    asked.on("error", () => outgoing.destroy());
    asked.on("response", async (found) => {
      const bytes = await buffer(found);
      outgoing.writeHead(found.statusCode ?? 502, found.rawHeaders);
      const half = bytes.subarray(0, bytes.length / 2);
      if (now?.kind === "download cut") outgoing.write(half, () => outgoing.destroy());
      else if (now?.kind === "download stalled") outgoing.write(half);
      else outgoing.end(bytes);
    });
    asked.end(body);
  }

  /** Ends early when the one who asked does not wait any longer. */
  function pauseOf(ms: number, { socket }: http.IncomingMessage): Promise<void> {
    return new Promise((resume) => {
      const timer = setTimeout(resume, ms);
      socket.once("close", () => clearTimeout(timer));
    });
  }

  /** As if the line had broken: the service itself sees the beginning of the request. */
  function sendHalf(
    { method, url, rawHeaders }: { method: string; url: string; rawHeaders: string[] },
    body: Buffer,
  ): void {
    const lines = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${rawHeaders[at + 1]}`]));
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`${method} ${url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      socket.write(body.subarray(0, body.length / 2), () => socket.destroy());
    });
    socket.on("error", () => {});
  }

  const proxy = http.createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const settings: BucketSettings = {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    bucket: "pictures",
    region: "us-east-1",
    // the only account that it knows
    keyId: "S3RVER",
    secretKey: "S3RVER",
  };
  return {
    settings,
    /** For a site or a command of its own. */
    environment: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.keyId,
      S3_SECRET_ACCESS_KEY: settings.secretKey,
    },
    /** Every request so far, oldest first. */
    seen,
    /** From now on; without one every request passes. */
    breakWith(next?: BucketFault): void {
      fault = next && { ...next, left: next.times ?? Number.POSITIVE_INFINITY };
    },
    async close(): Promise<void> {
      proxy.closeAllConnections();
      await new Promise((closed) => proxy.close(closed));
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
