import { type ReactNode, useId } from "react";
import { emailTexts } from "./email-texts.ts";

export type PreviewView = {
  subject: string;
  html: string;
  unknown: { name: string; line: number }[];
  removed: string[];
};

const texts = emailTexts.templates;

type MailPreviewProps = {
  preview: Pick<PreviewView, "subject" | "html">;
  title?: string;
  note?: string;
  children?: ReactNode;
};

/** An email with sample data, in a frame that runs no scripts; the document itself forbids every request. */
export function MailPreview({
  preview,
  title = texts.preview,
  note = texts.previewNote,
  children,
}: MailPreviewProps) {
  const group = useId();
  return (
    <section className="office-card mail-preview" aria-label={title}>
      <header>
        <div>
          <h2>{title}</h2>
          <p className="muted">{note}</p>
        </div>
        {children}
      </header>
      <p className="mail-preview__subject">
        <span className="muted">{texts.subject}</span> {preview.subject}
      </p>
      <fieldset className="segments mail-preview__widths">
        <legend className="visually-hidden">{texts.widths.legend}</legend>
        {(["phone", "desktop"] as const).map((width) => (
          <label key={width}>
            {/* belongs to no form: it chooses the shown width, with and without JavaScript */}
            <input type="radio" form="" name={group} value={width} defaultChecked={width === "phone"} />
            <span>{texts.widths[width]}</span>
          </label>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="mail-preview__frame" tabIndex={0}>
        <iframe title={title} sandbox="allow-same-origin" srcDoc={preview.html} height={500} />
      </div>
    </section>
  );
}
