import http from "node:http";
import https from "node:https";

/** One request to the card provider. */
export type ProviderCall = {
  readonly protocol: "http" | "https";
  readonly host: string;
  readonly port: string | number;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Longest wait for the whole answer, in milliseconds from when it was sent. */
  readonly timeoutMs: number;
};

export type ProviderReply =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[]>>;
      readonly body: string;
      /** How long the call took, in milliseconds. */
      readonly took: number;
    }
  | { readonly kind: "failed"; readonly reason: string; readonly took: number };

export type ProviderCalls = ReturnType<typeof openProviderCalls>;

/**
 * Calls to the card provider, each sent once: a torn connection is never repeated behind our back, because our attempts
 * must know what was sent. Idle connections are given up before the other side does it.
 */
export function openProviderCalls() {
  // Agent `timeout` closes idle sockets; a request in flight has its own deadline instead
  const agents = {
    http: new http.Agent({ keepAlive: true, timeout: 4_000 }),
    https: new https.Agent({ keepAlive: true, timeout: 4_000 }),
  };
  return {
    make: (call: ProviderCall) => send(call, agents),
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function send(call: ProviderCall, agents: { http: http.Agent; https: https.Agent }): Promise<ProviderReply> {
  const startedAt = performance.now();
  const { protocol, host, port, path, method, headers, body, timeoutMs } = call;
  const requestOptions = { host, port, path, method, headers: { ...headers } };
  return new Promise((resolve) => {
    const request =
      protocol === "http"
        ? http.request({ ...requestOptions, agent: agents.http })
        : https.request({ ...requestOptions, agent: agents.https });
    // a socket's own timeout starts again with every byte; this one does not
    const deadline = setTimeout(
      () => request.destroy(new Error(`No answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const fail = ({ message }: Error) => {
      clearTimeout(deadline);
      resolve({ kind: "failed", reason: message, took: performance.now() - startedAt });
    };
    request.once("error", fail);
    request.once("response", (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.once("error", fail);
      response.once("end", () => {
        clearTimeout(deadline);
        resolve({
          kind: "answered",
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string | string[]>,
          body: Buffer.concat(parts).toString("utf8"),
          took: performance.now() - startedAt,
        });
      });
    });
    request.end(body);
  });
}
