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
    const fileAnswer = await serve(c, next);
    if (!(fileAnswer instanceof Response) || fileAnswer.status !== 200) return fileAnswer;
    const changed = Date.parse(fileAnswer.headers.get("last-modified") ?? "");
    const parts = [
      fileAnswer.headers.get("content-length"),
      changed,
      fileAnswer.headers.get("content-encoding"),
    ];
    const tag = `W/"${parts.filter((part) => part !== null).join("-")}"`;
    fileAnswer.headers.set("etag", tag);
    const ifNoneMatch = c.req.header("if-none-match");
    const since = Date.parse(c.req.header("if-modified-since") ?? "");
    const isUnchanged = ifNoneMatch === undefined ? since >= changed : namesTag(ifNoneMatch, tag);
    if (!isUnchanged) return fileAnswer;
    await fileAnswer.body?.cancel();
    const unchangedHeaders = new Headers(fileAnswer.headers);
    for (const name of ["content-length", "content-type", "content-encoding"]) unchangedHeaders.delete(name);
    return new Response(null, { status: 304, headers: unchangedHeaders });
  };
}
