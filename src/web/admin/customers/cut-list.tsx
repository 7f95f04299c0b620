import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { customerTexts as texts } from "./customer-texts.ts";

type CutListProps = { shown: number; inAll: number; moreTo: string | null };

/** Says that a list is cut, and leads to more of it. */
export function CutList({ shown, inAll, moreTo }: CutListProps) {
  if (shown >= inAll) return null;
  return (
    <p className="customer-more">
      <span className="figures">{texts.shown(shown, inAll)}</span>
      {moreTo === null ? null : (
        <Link className={buttonClass({ look: "line", size: "small" })} to={moreTo} preventScrollReset>
          {texts.more}
        </Link>
      )}
    </p>
  );
}
