import { readContent } from "#ticketing/content/content-queries.server.ts";
import { type LegalKey, readLegalText } from "#ticketing/content/legal-text.ts";
import { siteContext } from "#web/request/request-context.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { Route } from "./+types/legal-route.ts";
import { metaOfHead } from "./page-head.ts";
import { siteHead } from "./page-heads.server.ts";
import { publicTexts } from "./public-texts.ts";

export const meta = metaOfHead(() => publicTexts.legalLabel);

const keys: Record<string, LegalKey> = {
  "/termeni": "terms",
  "/confidentialitate": "privacy",
  "/cookies": "cookies",
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const path = new URL(request.url).pathname.replace(/\.data$|\/$/, "");
  const key = keys[path] ?? "terms";
  const content = await readContent(site.database.anonymous, [key]);
  const text = readLegalText(key, content.get(key));
  return {
    text,
    head: siteHead(site.origin, { path, title: text.title, description: text.intro || text.title }),
  };
}

export default function Legal({ loaderData: { text } }: Route.ComponentProps) {
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
