import type { ReactNode } from "react";
import { emailTexts } from "./email-texts.ts";
import type { PreviewView } from "./template-view.ts";

const texts = emailTexts.templates;

type MailPreviewProps = {
  preview: Pick<PreviewView, "subject" | "html">;
  title?: string;
  note?: string;
  children?: ReactNode;
};

/** An email with invented data in a frame where nothing runs; the document itself forbids every request. */
export function MailPreview({
  preview,
  title = texts.preview,
  note = texts.previewNote,
  children,
}: MailPreviewProps) {
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
      <iframe title={title} sandbox="allow-same-origin" srcDoc={preview.html} height={500} />
    </section>
  );
}
