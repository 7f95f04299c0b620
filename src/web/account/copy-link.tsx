import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";

/** A new link in a field, to be copied by hand; with a script there are buttons that copy and share it. */
export function CopyLink({ link }: { link: string }) {
  const enhanced = useEnhanced();
  // a toast alone would lie under the dialog
  const [copied, setCopied] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(link);
      toast.success(texts.copied);
    } catch {
      toast.error(texts.copyFailed);
    }
  };
  // a person who closes the system's sheet without sharing knows that nothing was shared
  const share = () => void navigator.share({ text: texts.shareText, url: link }).catch(() => {});
  return (
    <>
      {enhanced && "share" in navigator ? (
        <Button look="sun" width="full" onClick={share}>
          <Icon name="share" /> {texts.share}
        </Button>
      ) : null}
      <TextInput label={texts.link} value={link} readOnly onFocus={(event) => event.target.select()} />
      {enhanced ? (
        <Button look="line" width="full" onClick={() => void copy()}>
          <Icon name={copied === link ? "check" : "clipboard"} />{" "}
          <span role="status">{copied === link ? texts.copied : texts.copy}</span>
        </Button>
      ) : null}
    </>
  );
}
