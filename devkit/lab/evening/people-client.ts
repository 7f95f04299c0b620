import http from "node:http";
import { text } from "node:stream/consumers";

/** What the site answered; pages come as plain text, which costs the clients nothing to unpack. */
type PeopleAnswer = {
  readonly status: number;
  readonly location: string | null;
  readonly retryAfter: number | null;
  readonly text: string;
};

type PeopleRequest = {
  readonly token?: string;
  /** Where this person comes from, as the proxy before the site says it. */
  readonly address: string;
  readonly json?: object;
  readonly form?: Record<string, string>;
};

/** How many connections all share: as many as a proxy before the site would keep open. */
const connections = 256;
const timeoutMs = 20_000;

/** Requests of many people over a few kept connections; undefined when nobody answered. */
export function openPeopleClient(origin: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);

  function ask(
    method: "GET" | "POST",
    path: string,
    { token, address, json, form }: PeopleRequest,
  ): Promise<PeopleAnswer | undefined> {
    const body = json ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : undefined;
    const type = json ? "application/json" : "application/x-www-form-urlencoded";
    const headers: http.OutgoingHttpHeaders = {
      "x-forwarded-for": address,
      ...(token ? { cookie: `session=${token}` } : {}),
      ...(body === undefined
        ? {}
        : { "content-type": type, "content-length": Buffer.byteLength(body), origin }),
    };
    return new Promise((resolve) => {
      const request = http.request({ agent, hostname, port, path, method, headers }, (response) => {
        text(response).then(
          (body) =>
            resolve({
              status: response.statusCode ?? 0,
              location: response.headers.location ?? null,
              retryAfter: Number(response.headers["retry-after"]) || null,
              text: body,
            }),
          () => resolve(undefined),
        );
      });
      request.setTimeout(timeoutMs, () => request.destroy());
      request.on("error", () => resolve(undefined));
      request.end(body);
    });
  }

  return { ask, close: () => agent.destroy() };
}

export type PeopleClient = ReturnType<typeof openPeopleClient>;
