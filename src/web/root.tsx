import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
} from "react-router";
import { BrokenPage, NotFoundPage } from "./public/lost-pages.tsx";
import { publicTexts } from "./public/public-texts.ts";
import { brandIconOf, brandStyleOf } from "./ui/brand-style.ts";
import "./ui/styles.css";
import typefaces from "./ui/type.css?url";

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const icon = brandIconOf(matches);
  return (
    <html lang="ro" style={brandStyleOf(matches)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#0B1020" />
        {icon ? (
          <link rel="icon" type="image/png" href={icon} />
        ) : (
          <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        )}
        <link rel="apple-touch-icon" href={icon ?? "/icon-180.png"} />
        <link rel="manifest" href="/site.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {/* loaded after the text, which uses the device's own font until then */}
        <link rel="stylesheet" href={typefaces} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (!isRefusal)
    return (
      <main>
        <title>{publicTexts.broken}</title>
        <BrokenPage supportCode={null} />
      </main>
    );
  const isMissing = error.status === 404;
  return (
    <main>
      <title>{isMissing ? publicTexts.pageMissing : publicTexts.notDone}</title>
      <NotFoundPage missing={isMissing ? "page" : "form"} />
    </main>
  );
}
