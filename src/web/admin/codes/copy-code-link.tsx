import toast from "react-hot-toast/headless";
import { Button } from "#web/ui/button.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { codeTexts } from "./code-texts.ts";

/** Copies a link that carries the code. It needs JavaScript, so it is not in the server's HTML. */
export function CopyCodeLink({ code, link }: { code: string; link: string }) {
  const enhanced = useEnhanced();
  if (!enhanced) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast.success(codeTexts.copied);
    } catch {
      toast.error(codeTexts.copyFailed);
    }
  };
  return (
    <Button look="quiet" size="small" aria-label={codeTexts.copyLink(code)} onClick={() => void copy()}>
      <OfficeIcon name="copy" />
    </Button>
  );
}
