import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { typed } from "#kernel/typed-text.ts";
import { limits } from "#ticketing/limits.ts";
import { repeatsAKey } from "./repeated-keys.ts";
import { requestTexts } from "./request-texts.ts";

type JsonRefusal = { readonly status: 400 | 413 | 415; readonly sentence: string };

/**
 * Reads a JSON body: application/json only (so that no form of another site can send it), 64 KB, no field twice, its texts
 * as `typed` writes them; a password is taken as it came.
 */
export async function readJson(request: Request): Promise<Outcome<unknown, JsonRefusal>> {
  if (!/^application\/json(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    return refused({ status: 415, sentence: "Trimite cererea ca application/json." });
  }
  const text = await readText(request, limits.jsonBytes);
  if (text === undefined) return refused({ status: 413, sentence: requestTexts.tooLarge });
  const unreadable = refused({ status: 400, sentence: requestTexts.unreadable } as const);
  try {
    const value: unknown = JSON.parse(text, (key, value) =>
      typeof value === "string" && !key.includes("password") ? typed(value) : value,
    );
    return repeatsAKey(text) ? unreadable : done(value);
  } catch {
    return unreadable;
  }
}

async function readText(request: Request, most: number): Promise<string | undefined> {
  // the HTTP parser enforces a stated length, and this way to the text is several times faster
  const length = request.headers.get("content-length");
  if (length !== null) return Number(length) > most ? undefined : request.text();
  return (await readBytes(request, most))?.toString("utf8");
}

/** The raw body, or undefined as soon as it is longer than `most` bytes. */
export async function readBytes(request: Request, most: number): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > most) return undefined;
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
