import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { cleanedText } from "#kernel/typed-text.ts";
import { limits } from "#ticketing/limits.ts";
import { parseForm } from "./parse-form.server.ts";
import { readBytes } from "./read-json.server.ts";
import { requestTexts } from "./request-texts.ts";

type FormRefusal = { readonly status: number; readonly sentence: string };

/** The same request with the checked fields, for an action. */
export type CheckedForm = Outcome<Request, FormRefusal>;

/** A form whose bytes have come. Parsing and cleaning them is work, for which a network waits its turn. */
export type ReceivedForm = Outcome<() => Promise<CheckedForm>, FormRefusal>;

const most = {
  team: { bytes: limits.formBytes, fields: limits.formFields },
  visitor: { bytes: limits.visitorFormBytes, fields: limits.visitorFormFields },
} as const;

/** Receives a form without files, and refuses every other content type. */
export async function receiveForm(request: Request, sender: keyof typeof most): Promise<ReceivedForm> {
  const body = await readBytes(request, most[sender].bytes);
  if (!body) return refused({ status: 413, sentence: requestTexts.formTooLarge });
  // an empty form is also a form, whatever its content type says
  if (body.length === 0) return withoutFields(request);
  const kind = request.headers.get("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded *(?:;|$)/i.test(kind))
    return refused({ status: 415, sentence: "Trimite cererea ca formular." });
  return done(async () => {
    const read = await parseForm(body, { kind, mostFields: most[sender].fields });
    return read.ok ? checkedForm(request, read.value) : read;
  });
}

/** A form whose body is not read. */
export const withoutFields = (request: Request): ReceivedForm =>
  done(async () => checkedForm(request, new URLSearchParams()));

/**
 * Refuses texts with a NUL, which the database cannot store. Texts are cleaned by `cleanedText`; a password stays as it
 * came, because it is only hashed.
 */
export function checkedForm(request: Request, fields: FormData | URLSearchParams): CheckedForm {
  const body = new URLSearchParams();
  for (const [name, value] of fields) {
    if (typeof value !== "string") continue;
    const isPassword = name.includes("password");
    if (!isPassword && `${name}${value}`.includes("\0"))
      return refused({ status: 400, sentence: requestTexts.formUnreadable });
    body.append(name, isPassword ? value : cleanedText(value));
  }
  const headers = new Headers(request.headers);
  for (const name of ["content-type", "content-length", "transfer-encoding"]) headers.delete(name);
  return done(new Request(request.url, { method: request.method, headers, signal: request.signal, body }));
}
