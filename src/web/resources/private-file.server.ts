import { namedFile } from "#kernel/named-file.ts";

type File = { readonly name?: string };

/** A file that belongs to one person: not cached, and not for search engines. */
export function privateFile(
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  { name }: File = {},
): Response {
  return new Response(body, {
    headers: {
      "content-type": type,
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      ...(name ? { "content-disposition": namedFile(name) } : {}),
    },
  });
}
