import type { Env, MiddlewareHandler } from "hono";
import { contentTypeOf } from "#platform/storage/picture-format.ts";
import type { PictureStorage } from "#platform/storage/picture-storage.ts";
import { serveFiles } from "./built-files.ts";
import { namesTag } from "./kept-answer.ts";
import { barePolicy, forOtherSites } from "./security-headers.ts";

/** The bytes of a name never change. */
const yearInSeconds = 31_536_000;
/** Whatever a picture contains, it runs no script. */
const headers = {
  ...forOtherSites,
  "content-security-policy": `${barePolicy}; sandbox`,
  "content-disposition": "inline",
};

/** Serves stored pictures under /pictures/, with the same headers wherever they are stored. */
export function servePictures<E extends Env>(storage: PictureStorage): MiddlewareHandler<E> {
  if (storage.folder !== undefined)
    return serveFiles<E>({
      root: storage.folder,
      maxAge: yearInSeconds,
      isImmutable: true,
      headers,
      rewriteRequestPath: (path) => path.slice("/pictures".length),
    });
  return async (c) => {
    const name = storage.nameOf(c.req.path);
    if (name === undefined) return c.text("", 404);
    const kept = { "cache-control": `public, max-age=${yearInSeconds}, immutable`, etag: `W/"${name}"` };
    if (namesTag(c.req.header("if-none-match") ?? "", kept.etag)) return c.body(null, 304, kept);
    // whole, before the answer begins: a storage that breaks off is 503, and not half a picture
    const bytes = await storage.read(name);
    if (!bytes) return c.text("", 404);
    return c.body(new Uint8Array(bytes), 200, { ...kept, ...headers, "content-type": contentTypeOf(name) });
  };
}
