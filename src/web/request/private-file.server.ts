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

/** A download under this name, and its visitor. */
type Download = { readonly name: string; readonly request: Request };

/**
 * A link on another site, or on a sibling of our domain, sends the session cookie too: it gets no download. A program that
 * says nothing has no cookie by accident.
 */
export function isFromElsewhere({ headers }: Pick<Request, "headers">): boolean {
  const from = headers.get("sec-fetch-site") ?? "none";
  return from !== "same-origin" && from !== "none";
}

/** A file that belongs to one person, or to few: not cached, and not for search engines. 403 for a download from elsewhere. */
export function privateFile(
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  download?: Download,
): Response {
  const headers = { "cache-control": "private, no-store", "x-robots-tag": "noindex" };
  if (download && isFromElsewhere(download.request))
    return new Response(requestTexts.fileFromElsewhere, {
      ...{ status: 403, headers: { ...headers, "content-type": "text/plain; charset=utf-8" } },
    });
  return new Response(body, {
    headers: {
      ...{ ...headers, "content-type": type },
      ...(download ? { "content-disposition": namedFile(download.name) } : {}),
    },
  });
}

/** A table as the file of this form, "xlsx" or "csv"; 404 for another, 503 while too many are being made. */
export async function tableFile(
  site: Parameters<typeof writeTables>[0],
  table: DataTable,
  form: string,
  name: string,
  request: Request,
): Promise<Response> {
  if (!isFileForm(form)) return new Response(null, { status: 404 });
  const written = await writeTables(site, form, [table]);
  if (!written.ok) return new Response(null, { status: 503, headers: { "retry-after": "5" } });
  const bytes = Buffer.concat([
    Buffer.from(form === "csv" ? byteOrderMark : ""),
    await buffer(written.value),
  ]);
  return privateFile(bytes, fileTypes[form], { name: `${name}.${form}`, request });
}
