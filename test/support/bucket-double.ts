import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export type BucketCall = {
  readonly method: string;
  /** With the bucket as its first part, and its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};
export type BucketAnswer = {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
};

type Stored = { readonly bytes: Buffer; readonly type: string; readonly since: string };

const xml = (text: string, status = 200): BucketAnswer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: `<?xml version="1.0" encoding="UTF-8"?>${text}`,
});
const error = (status: number, code: string) =>
  xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status);
const readable = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: "amp" | "lt" | "gt" | "quot" | "apos") =>
      ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[name],
  );

/**
 * One bucket of the S3 protocol, in memory: what the site asks of a service, answered as Amazon's documentation says.
 * It knows one key, and compares the sum that the caller states, but no signature.
 */
export function openBucketDouble(bucket: string, keyId: string) {
  const files = new Map<string, Stored>();

  function list(query: URLSearchParams): BucketAnswer {
    const most = Number(query.get("max-keys") ?? 1000);
    const from = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
    const found = [...files]
      .filter(([name]) => name > from && name.startsWith(query.get("prefix") ?? ""))
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const page = found.slice(0, most);
    const rows = page.map(
      ([name, { bytes, since }]) =>
        `<Contents><Key>${name}</Key><LastModified>${since}</LastModified><Size>${bytes.length}</Size></Contents>`,
    );
    const isTruncated = found.length > page.length;
    const next = Buffer.from(page.at(-1)?.[0] ?? "").toString("base64");
    return xml(
      `<ListBucketResult><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>` +
        `${isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ""}${rows.join("")}</ListBucketResult>`,
    );
  }

  return {
    answer({ method, path, headers, body }: BucketCall): BucketAnswer {
      const url = new URL(path, "http://bucket.example");
      const [, first, ...rest] = url.pathname.split("/").map(decodeURIComponent);
      if (!headers.authorization?.includes(`Credential=${keyId}/`)) return error(403, "InvalidAccessKeyId");
      if (first !== bucket) return error(404, "NoSuchBucket");
      const name = rest.join("/");
      const sum = headers["content-md5"];
      if (sum !== undefined && sum !== createHash("md5").update(body).digest("base64"))
        return error(400, "BadDigest");
      if (method === "PUT" && name !== "") {
        const type = headers["content-type"] ?? "application/octet-stream";
        files.set(name, { bytes: body, type, since: new Date().toISOString() });
        return { status: 200 };
      }
      if (method === "GET" && name !== "") {
        const found = files.get(name);
        if (!found) return error(404, "NoSuchKey");
        return {
          status: 200,
          headers: { "content-type": found.type, "last-modified": new Date(found.since).toUTCString() },
          body: found.bytes,
        };
      }
      if (method === "GET" && url.searchParams.get("list-type") === "2") return list(url.searchParams);
      if (method === "POST" && url.searchParams.has("delete")) {
        for (const [, key = ""] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g))
          files.delete(readable(key));
        return xml("<DeleteResult></DeleteResult>");
      }
      return error(501, "NotImplemented");
    },
  };
}
