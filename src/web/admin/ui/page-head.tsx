import type { ReactNode } from "react";
import { Link } from "react-router";
import { OfficeIcon } from "./office-icon.tsx";

type PageHeadProps = {
  title: string;
  /** A number of rows, or the present state. */
  sub?: ReactNode;
  /** The parent screen, for a screen that a list opens. */
  back?: { to: string; label: string };
  /** Links and buttons; the main action comes last. */
  children?: ReactNode;
};

export function PageHead({ title, sub, back, children }: PageHeadProps) {
  return (
    <header className={back ? "page-head-office page-head-office--tall" : "page-head-office"}>
      {back ? (
        <Link className="crumb" to={back.to}>
          <OfficeIcon name="chevronLeft" /> {back.label}
        </Link>
      ) : null}
      <div className="page-head-office__row">
        <div className="page-head-office__words">
          <h1>{title}</h1>
          {sub ? <p>{sub}</p> : null}
        </div>
        {children ? <div className="page-head-office__acts">{children}</div> : null}
      </div>
    </header>
  );
}
