import { Link } from "react-router";
import { SiteFrame } from "#web/public/site-frame.tsx";
import { accountSamples } from "./account-samples.tsx";
import { checkoutSamples } from "./checkout-samples.tsx";
import { demoTexts } from "./demo-texts.ts";
import { gateSamples } from "./gate-samples.tsx";
import { mailboxSamples } from "./mailbox-samples.tsx";
import { openingSamples } from "./opening-samples.tsx";
import { publicSamples } from "./public-samples.tsx";
import { frameView } from "./sample-season.ts";
import { securitySamples } from "./security-samples.tsx";
import { testPurchaseSamples } from "./test-purchase-samples.tsx";

const names = [
  publicSamples,
  accountSamples,
  checkoutSamples,
  openingSamples,
  gateSamples,
  mailboxSamples,
  securitySamples,
  testPurchaseSamples,
].flatMap((samples) => Object.keys(samples));

export const meta = () => [{ title: demoTexts.screens }];

export default function ScreenList() {
  return (
    <SiteFrame view={frameView}>
      <div className="wrap below-head">
        <div className="page-head">
          <h1 className="display">{demoTexts.screens}</h1>
          <p>{demoTexts.screensText}</p>
        </div>
        <ul className="actions">
          {names.map((name) => (
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
