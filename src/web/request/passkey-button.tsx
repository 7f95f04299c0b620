import { type ReactNode, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { showPasskey } from "./browser-passkey.ts";

type PasskeyButtonProps = {
  label: string;
  /** Said when there is no key, or its owner gave up. */
  failed: string;
  /** Hands on what the key has signed, as JSON. */
  onShown: (response: string, form: HTMLFormElement | null) => void;
  before?: ReactNode;
};

/** Shows a key of this device. Only a browser that can is asked to; without a script there is no such button. */
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
        onClick={(press) => void show(press.currentTarget.form)}
      >
        <Icon name="passkey" /> {label}
      </Button>
    </>
  );
}
