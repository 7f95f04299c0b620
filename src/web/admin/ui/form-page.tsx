import { Children, type ReactNode } from "react";

/** A form with its present state beside it, 340 px wide; on a phone the state is below. */
export function FormPage({ children, side }: { children: ReactNode; side?: ReactNode }) {
  return (
    <div className="form-page">
      <div className="form-page__main">{children}</div>
      {side ? <div className="form-page__side">{side}</div> : null}
    </div>
  );
}

export function Card({ children }: { children: ReactNode }) {
  return <div className="office-card">{children}</div>;
}

type SectionProps = { title: string; note?: ReactNode; children: ReactNode };

/** A part of a card with its own title. */
export function Section({ title, note, children }: SectionProps) {
  return (
    <section className="office-section">
      <h2>
        {title}
        {note ? <span className="office-section__note">{note}</span> : null}
      </h2>
      {children}
    </section>
  );
}

type Span = 3 | 4 | 5 | 6 | 8 | 9 | 12;

/** Fields side by side on twelve columns, with the widths of `spans`; below 640 px one below the other. */
export function FieldRow({ spans, children }: { spans?: readonly Span[]; children: ReactNode }) {
  const inCell = (child: ReactNode, at: number) =>
    child === null ? null : <FieldCell span={spans?.[at] ?? 12}>{child}</FieldCell>;
  return <div className="field-row">{spans ? Children.map(children, inCell) : children}</div>;
}

export function FieldCell({ span, children }: { span: Span; children: ReactNode }) {
  return <div className={`field-cell field-cell--${span}`}>{children}</div>;
}
