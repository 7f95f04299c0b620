import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { BucketSettings } from "#platform/storage/picture-bucket.server.ts";
import { openBucketDouble } from "./bucket-double.ts";

/** What happens to requests on their way to the service. `times`: to so many of them, else to all. */
export type BucketFault = (
  | { readonly kind: "refused"; readonly status: number; readonly code: string }
  /** No answer for so many milliseconds. */
  | { readonly kind: "slow"; readonly ms: number }
  /** The connection ends before the whole request arrived. */
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

/** An S3 service with an empty bucket, which breaks what it is told to. */
export async function startBucketService() {
  const bucket = openBucketDouble("pictures", "pictures-of-tests");
  const seen: SeenCall[] = [];
  let fault: (BucketFault & { left: number }) | undefined;

  function faultOf(method: string): BucketFault | undefined {
    if (!fault || fault.left === 0 || (fault.method && fault.method !== method)) return undefined;
    fault.left -= 1;
    return fault;
  }

  async function answer(incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = incoming;
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
      // the service saw the beginning alone, and keeps nothing of it
      incoming.socket.destroy();
      return;
    }
    const found = bucket.answer({ method, path: url, headers, body });
    const bytes = Buffer.from(found.body ?? "");
    outgoing.writeHead(found.status, { ...found.headers, "content-length": bytes.length });
    const half = bytes.subarray(0, bytes.length / 2);
    if (now?.kind === "download cut") outgoing.write(half, () => outgoing.destroy());
    else if (now?.kind === "download stalled") outgoing.write(half);
    else outgoing.end(bytes);
  }

  /** Ends early when the one who asked does not wait any longer. */
  function pauseOf(ms: number, { socket }: http.IncomingMessage): Promise<void> {
    return new Promise((resume) => {
      const timer = setTimeout(resume, ms);
      socket.once("close", () => clearTimeout(timer));
    });
  }

  const server = http.createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const settings: BucketSettings = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: "pictures",
    region: "us-east-1",
    keyId: "pictures-of-tests",
    secretKey: "secret-of-tests",
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
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
