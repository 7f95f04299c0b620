import type { LegalText } from "#ticketing/content/legal-text.ts";
import { Notice } from "#web/ui/notice.tsx";
import { publicTexts } from "./public-texts.ts";

export function LegalPage({ text }: { text: LegalText }) {
  const titled = text.sections.filter((section) => section.title !== "");
  return (
    <div className="wrap below-head">
      <div className="page-head">
        <h1 className="display">{text.title}</h1>
        <p>{text.intro}</p>
      </div>
      {text.notice ? <Notice kind="info">{text.notice}</Notice> : null}
      <div className="legal">
        {titled.length > 0 ? (
          <nav aria-label={publicTexts.contents}>
            <ul>
              {titled.map((section) => (
                <li key={section.id}>
                  <a href={`#${section.id}`}>{section.title}</a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
        <div className="prose">
          {text.sections.map((section) => (
            <section key={section.id} aria-labelledby={section.title ? section.id : undefined}>
              {section.title ? (
                <h2 className="display" id={section.id}>
                  {section.title}
                </h2>
              ) : null}
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
