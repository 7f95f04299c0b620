import type { ReactElement } from "react";
import { Link } from "react-router";
import type { FrameOfScreen } from "#web/public/frame-of-screen.ts";
import { SiteFrame } from "#web/public/site-frame.tsx";
import { accountSamples } from "./account-samples.tsx";
import { checkoutSamples } from "./checkout-samples.tsx";
import { afterSamples, doorSaleSamples, tillSamples } from "./door-samples.tsx";
import { boardSamples, doorOrdersSamples, gateSamples, gatesSamples } from "./gate-samples.tsx";
import { mailboxSamples } from "./mailbox-samples.tsx";
import { openingSamples } from "./opening-samples.tsx";
import { publicSamples } from "./public-samples.tsx";
import { frameView } from "./sample-season.ts";
import { scannerSamples } from "./scanner-samples.tsx";
import type { Samples } from "./screens-of.tsx";
import { securitySamples } from "./security-samples.tsx";
import { sentTicketSamples } from "./sent-ticket-samples.tsx";
import { testPurchaseSamples } from "./test-purchase-samples.tsx";

const screens: Samples = {
  ...publicSamples,
  ...accountSamples,
  ...checkoutSamples,
  ...openingSamples,
  ...mailboxSamples,
  ...securitySamples,
  ...sentTicketSamples,
  ...testPurchaseSamples,
  ...gateSamples,
  ...gatesSamples,
  ...boardSamples,
  ...doorOrdersSamples,
  ...scannerSamples,
  ...doorSaleSamples,
  ...afterSamples,
  ...tillSamples,
};

/** They have a frame of their own. */
const atTheDoor = {
  ...gateSamples,
  ...gatesSamples,
  ...boardSamples,
  ...doorOrdersSamples,
  ...scannerSamples,
  ...doorSaleSamples,
  ...afterSamples,
  ...tillSamples,
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
export function sampleScreen(name: string): ReactElement | undefined {
  const screen = Object.hasOwn(screens, name) ? screens[name] : undefined;
  if (!screen || Object.hasOwn(atTheDoor, name)) return screen?.();
  const signedOut = anonymous.has(name) || /^(login|register|guest|confirm|verify)|-anonymous$/.test(name);
  return (
    <SiteFrame view={{ ...frameView, viewer: signedOut ? "anonymous" : "user" }} frame={frameOf(name)}>
      {screen()}
    </SiteFrame>
  );
}

export function ScreenList() {
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
