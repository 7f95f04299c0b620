import type { ReactNode } from "react";

type TearPanelProps = { id?: string; titleId: string; top: ReactNode; bottom: ReactNode };

/** A panel with a torn line: the choice above it, the cost below it. */
export function TearPanel({ id, titleId, top, bottom }: TearPanelProps) {
  return (
    <section className="tear-panel" id={id} aria-labelledby={titleId}>
      <div className="tear-panel__top">{top}</div>
      <div className="tear-panel__bottom">{bottom}</div>
    </section>
  );
}
