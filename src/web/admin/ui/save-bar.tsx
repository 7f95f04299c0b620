import { type RefObject, useEffect, useRef, useState } from "react";
import { useBlocker, useNavigation } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ActLink, Submit } from "./act-buttons.tsx";
import { officeTexts } from "./office-texts.ts";

type SaveBarProps = {
  save: string;
  cancelTo: string;
  /** The refused fields, by their names in the form. */
  wrong?: readonly { name: string; label: string }[];
  /** The address of a preview that the form can be sent to before it is saved. */
  preview?: { readonly to: string; readonly label: string } | undefined;
};

/** How many fields the bar names. It is one line, so it only counts the others. */
const namedInBar = 2;

/**
 * The bar at the bottom of a form: what is not saved yet, or links to the wrong fields, and the buttons to save and
 * to cancel. JavaScript warns before unsaved changes are lost.
 */
export function SaveBar({ save, cancelTo, wrong = [], preview }: SaveBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const changed = useChangedFields(bar);
  const isSaving = useNavigation().formMethod === "POST";
  useLeaveWarning(changed.length > 0 && !isSaving, preview?.to);
  useLossWarning(changed.length > 0, bar);
  return (
    <div className="save-bar" ref={bar}>
      {wrong.length > 0 ? (
        <p className="save-bar__state save-bar__state--bad">
          <Icon name="alert" /> {officeTexts.toCorrect(wrong.length)}:
          {wrong.slice(0, namedInBar).map((field) => (
            <a
              key={field.name}
              href={`#${field.name}`}
              onClick={(click) => {
                const control = bar.current?.closest("form")?.elements.namedItem(field.name);
                if (!(control instanceof HTMLElement)) return;
                click.preventDefault();
                control.focus();
              }}
            >
              {field.label}
            </a>
          ))}
          {officeTexts.andMore(wrong.length - namedInBar)}
        </p>
      ) : (
        <p className="save-bar__state" aria-live="polite">
          {changed.length > 0 ? (
            <>
              <Icon name="info" /> {officeTexts.unsaved(changed.slice(0, namedInBar).join(", "))}
              {officeTexts.andMore(changed.length - namedInBar)}
            </>
          ) : null}
        </p>
      )}
      <ActLink to={cancelTo} label={officeTexts.cancel} />
      {preview ? (
        <Button look="line" type="submit" formAction={preview.to} disabled={isSaving}>
          <Icon name="search" /> {preview.label}
        </Button>
      ) : null}
      <Submit look="sun" disabled={isSaving} label={save} />
    </div>
  );
}

/**
 * Returns the labels of the changed fields, in the form's order. A part of the form can also report a change that is
 * in no field: it sets `data-unsaved` and sends an `input` event.
 */
function useChangedFields(bar: RefObject<HTMLDivElement | null>): string[] {
  const [changed, setChanged] = useState<string[]>([]);
  useEffect(() => {
    const form = bar.current?.closest("form");
    if (!form) return;
    const update = () => {
      const parts = [...form.querySelectorAll("[data-unsaved]")];
      const labels = [
        ...[...form.elements].filter(isChanged).map(labelOf),
        ...parts.map((part) => inSentence(part.getAttribute("data-unsaved") ?? "")),
      ];
      setChanged([...new Set(labels)]);
    };
    form.addEventListener("input", update);
    return () => form.removeEventListener("input", update);
  }, [bar]);
  return changed;
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLInputElement) {
    // a chosen file is stored at once, and the picture's own field reports the change
    if (control.type === "hidden" || control.type === "file") return false;
    if (control.type === "checkbox" || control.type === "radio")
      return control.checked !== control.defaultChecked;
    return control.value !== control.defaultValue;
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control instanceof HTMLSelectElement)
    return [...control.options].some((option) => option.selected !== option.defaultSelected);
  return false;
}

function labelOf(control: Element): string {
  const { labels, name, type } = control as HTMLInputElement;
  // for several choices, the question is the name, not the answer
  const choice = control.closest(type === "radio" ? "fieldset" : "fieldset[data-choice]");
  const label = choice?.querySelector("legend") ?? labels?.[0];
  // a switch has its name in bold, before its description
  const words = (label?.querySelector("b") ?? label?.firstChild)?.textContent?.trim() ?? "";
  return inSentence(words || control.getAttribute("aria-label") || name);
}

/** Returns the label in lower case for a sentence; "SMTP host" keeps its capitals. */
function inSentence(words: string): string {
  return words.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLocaleLowerCase("ro"));
}

/** Warns before leaving the page with unsaved changes. Going to `carriedTo` loses nothing: the form is sent along. */
function useLeaveWarning(active: boolean, carriedTo: string | undefined): void {
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      active &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== carriedTo &&
      !window.confirm(officeTexts.leaveUnsaved),
  );
  useEffect(() => {
    if (!active) return;
    const warn = (leaving: BeforeUnloadEvent) => leaving.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [active]);
}

/** Asks before another form below is sent: its answer may show the saved row again, without what is typed here. */
function useLossWarning(active: boolean, bar: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const form = bar.current?.closest("form");
    if (!active || !form?.parentElement) return;
    const ask = (sending: Event) => {
      const isBelow =
        sending.target instanceof HTMLFormElement &&
        form.compareDocumentPosition(sending.target) === Node.DOCUMENT_POSITION_FOLLOWING &&
        !sending.target.closest("dialog");
      if (isBelow && !window.confirm(officeTexts.loseUnsaved)) sending.preventDefault();
    };
    const page = form.parentElement;
    page.addEventListener("submit", ask, true);
    return () => page.removeEventListener("submit", ask, true);
  }, [active, bar]);
}
