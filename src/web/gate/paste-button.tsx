import { Icon } from "#web/ui/icon.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { gateTexts } from "./gate-texts.ts";

/** Puts the clipboard into the field with this id. Appears where a script may read it. */
export function PasteButton({ into }: { into: string }) {
  const enhanced = useEnhanced();
  if (!enhanced || !navigator.clipboard?.readText) return null;
  const paste = async () => {
    const field = document.getElementById(into);
    // Refusing the permission is a choice: the field stays as it is.
    const text = await navigator.clipboard.readText().catch(() => "");
    if (!(field instanceof HTMLInputElement)) return;
    if (text) field.value = text.trim();
    field.focus();
  };
  return (
    <button className="gate__big gate__big--second" type="button" onClick={() => void paste()}>
      <Icon name="clipboard" /> {gateTexts.paste}
    </button>
  );
}
