import { Link } from "react-router";
import { Card } from "../ui/form-page.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { Timeline, type TimelineStep } from "../ui/timeline.tsx";

/** The latest changes beside a form, with a link to all of them for people who may read them. */
export function RecentHistory({ steps, to }: { steps: readonly TimelineStep[]; to: string | null }) {
  if (steps.length === 0) return null;
  return (
    <Card>
      <section className="office-section">
        <h2>
          {officeTexts.history}
          {to ? (
            <Link className="office-link" to={to}>
              {officeTexts.wholeHistory}
            </Link>
          ) : null}
        </h2>
        <Timeline steps={steps} />
      </section>
    </Card>
  );
}
