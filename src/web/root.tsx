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
import { BrokenPage, NotFoundPage, OfflinePage } from "./public/lost-pages.tsx";
import { publicTexts } from "./public/public-texts.ts";
import { brandIconOf, brandStyleOf } from "./ui/brand-style.ts";
import { savedTicketsTexts } from "./ui/saved-tickets-texts.ts";
import "./ui/styles.css";
import typefaces from "./ui/type.css?url";
import { useIsOffline } from "./ui/use-is-offline.ts";

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
  const isOffline = useIsOffline();
  const [title, page] =
    isRouteErrorResponse(error) && error.status === 404
      ? [publicTexts.pageMissing, <NotFoundPage key="missing" missing="page" />]
      : isOffline
        ? [savedTicketsTexts.noNetwork, <OfflinePage key="offline" failedPage="" />]
        : [publicTexts.broken, <BrokenPage key="broken" supportCode={null} />];
  return (
    <main>
      <title>{title}</title>
      {page}
    </main>
  );
}
