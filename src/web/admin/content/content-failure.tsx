import { ActLink } from "../ui/act-buttons.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { contentTexts } from "./content-texts.ts";

/** The texts could not be read: what that means, and a link to try again. */
export function ContentFailure() {
  return (
    <NothingHere level="page" title={contentTexts.loadFailed} text={contentTexts.loadFailedText}>
      <ActLink to="." reloadDocument label={contentTexts.tryAgain} />
    </NothingHere>
  );
}
