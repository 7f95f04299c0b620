import { serveStatic } from "@hono/node-server/serve-static";
import type { Env, MiddlewareHandler } from "hono";
import { namesTag } from "./kept-answer.ts";

type Files = {
  readonly root: string;
  readonly maxAge: number;
  readonly isImmutable?: boolean;
  readonly isPrecompressed?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly rewriteRequestPath?: (path: string) => string;
};

/** Serves the files of a folder, with ETag and Last-Modified, so that a browser that has a file gets 304. */
export function serveFiles<E extends Env>({
  root,
  maxAge,
  isImmutable = false,
  isPrecompressed = false,
  headers = {},
  rewriteRequestPath,
}: Files): MiddlewareHandler<E> {
  const serve = serveStatic<E>({
    root,
    precompressed: isPrecompressed,
    ...(rewriteRequestPath ? { rewriteRequestPath } : {}),
    onFound: (_path, c) => {
      c.header("cache-control", `public, max-age=${maxAge}${isImmutable ? ", immutable" : ""}`);
      for (const [name, value] of Object.entries(headers)) c.header(name, value);
    },
  });
  return async (c, next) => {
    const found = await serve(c, next);
    if (!(found instanceof Response) || found.status !== 200) return found;
    const changed = Date.parse(found.headers.get("last-modified") ?? "");
    const parts = [found.headers.get("content-length"), changed, found.headers.get("content-encoding")];
    const tag = `W/"${parts.filter((part) => part !== null).join("-")}"`;
    found.headers.set("etag", tag);
    const ifNoneMatch = c.req.header("if-none-match");
    const since = Date.parse(c.req.header("if-modified-since") ?? "");
    const isUnchanged = ifNoneMatch === undefined ? since >= changed : namesTag(ifNoneMatch, tag);
    if (!isUnchanged) return found;
    await found.body?.cancel();
    const kept = new Headers(found.headers);
    for (const name of ["content-length", "content-type", "content-encoding"]) kept.delete(name);
    return new Response(null, { status: 304, headers: kept });
  };
}
