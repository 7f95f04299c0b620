import { ActLink } from "../ui/act-buttons.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { contentTexts } from "./content-texts.ts";

/** Shown when the texts could not be read, with a link to try again. */
export function ContentFailure() {
  return (
    <NothingHere level="page" title={contentTexts.loadFailed} text={contentTexts.loadFailedText}>
      <ActLink to="." reloadDocument label={contentTexts.tryAgain} />
    </NothingHere>
  );
}
