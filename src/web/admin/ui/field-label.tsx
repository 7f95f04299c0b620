import { officeTexts } from "./office-texts.ts";

/** A star for the eyes. Screen readers know it from the control, which is `required`. */
export function Required({ children }: { children: string }) {
  return (
    <>
      {children}{" "}
      <span className="field-mark field-mark--required" aria-hidden="true">
        *
      </span>
    </>
  );
}

export function Optional({ children }: { children: string }) {
  return (
    <>
      {children} <span className="field-mark">{officeTexts.optional}</span>
    </>
  );
}
