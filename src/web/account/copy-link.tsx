import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";

/** Copies a text; without a script there is no button. */
export function CopyButton({
  text,
  words,
}: {
  text: string;
  words: { copy: string; copied: string; copyFailed: string };
}) {
  // a toast alone would lie under the dialog
  const [copied, setCopied] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      toast.success(words.copied);
    } catch {
      toast.error(words.copyFailed);
    }
  };
  if (!useEnhanced()) return null;
  return (
    <Button look="line" width="full" onClick={() => void copy()}>
      <Icon name={copied === text ? "check" : "clipboard"} />{" "}
      <span role="status">{copied === text ? words.copied : words.copy}</span>
    </Button>
  );
}

/** A new link in a field, to be copied by hand; with a script there are buttons that copy and share it. */
export function CopyLink({ link }: { link: string }) {
  const enhanced = useEnhanced();
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
      <CopyButton text={link} words={texts} />
    </>
  );
}
