import { useParams } from "react-router";
import { NotFoundPage } from "#web/public/lost-pages.tsx";
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

const anonymous = new Set([
  "home",
  "home-empty",
  "home-photo",
  "events",
  "event-anonymous",
  "not-found",
  "error",
]);

export const meta = ({ params }: { params: { name?: string } }) => [
  { title: `${demoTexts.screens}: ${params.name ?? ""}` },
];

/** Demo only: every screen with sample data, for looking and for pictures. */
export default function ScreenGallery() {
  const { name = "" } = useParams();
  const gate = gateSamples[name];
  if (gate) return gate();
  const screen =
    publicSamples[name] ??
    accountSamples[name] ??
    checkoutSamples[name] ??
    openingSamples[name] ??
    mailboxSamples[name] ??
    testPurchaseSamples[name] ??
    securitySamples[name];
  const signedOut = anonymous.has(name) || /^(login|register|confirm)|-anonymous$/.test(name);
  return (
    <SiteFrame view={{ ...frameView, viewer: signedOut ? "anonymous" : "customer" }}>
      {screen ? screen() : <NotFoundPage missing="page" />}
    </SiteFrame>
  );
}
