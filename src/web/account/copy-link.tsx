import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { sentTicketTexts as texts } from "./sent-ticket-texts.ts";

/** A button that copies a text. It needs JavaScript, so it is not in the server's HTML. */
export function CopyButton({
  text,
  words,
}: {
  text: string;
  words: { copy: string; copied: string; copyFailed: string };
}) {
  // the button says it too, because a toast would be under the dialog; a role inside would take its name from it
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
      <span aria-live="polite">{copied === text ? words.copied : words.copy}</span>
    </Button>
  );
}

/** A new link in a field, for copying by hand. JavaScript adds buttons to copy and share it. */
export function CopyLink({ link }: { link: string }) {
  const enhanced = useEnhanced();
  // the promise rejects when the person closes the share sheet; that needs no message
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
