import type { ReactNode } from "react";
import { officeTexts } from "./office-texts.ts";

type NothingHereProps = {
  title: string;
  text: string;
  /** `page` makes the title the screen's h1. */
  level?: "page" | "part";
  /** The text that was searched, and where it was searched. */
  searched?: readonly [text: string, hint: string];
  /** A link to another page. */
  children?: ReactNode;
};

/** An empty list, or a row that no longer exists: what it means and what to do now. */
export function NothingHere({ title, text, level = "part", searched, children }: NothingHereProps) {
  const Title = level === "page" ? "h1" : "h2";
  return (
    <section className="nothing-here">
      <svg viewBox="0 0 180 96" aria-hidden="true">
        <path d="M58 58a32 32 0 0 1 64 0z" />
        <path d="M10 60h160M40 70h100M66 80h48M82 90h16" />
      </svg>
      <Title>{title}</Title>
      <p>{text}</p>
      {searched?.[0] ? <p>{officeTexts.searched(...searched)}</p> : null}
      {children ? <div className="actions">{children}</div> : null}
    </section>
  );
}
