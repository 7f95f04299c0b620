import type { ReactNode } from "react";
import { Form } from "react-router";
import { Icon } from "#web/ui/icon.tsx";
import { gateTexts } from "./gate-texts.ts";

/** The title of a page of the door, which no search engine lists. */
export const titled = (title: string) => [{ title }, { name: "robots", content: "noindex" }];

/** Says why a form of the door was refused; shows nothing when it was not. */
export function GateNotice({ text, id }: { text: string | null | undefined; id?: string }) {
  return text ? (
    <p className="gate__error" id={id} role="alert">
      <Icon name="alert" /> {text}
    </p>
  ) : null;
}

type GateSearchProps = {
  id: string;
  label: string;
  text: string;
  button: "main" | "second";
  children?: ReactNode;
};

export function GateSearch({ id, label, text, button, children }: GateSearchProps) {
  return (
    <Form className="gate__typed gate__typed--name" role="search" aria-label={gateTexts.findGuest}>
      {children}
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        key={text}
        type="search"
        name="q"
        defaultValue={text}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button className={`gate__big gate__big--${button}`} type="submit">
        <Icon name="search" /> {gateTexts.findGuest}
      </button>
    </Form>
  );
}
