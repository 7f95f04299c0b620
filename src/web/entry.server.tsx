import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { criticalStyle, readStyleSheet, type StyleSheet } from "./critical-style.ts";
import { withLateStart } from "./late-start.ts";
import { pageFactsContext } from "./request/request-context.ts";
import siteStyle from "./site.css?inline";

const patienceMs = 10_000;

/** Read for the first page, and not while the process starts. */
let sheet: StyleSheet | undefined;

/**
 * Renders to the end before the first byte leaves: the status is then final, the page can be cached whole, and a
 * browser without a script gets everything. (`renderToString` would drop the router's hand-off of data.)
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  facts: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { mark } = facts.get(pageFactsContext);
  return new Promise((resolve, reject) => {
    let failed = false;
    const screen = <ServerRouter context={context} url={request.url} nonce={mark} />;
    const { pipe, abort } = renderToPipeableStream(screen, {
      nonce: mark,
      onAllReady() {
        clearTimeout(timer);
        pipe(
          collect(mark, (html) => {
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
        failed = true;
        facts.get(pageFactsContext).failure ??= failure;
      },
    });
    const timer = setTimeout(
      () => abort(new Error(`rendering took longer than ${patienceMs} ms`)),
      patienceMs,
    );
  });
}

/**
 * What a loader or action threw is told to who sends the answer. A refusal (a wrong address, a form where there is
 * none) is an answer, and a request that was given up is no failure.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(pageFactsContext).failure = error;
};

function collect(mark: string, whole: (html: string) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(next) {
      const html = Buffer.concat(chunks).toString("utf8");
      sheet ??= readStyleSheet(siteStyle);
      whole(withLateStart(html, criticalStyle(html, sheet), mark));
      next();
    },
  });
}
