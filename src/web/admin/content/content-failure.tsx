import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { contentTexts } from "./content-texts.ts";

/** The texts could not be read: what that means, and a link to try again. */
export function ContentFailure() {
  return (
    <NothingHere level="page" title={contentTexts.loadFailed} text={contentTexts.loadFailedText}>
      <Link className={buttonClass({ look: "line" })} to="." reloadDocument>
        {contentTexts.tryAgain}
      </Link>
    </NothingHere>
  );
}
