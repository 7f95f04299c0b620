import type { IncomingMessage, ServerResponse } from "node:http";

const longestBody = 1_000_000;

/** Serves an answer that is a function of a request over node's HTTP; an answer that breaks closes the connection. */
export async function answerWith(
  answer: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  try {
    const response = await answer(await requestOf(incoming));
    const body = Buffer.from(await response.arrayBuffer());
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.end(incoming.method === "HEAD" ? undefined : body);
  } catch {
    incoming.socket.destroy();
  }
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > longestBody) throw new Error("The request is too large");
    chunks.push(bytes);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  const { method = "GET", url = "/" } = incoming;
  const body = method === "GET" || method === "HEAD" ? undefined : Buffer.concat(chunks);
  return new Request(new URL(url, "http://127.0.0.1"), { method, headers, ...(body ? { body } : {}) });
}
