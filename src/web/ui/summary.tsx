export type SummaryLine = { label: string; value: string; tone?: "muted" | "info" };

/** Lines that add up, and their total. */
export function Summary({ lines, total }: { lines: SummaryLine[]; total: SummaryLine }) {
  return (
    <dl className="summary">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two types may have one name
        <div key={at} className={line.tone}>
          <dt>{line.label}</dt>
          <dd>{line.value}</dd>
        </div>
      ))}
      <div className="summary__total">
        <dt>{total.label}</dt>
        <dd className="display">{total.value}</dd>
      </div>
    </dl>
  );
}
