import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { searchTexts } from "./search-texts.ts";

/** The search of the top bar. The key "/" leads to it from anywhere that is no field. */
export function SearchField() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const lead = (press: KeyboardEvent) => {
      const isTyping = (press.target as Element | null)?.closest?.("input, textarea, select, dialog[open]");
      if (press.key !== "/" || press.ctrlKey || press.metaKey || isTyping) return;
      press.preventDefault();
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
