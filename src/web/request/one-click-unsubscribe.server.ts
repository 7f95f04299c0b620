import { parseForm } from "./parse-form.server.ts";
import { readBytes } from "./read-json.server.ts";

const address = "/newsletter/unsubscribe";

const oneClick = ["List-Unsubscribe", "One-Click"];

/** Largest body in bytes. It has one short field, perhaps in a multipart body. */
const most = 1024;

/**
 * Returns the request of a mail program that unsubscribes with one click (RFC 8058): a POST with exactly one field.
 * The returned request has no cookies, so only the token in its address decides. Undefined for every other request,
 * whose body may already be read.
 */
export async function oneClickUnsubscribe(request: Request): Promise<Request | undefined> {
  if (request.method !== "POST" || new URL(request.url).pathname !== address) return undefined;
  const kind = request.headers.get("content-type") ?? "";
  const body = await readBytes(request, most);
  if (!body || !(await isOneClick(body, kind))) return undefined;
  return new Request(request.url, { method: "POST", body: new URLSearchParams([oneClick]) });
}

async function isOneClick(body: Buffer<ArrayBuffer>, kind: string): Promise<boolean> {
  const read = await parseForm(body, { kind, mostFields: 1 });
  const fields = read.ok ? [...read.value] : [];
  return fields.length === 1 && fields[0]?.join() === oneClick.join();
}
