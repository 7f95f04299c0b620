import toast from "react-hot-toast/headless";
import { Button } from "#web/ui/button.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { emailTexts } from "./email-texts.ts";

/** Copies the HTML. Without JavaScript there is no button, and the text can be selected by hand. */
export function CopyHtml({ html }: { html: () => string }) {
  const enhanced = useEnhanced();
  if (!enhanced) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(html());
      toast.success(emailTexts.templates.copied);
    } catch {
      toast.error(emailTexts.templates.copyFailed);
    }
  };
  return (
    <Button look="quiet" size="small" onClick={() => void copy()}>
      <OfficeIcon name="copy" /> {emailTexts.templates.copy}
    </Button>
  );
}
