import { OfficeIcon, type OfficeIconName } from "./office-icon.tsx";

export type TimelineStep = {
  key: string;
  icon: OfficeIconName;
  tone?: "plain" | "ok" | "warn" | "bad";
  what: string;
  /** The person who did it, or the result. */
  note?: string;
  /** In words. */
  when: string;
};

/** The history of one row, the latest step first. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="timeline">
      {steps.map((step) => (
        <li key={step.key} className={`timeline__step timeline__step--${step.tone ?? "plain"}`}>
          <span className="timeline__sign">
            <OfficeIcon name={step.icon} />
          </span>
          <div>
            <b>{step.what}</b>
            {step.note ? <small>{step.note}</small> : null}
          </div>
          <time className="figures">{step.when}</time>
        </li>
      ))}
    </ol>
  );
}
