import { namedFile } from "#kernel/named-file.ts";
import { requestTexts } from "./request-texts.ts";

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
