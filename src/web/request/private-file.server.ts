import { buffer } from "node:stream/consumers";
import { namedFile } from "#kernel/named-file.ts";
import { byteOrderMark, type DataTable, isFileForm } from "#ticketing/reports/file-table.ts";
import { writeTables } from "#ticketing/reports/write-file.server.ts";
import { requestTexts } from "./request-texts.ts";

/** Content types of tables and documents. */
export const fileTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
} as const;

const privateHeaders = { "cache-control": "private, no-store", "x-robots-tag": "noindex" };

/**
 * Returns a 403 when a page of another site or of a sibling domain asks for a file, because the browser then sends
 * the session cookie too. Call it before the file is made. A request without Sec-Fetch-Site passes: a program has no
 * cookie by accident.
 */
export function refusalOfOtherSite({ headers }: Pick<Request, "headers">): Response | undefined {
  const from = headers.get("sec-fetch-site") ?? "none";
  if (from === "same-origin" || from === "none") return undefined;
  const headersOfRefusal = { ...privateHeaders, "content-type": "text/plain; charset=utf-8" };
  return new Response(requestTexts.fileFromElsewhere, { status: 403, headers: headersOfRefusal });
}

/** Returns a file for one person or a few: never cached or indexed; a download when it has a name. */
export function privateFile(body: string | Uint8Array<ArrayBuffer>, type: string, name?: string): Response {
  const headers = new Headers({ ...privateHeaders, "content-type": type });
  if (name !== undefined) headers.set("content-disposition", namedFile(name));
  return new Response(body, { headers });
}

/** Returns tables as a file, "xlsx" or "csv"; 404 for another `form`, 503 while too many files are being made. */
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
