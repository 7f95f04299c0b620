import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { cleanedText } from "#kernel/typed-text.ts";
import { limits } from "#ticketing/limits.ts";
import { parseForm } from "./parse-form.server.ts";
import { readBytes } from "./read-json.server.ts";
import { requestTexts } from "./request-texts.ts";

type FormRefusal = { readonly status: 400 | 413 | 415; readonly sentence: string };

/**
 * Reads a whole form before an action sees it, and returns the same request with the checked fields. Refuses other
 * content types than the two of forms, and texts with a NUL, which the database cannot store. Texts are cleaned by
 * `cleanedText`; a password stays as it came, because it is only hashed.
 */
export async function checkedForm(
  request: Request,
  mostBytes: number = limits.visitorFormBytes,
): Promise<Outcome<Request, FormRefusal>> {
  const body = await readBytes(request, mostBytes);
  if (!body) return refused({ status: 413, sentence: requestTexts.formTooLarge });
  const headers = new Headers(request.headers);
  // an empty form is also a form, whatever its content type says
  if (body.length === 0) headers.set("content-type", "application/x-www-form-urlencoded");
  const init = { method: request.method, headers, signal: request.signal, body };
  if (body.length === 0) return done(new Request(request.url, init));
  const kind = headers.get("content-type") ?? "";
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data) *(?:;|$)/i.test(kind))
    return refused({ status: 415, sentence: "Trimite cererea ca formular." });
  const read = await parseForm(body, { kind, mostParts: limits.formParts });
  if (!read.ok) return read;
  const form = /urlencoded/i.test(kind) ? new URLSearchParams() : new FormData();
  for (const [name, value] of read.value) {
    const isPassword = name.includes("password");
    if (typeof value === "string" && !isPassword && `${name}${value}`.includes("\0"))
      return refused({ status: 400, sentence: requestTexts.formUnreadable });
    if (typeof value === "string") form.append(name, isPassword ? value : cleanedText(value));
    else if (form instanceof FormData) form.append(name, value);
  }
  headers.delete("content-type");
  headers.delete("content-length");
  return done(new Request(request.url, { ...init, body: form }));
}
