import { formatLei } from "#kernel/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { moneyBackTexts as texts } from "./money-back-texts.ts";
import type { MoneyBackView } from "./money-back-view.ts";

/** What failed, what is under way, and which tickets ended; nothing while none of it is so. */
export function MoneyBack({ view }: { view: MoneyBackView }) {
  const { owed, returning, refunded, cancelled, isPass } = view;
  return (
    <>
      {owed > 0 ? <Notice kind="warn">{texts.owed(formatLei(owed))}</Notice> : null}
      {returning > 0 ? <Notice kind="info">{texts.returning(formatLei(returning))}</Notice> : null}
      {refunded.length > 0 ? <Notice kind="info">{texts.refunded(refunded, isPass)}</Notice> : null}
      {cancelled.length > 0 ? <Notice kind="info">{texts.cancelled(cancelled, isPass)}</Notice> : null}
    </>
  );
}
