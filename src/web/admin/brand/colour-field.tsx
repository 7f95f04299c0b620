import { type Colour, readColour } from "#kernel/colour.ts";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { brandTexts } from "./brand-texts.ts";

type ColourFieldProps = {
  name: string;
  label: string;
  hint: string;
  /** As it is typed now. */
  typed: string;
  initial: string;
  /** What an empty field means. */
  house: Colour;
  error: string | undefined;
};

/** A colour as text, and with script the browser's own palette beside it, which writes into the text. */
export function ColourField({ name, label, hint, typed, initial, house, error }: ColourFieldProps) {
  const enhanced = useEnhanced();
  return (
    <div className="colour-field">
      {enhanced ? (
        <input
          type="color"
          aria-label={brandTexts.pick(label)}
          value={readColour(typed) ?? house}
          onChange={({ target }) => {
            const text = target.form?.elements.namedItem(name);
            if (!(text instanceof HTMLInputElement)) return;
            text.value = target.value;
            text.dispatchEvent(new Event("input", { bubbles: true }));
          }}
        />
      ) : null}
      <TextInput
        label={label}
        name={name}
        defaultValue={initial}
        placeholder={house}
        hint={`${hint} ${house}`}
        error={error}
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  );
}
