import { ScannerApp } from "./scanner-app.tsx";
import { scannerTexts } from "./scanner-texts.ts";
import "../gate.css";

export const meta = () => [{ title: scannerTexts.pageTitle }, { name: "robots", content: "noindex" }];

/** The same page for everybody: what a phone knows comes out of the phone. */
export default function Scanner() {
  return (
    <>
      <ScannerApp />
      <noscript>{scannerTexts.needsScript}</noscript>
    </>
  );
}
