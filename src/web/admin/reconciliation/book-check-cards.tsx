import { grouped } from "#kernel/romanian.ts";
import type { BookChecks } from "#ticketing/reports/reconciliation.ts";
import { reconciliationTexts } from "./reconciliation-texts.ts";

const texts = reconciliationTexts.checks;

/** Three checks of our own ledger, with the results of the last comparison. */
export function BookCheckCards({ checks }: { checks: BookChecks }) {
  const { payments, answered, sold, paidFor, invitations, sum } = checks;
  return (
    <div className="books-checks">
      <Check
        title={texts.answered.title}
        figure={grouped(answered)}
        unit={texts.answered.of(grouped(payments))}
        note={answered === payments ? texts.answered.fine : texts.answered.wrong}
        isFine={answered === payments}
      />
      <Check
        title={texts.paid.title}
        figure={grouped(paidFor)}
        unit={paidFor === sold ? texts.paid.and(invitations) : texts.answered.of(grouped(sold))}
        note={paidFor === sold ? texts.paid.fine : texts.paid.wrong}
        isFine={paidFor === sold}
      />
      <Check
        title={texts.sum.title}
        figure={grouped(sum)}
        unit="bani"
        note={sum === 0 ? texts.sum.fine : texts.sum.wrong}
        isFine={sum === 0}
      />
    </div>
  );
}

type CheckProps = { title: string; figure: string; unit: string; note: string; isFine: boolean };

function Check({ title, figure, unit, note, isFine }: CheckProps) {
  return (
    <section className={isFine ? "books-check" : "books-check books-check--wrong"}>
      <h2>{title}</h2>
      <p className="figures">
        <b>{figure}</b> {unit}
      </p>
      <p className="muted">{note}</p>
    </section>
  );
}
