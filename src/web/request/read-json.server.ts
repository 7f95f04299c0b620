import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { cleanedText } from "#kernel/typed-text.ts";
import { limits } from "#ticketing/limits.ts";
import { repeatsAKey } from "./repeated-keys.ts";
import { requestTexts } from "./request-texts.ts";

type JsonRefusal = { readonly status: 400 | 413 | 415; readonly sentence: string };

/**
 * Reads a JSON body of at most 64 KB. Accepts application/json only, so that no form of another site can send it.
 * Refuses a repeated field. Texts are cleaned by `cleanedText`; a password stays as it came.
 */
export function readJson(request: Request): Promise<Outcome<unknown, JsonRefusal>> {
  return readBounded(request, limits.jsonBytes, (key, value) =>
    typeof value === "string" && !key.includes("password") ? cleanedText(value) : value,
  );
}

/** Reads the body of a gate phone. Its texts stay unchanged, because the phone signed them. */
export function readSignedJson(request: Request, mostBytes: number): Promise<Outcome<unknown, JsonRefusal>> {
  return readBounded(request, mostBytes);
}

async function readBounded(
  request: Request,
  mostBytes: number,
  revive?: (key: string, value: unknown) => unknown,
): Promise<Outcome<unknown, JsonRefusal>> {
  if (!/^application\/json(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    return refused({ status: 415, sentence: "Trimite cererea ca application/json." });
  }
  const text = await readText(request, mostBytes);
  if (text === undefined) return refused({ status: 413, sentence: requestTexts.tooLarge });
  const unreadable = refused({ status: 400, sentence: requestTexts.unreadable } as const);
  if (!isBounded(text)) return unreadable;
  try {
    const value: unknown = JSON.parse(text, revive);
    return repeatsAKey(text) ? unreadable : done(value);
  } catch {
    return unreadable;
  }
}

/** Counts the tokens before parsing, because parsing time depends on tokens, not on bytes. */
function isBounded(json: string): boolean {
  let [tokens, depth, isInText] = [0, 0, false];
  for (let at = 0; at < json.length; at++) {
    const letter = json.charAt(at);
    if (isInText && letter === "\\") at += 1;
    else if (letter === '"') isInText = !isInText;
    else if (!isInText && "{}[],:".includes(letter)) {
      tokens += 1;
      if ("{[".includes(letter)) depth += 1;
      else if ("}]".includes(letter)) depth -= 1;
      if (tokens > limits.jsonTokens || depth > limits.jsonDepth) return false;
    }
  }
  return true;
}

async function readText(request: Request, most: number): Promise<string | undefined> {
  // the HTTP parser enforces Content-Length, and `request.text()` is several times faster
  const length = request.headers.get("content-length");
  if (length !== null) return Number(length) > most ? undefined : request.text();
  return (await readBytes(request, most))?.toString("utf8");
}

/** Returns the raw body; undefined as soon as it is longer than `most` bytes. */
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
