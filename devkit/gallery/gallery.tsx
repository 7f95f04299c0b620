import type { ReactElement, ReactNode } from "react";
import { withPolicy } from "#host/security-headers.ts";
import typefaces from "#web/ui/type.css?url";
import styles from "./gallery.css?url";
import { renderScreen } from "./render-screen.tsx";
import { ScreenList, sampleScreen } from "./screens.tsx";
import { UiPage } from "./ui-page.tsx";

/** Every screen and the parts of the design system, as the server draws it, with sample data. */
export function galleryAnswer(request: Request): Response | undefined {
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const screen = screenAt(pathname);
  if (!screen) return undefined;
  const { html, policy } = withPolicy(renderScreen(<Page title={pathname}>{screen}</Page>), "", null);
  return new Response(request.method === "HEAD" ? null : `<!doctype html>${html}`, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
    },
  });
}

function screenAt(path: string): ReactElement | undefined {
  if (path === "/_demo/ui") return <UiPage />;
  if (path === "/_demo/screens") return <ScreenList />;
  const name = /^\/_demo\/screens\/([a-z0-9-]+)$/.exec(path)?.[1];
  return name === undefined ? undefined : sampleScreen(name);
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang="ro">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="stylesheet" href={styles} />
        <title>{title}</title>
      </head>
      <body>
        {children}
        <link rel="stylesheet" href={typefaces} />
      </body>
    </html>
  );
}
