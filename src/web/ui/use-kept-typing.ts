import { type RefObject, useLayoutEffect } from "react";

/** Keeps a typed name, email and phone, and nothing else, in the history entry: for a reload or a way back. */
export function useKeptTyping(form: RefObject<HTMLFormElement | null>): void {
  useLayoutEffect(() => {
    const { current } = form;
    if (!current) return;
    const typed: Record<string, string> = history.state?.usr?.typed ?? {};
    for (const field of current.elements)
      if (isKept(field) && field.value === "") field.value = typed[field.name] ?? "";
    const keep = () => {
      const fields = [...current.elements].filter(isKept).map(({ name, value }) => [name, value]);
      // the router keeps its own data beside `usr`
      const usr = { ...history.state?.usr, typed: Object.fromEntries(fields) };
      history.replaceState({ ...history.state, usr }, "");
    };
    current.addEventListener("input", keep);
    return () => current.removeEventListener("input", keep);
  }, [form]);
}

function isKept(field: Element): field is HTMLInputElement {
  return (
    field instanceof HTMLInputElement &&
    field.name !== "" &&
    ["name", "email", "tel"].includes(field.autocomplete)
  );
}
