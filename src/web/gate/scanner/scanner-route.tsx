import { ScannerApp } from "./scanner-app.tsx";
import { scannerTexts } from "./scanner-texts.ts";
import "../gate.css";

export const meta = () => [{ title: scannerTexts.pageTitle }, { name: "robots", content: "noindex" }];

/** The same page for everybody, because everything personal comes from the phone itself. */
export default function Scanner() {
  return (
    <>
      <ScannerApp />
      <noscript>{scannerTexts.needsScript}</noscript>
    </>
  );
}
