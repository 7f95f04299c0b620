import { buttonClass } from "#web/ui/button.tsx";
import { ActLink } from "./act-buttons.tsx";
import { OfficeIcon } from "./office-icon.tsx";
import { officeTexts } from "./office-texts.ts";

type PagerProps = {
  /** Such as "1–20 din 3.214", or what it is sorted by. */
  children: string;
  /** Addresses that name a page or the first row of one; null where there is no more. */
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
