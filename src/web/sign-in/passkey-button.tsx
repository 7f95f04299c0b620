import { type ReactNode, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { showPasskey } from "./browser-passkey.ts";

type PasskeyButtonProps = {
  label: string;
  /** The text when there is no passkey, or the person cancelled. */
  failed: string;
  /** Gets the passkey's signed answer, as JSON. */
  onShown: (response: string, form: HTMLFormElement | null) => void;
  before?: ReactNode;
};

/** Signs in with a passkey of this device. Shown only in browsers that can do this, never without JavaScript. */
export function PasskeyButton({ label, failed, onShown, before }: PasskeyButtonProps) {
  const enhanced = useEnhanced();
  const [busy, setBusy] = useState(false);
  if (!enhanced || !("PublicKeyCredential" in window)) return null;
  const show = async (form: HTMLFormElement | null) => {
    setBusy(true);
    try {
      onShown(await showPasskey(), form);
    } catch {
      toast.error(failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {before}
      <Button
        look="line"
        width="full"
        disabled={busy}
        onClick={(event) => void show(event.currentTarget.form)}
      >
        <Icon name="passkey" /> {label}
      </Button>
    </>
  );
}
