import { buffer } from "node:stream/consumers";
import { namedFile } from "#kernel/named-file.ts";
import { byteOrderMark, type DataTable, isFileForm } from "#ticketing/reports/file-table.ts";
import { writeTables } from "#ticketing/reports/write-file.server.ts";
import { requestTexts } from "./request-texts.ts";

/** The types of files that are tables or documents. */
export const fileTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
} as const;

const ofOne = { "cache-control": "private, no-store", "x-robots-tag": "noindex" };

/**
 * A link on another site, or on a sibling of our domain, sends the session cookie too: its 403, to be asked for before a
 * download is made. A program that says nothing has no cookie by accident.
 */
export function refusalElsewhere({ headers }: Pick<Request, "headers">): Response | undefined {
  const from = headers.get("sec-fetch-site") ?? "none";
  if (from === "same-origin" || from === "none") return undefined;
  const headersOfRefusal = { ...ofOne, "content-type": "text/plain; charset=utf-8" };
  return new Response(requestTexts.fileFromElsewhere, { status: 403, headers: headersOfRefusal });
}

/** A file that belongs to one person, or to few: not cached, and not for search engines; a download if it has a name. */
export function privateFile(body: string | Uint8Array<ArrayBuffer>, type: string, name?: string): Response {
  const headers = new Headers({ ...ofOne, "content-type": type });
  if (name !== undefined) headers.set("content-disposition", namedFile(name));
  return new Response(body, { headers });
}

/** A table as this person's file of this form, "xlsx" or "csv"; 404 for another, 503 while too many are being made. */
export async function tableFile(
  site: Parameters<typeof writeTables>[0],
  actor: Parameters<typeof writeTables>[1]["actor"],
  table: DataTable,
  form: string,
  name: string,
): Promise<Response> {
  if (!isFileForm(form)) return new Response(null, { status: 404 });
  const written = await writeTables(site, { actor, as: form }, [table]);
  if (!written.ok) return new Response(null, { status: 503, headers: { "retry-after": "5" } });
  const bytes = Buffer.concat([
    Buffer.from(form === "csv" ? byteOrderMark : ""),
    await buffer(written.value),
  ]);
  return privateFile(bytes, fileTypes[form], `${name}.${form}`);
}
