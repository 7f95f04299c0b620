import { useLocation } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { ActLink } from "./act-buttons.tsx";
import { withQuery } from "./address-query.ts";
import { OfficeIcon } from "./office-icon.tsx";
import { officeTexts } from "./office-texts.ts";

type PagerProps = {
  /** Such as "1–20 din 3.214", or the sorting. */
  children: string;
  /** Addresses of the previous and the next page; null when there is none. */
  previous: string | null;
  next: string | null;
};

export function Pager({ children, previous, next }: PagerProps) {
  return (
    <nav className="pager" aria-label={officeTexts.pages}>
      <span className="figures">{children}</span>
      {previous !== null || next !== null ? (
        <span className="pager__links">
          <PageLink to={previous} label={officeTexts.previousPage} icon="chevronLeft" />
          <PageLink to={next} label={officeTexts.nextPage} icon="chevronRight" />
        </span>
      ) : null}
    </nav>
  );
}

type RowPagerProps = { children: string; page: { previous: string | null; next: string | null } };

/** The foot of a list whose pages begin after or before a row. */
export function RowPager({ children, page: { previous, next } }: RowPagerProps) {
  const { search } = useLocation();
  return (
    <Pager
      previous={previous && withQuery(search, { page: `back.${previous}` })}
      next={next && withQuery(search, { page: `on.${next}` })}
    >
      {children}
    </Pager>
  );
}

export type NumberedPage = { number: number; from: number; to: number; total: number; isLast: boolean };

/** Returns a numbered page of a list: `shown` rows are on this page, `total` in all. */
export function numberedPage(number: number, perPage: number, shown: number, total: number): NumberedPage {
  const before = (number - 1) * perPage;
  const to = before + shown;
  return { number, from: shown === 0 ? 0 : before + 1, to, total, isLast: to >= total };
}

/** The foot of a list with numbered pages. */
export function NumberedPager({ page, note }: { page: NumberedPage; note?: string }) {
  const { search } = useLocation();
  const to = (number: number) => withQuery(search, { page: String(number) });
  const range = officeTexts.range(page.from, page.to, page.total);
  return (
    <Pager
      previous={page.number > 1 ? to(page.number - 1) : null}
      next={page.isLast ? null : to(page.number + 1)}
    >
      {note ? `${range}. ${note}` : range}
    </Pager>
  );
}

type PageLinkProps = { to: string | null; label: string; icon: "chevronLeft" | "chevronRight" };

function PageLink({ to, label, icon }: PageLinkProps) {
  if (to === null)
    return (
      <span className={buttonClass({ look: "line" })} aria-disabled="true">
        <OfficeIcon name={icon} /> {label}
      </span>
    );
  return <ActLink to={to} icon={icon} label={label} />;
}
