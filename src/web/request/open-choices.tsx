import { Link } from "react-router";
import { Notice } from "#web/ui/notice.tsx";
import { movedNightTexts } from "./sale-texts.ts";

export type OpenChoiceView = { path: string; number: number; title: string; until: string };

type OpenChoicesProps = { choices: readonly OpenChoiceView[]; isSentOn?: boolean };

/** Asks about each moved night until when its tickets may be given back. */
export function OpenChoices({ choices, isSentOn = false }: OpenChoicesProps) {
  return choices.map(({ path, number, title, until }) => (
    <Notice kind="info" key={path} title={movedNightTexts.of(title, choices.length > 1 ? number : null)}>
      {movedNightTexts.chooseUntil(until, isSentOn)}{" "}
      <Link className="text-link" to={path}>
        {movedNightTexts.chooseLink}
      </Link>
    </Notice>
  ));
}
