import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { withPolicy } from "#host/security-headers.ts";
import type { FrameOfScreen } from "#web/public/frame-of-screen.ts";
import { SiteFrame } from "#web/public/site-frame.tsx";
import typefaces from "#web/ui/type.css?url";
import { accountSamples } from "./account-samples.tsx";
import { boardSamples } from "./board-samples.tsx";
import { checkoutSamples } from "./checkout-samples.tsx";
import { mailboxSamples, testPurchaseSamples } from "./demo-samples.tsx";
import { afterSamples, doorSaleSamples, tillSamples } from "./door-samples.tsx";
import styles from "./gallery.css?url";
import { doorOrdersSamples, gateSamples, gatesSamples } from "./gate-samples.tsx";
import { openingSamples } from "./opening-samples.tsx";
import { passSamples } from "./pass-samples.tsx";
import { profileSamples } from "./profile-samples.tsx";
import { publicSamples } from "./public-samples.tsx";
import { renderScreen, type Samples } from "./render-screen.tsx";
import { frameView } from "./sample-season.ts";
import { scannerSamples } from "./scanner-samples.tsx";
import { securitySamples } from "./security-samples.tsx";
import { sentTicketSamples } from "./sent-ticket-samples.tsx";
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

/** The screens of the door, which have a frame of their own. */
const doorScreens = {
  ...gateSamples,
  ...gatesSamples,
  ...boardSamples,
  ...doorOrdersSamples,
  ...scannerSamples,
  ...doorSaleSamples,
  ...afterSamples,
  ...tillSamples,
};

const screens: Samples = {
  ...publicSamples,
  ...passSamples,
  ...accountSamples,
  ...profileSamples,
  ...checkoutSamples,
  ...openingSamples,
  ...mailboxSamples,
  ...securitySamples,
  ...sentTicketSamples,
  ...testPurchaseSamples,
  ...doorScreens,
};

const anonymous = new Set([
  "home",
  "home-empty",
  "home-photo",
  "events",
  "event-anonymous",
  "not-found",
  "error",
]);

function frameOf(name: string): FrameOfScreen {
  if (/-to-buy(-pass)?$|^verify-email$/.test(name)) return "to-pay";
  return /^(checkout|success|moved-choice)/.test(name) ? "low-foot" : "whole";
}

/** One screen with sample data, in the frame that it has on the site. */
function sampleScreen(name: string): ReactElement | undefined {
  const screen = Object.hasOwn(screens, name) ? screens[name] : undefined;
  if (!screen || Object.hasOwn(doorScreens, name)) return screen?.();
  const signedOut = anonymous.has(name) || /^(login|register|guest|confirm|verify)|-anonymous$/.test(name);
  return (
    <SiteFrame view={{ ...frameView, viewer: signedOut ? "anonymous" : "user" }} frame={frameOf(name)}>
      {screen()}
    </SiteFrame>
  );
}

function ScreenList() {
  return (
    <SiteFrame view={frameView}>
      <div className="wrap below-head">
        <div className="page-head">
          <h1 className="display">Ecrane</h1>
          <p>Fiecare ecran, cu date de probă.</p>
        </div>
        <ul className="actions">
          {Object.keys(screens).map((name) => (
            <li key={name}>
              <Link className="text-link" to={`/_demo/screens/${name}`} data-screen={name}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </SiteFrame>
  );
}
