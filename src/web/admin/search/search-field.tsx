import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { searchTexts } from "./search-texts.ts";

/** The search in the top bar. The key "/" focuses it, except inside a field. */
export function SearchField() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const lead = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element | null)?.closest?.("input, textarea, select, dialog[open]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", lead);
    return () => document.removeEventListener("keydown", lead);
  }, []);
  return (
    <Form className="office-find" role="search" action="/admin/search" aria-label={searchTexts.everywhere}>
      <OfficeIcon name="search" />
      <input
        ref={input}
        type="search"
        name="q"
        aria-label={searchTexts.label}
        placeholder={searchTexts.hint}
        autoComplete="off"
      />
      <span className="office-find__key" aria-hidden="true">
        /
      </span>
    </Form>
  );
}
