import http from "node:http";
import { brotliDecompressSync } from "node:zlib";

export type CrowdAnswer = {
  readonly status: number;
  readonly location: string | null;
  readonly retryAfter: number | null;
  readonly text: string;
};

export type CrowdRequest = {
  readonly token?: string;
  /** Where this person comes from, as the proxy before the site says it. */
  readonly address: string;
  readonly json?: object;
  readonly form?: Record<string, string>;
};

/** How many connections a crowd shares: as many as a proxy before the site would keep open. */
const connections = 256;
const patienceMs = 20_000;

/** Requests of many people over a few kept connections; undefined when nobody answered. */
export function openCrowdClient(origin: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);
  // pages by their version: as many browsers read one, it is unpacked once
  const pages = new Map<string, string>();

  function textOf({ headers }: http.IncomingMessage, parts: readonly Buffer[]): string {
    const version = headers.etag ?? "";
    if (headers["content-encoding"] !== "br") return Buffer.concat(parts).toString("utf8");
    const known = version === "" ? undefined : pages.get(version);
    if (known !== undefined) return known;
    const text = brotliDecompressSync(Buffer.concat(parts)).toString("utf8");
    if (version !== "") pages.set(version, text);
    return text;
  }

  function ask(
    method: "GET" | "POST",
    path: string,
    { token, address, json, form }: CrowdRequest,
  ): Promise<CrowdAnswer | undefined> {
    const body = json ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : undefined;
    const type = json ? "application/json" : "application/x-www-form-urlencoded";
    const headers: http.OutgoingHttpHeaders = {
      "x-forwarded-for": address,
      "accept-encoding": "br",
      ...(token ? { cookie: `session=${token}` } : {}),
      ...(body === undefined
        ? {}
        : { "content-type": type, "content-length": Buffer.byteLength(body), origin }),
    };
    return new Promise((resolve) => {
      const request = http.request({ agent, hostname, port, path, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", () => resolve(undefined));
        response.on("close", () => resolve(undefined));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? null,
            retryAfter: Number(response.headers["retry-after"]) || null,
            text: textOf(response, parts),
          }),
        );
      });
      request.setTimeout(patienceMs, () => request.destroy());
      request.on("error", () => resolve(undefined));
      request.end(body);
    });
  }

  return { ask, close: () => agent.destroy() };
}

export type CrowdClient = ReturnType<typeof openCrowdClient>;
