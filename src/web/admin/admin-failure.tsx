import { useLocation } from "react-router";
import { adminTexts } from "./admin-texts.ts";
import { loadFailureText } from "./load-failure-texts.ts";
import { ActLink } from "./ui/act-buttons.tsx";
import { NothingHere } from "./ui/nothing-here.tsx";

/** Shown inside the frame when a row no longer exists, a screen has failed, or the back-office is read-only. */
export function AdminFailure({ reason }: { reason: "missing" | "broken" | "readOnly" }) {
  const { pathname, search } = useLocation();
  if (reason === "readOnly")
    return <NothingHere level="page" title={adminTexts.readOnly} text={adminTexts.readOnlyText} />;
  const isMissing = reason === "missing";
  return (
    <NothingHere
      level="page"
      title={isMissing ? adminTexts.missing : loadFailureText(pathname)}
      text={isMissing ? adminTexts.missingText : adminTexts.brokenText}
    >
      {isMissing ? null : (
        <ActLink look="sun" to={pathname + search} reloadDocument label={adminTexts.tryAgain} />
      )}
    </NothingHere>
  );
}
