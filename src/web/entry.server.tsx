import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { pageFactsContext } from "./request/request-context.ts";

const timeoutMs = 10_000;

/**
 * Renders the whole page before the first byte is sent. So the status is final, the page can be cached whole, and a
 * browser without JavaScript gets everything. (`renderToString` would lose the router's data for the browser.)
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  facts: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce } = facts.get(pageFactsContext);
  return new Promise((resolve, reject) => {
    let failed = false;
    const screen = <ServerRouter context={context} url={request.url} nonce={nonce} />;
    const { pipe, abort } = renderToPipeableStream(screen, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        pipe(
          collect((html) => {
            headers.set("Content-Type", "text/html; charset=utf-8");
            resolve(new Response(html, { headers, status: failed ? 500 : status }));
          }),
        );
      },
      onShellError(failure) {
        clearTimeout(timer);
        reject(failure);
      },
      onError(failure) {
        // an error boundary may throw a refusal on to the one above it; the page is then rendered again there
        if (isRouteErrorResponse(failure)) return;
        failed = true;
        report(failure, request, facts);
      },
    });
    const timer = setTimeout(() => abort(new Error(`rendering took longer than ${timeoutMs} ms`)), timeoutMs);
  });
}

/**
 * Reports what a loader or action threw. A refusal (a wrong address, an unexpected form) is an answer.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!isRouteErrorResponse(error)) report(error, request, context);
};

/**
 * Reports a failure to the code that sends the answer. An aborted request is no failure. The first one stays: an error
 * boundary that throws on has only the router's copy, which no longer says what failed.
 */
function report(failure: unknown, { signal }: Request, facts: Readonly<RouterContextProvider>): void {
  if (!signal.aborted) facts.get(pageFactsContext).failure ??= failure;
}

function collect(onHtml: (html: string) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      const html = Buffer.concat(chunks).toString("utf8");
      // without preloading, scripts load after the style sheets and leave a phone's bandwidth to the first picture
      onHtml(html.replaceAll(/<link rel="modulepreload"[^>]*>/g, ""));
      next();
    },
  });
}
