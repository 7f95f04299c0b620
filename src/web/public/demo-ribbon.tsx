import { Link } from "react-router";
import { publicTexts } from "./public-texts.ts";

export function DemoRibbon({ mailboxUrl }: { mailboxUrl: string }) {
  return (
    <aside className="ribbon" aria-label={publicTexts.demoRibbonLabel}>
      <div className="wrap">
        <span>{publicTexts.demoRibbon}</span> <Link to={mailboxUrl}>{publicTexts.mailbox}</Link>
      </div>
    </aside>
  );
}
