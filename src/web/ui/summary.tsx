export type SummaryLine = {
  label: string;
  /** Smaller text under the label. */
  note?: string | undefined;
  value: string;
  /** The price without the discount, crossed out before the value, and the words that screen readers hear. */
  was?: { value: string; words: string } | undefined;
  tone?: "muted" | "info" | "off";
};

/** Lines that add up, and their total. Each text has its own element, because a browser's translation replaces
 * texts, and React fails on those it does not find. */
export function Summary({ lines, total }: { lines: SummaryLine[]; total: SummaryLine }) {
  return (
    <dl className="summary">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two types may have one name
        <div key={at} className={line.tone}>
          <dt>
            <span>{line.label}</span>
            {line.note ? <small>{line.note}</small> : null}
          </dt>
          <dd>{line.value}</dd>
        </div>
      ))}
      <div className="summary__total">
        <dt>{total.label}</dt>
        <dd className="display">
          {total.was ? (
            <s>
              <span className="visually-hidden">{total.was.words} </span>
              <span>{total.was.value}</span>
            </s>
          ) : null}
          <span>{total.value}</span>
        </dd>
      </div>
    </dl>
  );
}
