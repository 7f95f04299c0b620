import { Form, Link } from "react-router";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { EmailFrame } from "./email-frame.tsx";
import { emailTexts } from "./email-texts.ts";
import type { LineChange } from "./line-changes.ts";
import { MailPreview } from "./mail-preview.tsx";

const texts = emailTexts.versions;

export type TemplateHistoryView = {
  id: string;
  title: string;
  versions: { version: number; who: string; when: string; changed: string }[];
  inUse: number;
  /** The version that is compared with the one in use. */
  shown: number;
  subject: LineChange[];
  /** What one reads in the letter. */
  words: LineChange[];
  html: LineChange[];
  text: LineChange[];
  before: { subject: string; html: string };
  now: { subject: string; html: string };
  failed: number;
};

/** An earlier version of a template, compared with the present one, and the form to restore it. */
export function TemplateHistoryPage({ view }: { view: TemplateHistoryView }) {
  const path = `/admin/email/templates/${view.id}`;
  const isOld = view.shown !== view.inUse;
  return (
    <EmailFrame sub={texts.sub(view.title, view.versions.length)} failed={view.failed}>
      <div className="template-page template-page--history">
        <nav className="office-card template-list" aria-label={texts.list}>
          <header>
            <h2>{texts.list}</h2>
          </header>
          <ol reversed>
            {view.versions.map(({ version, who, when, changed }) => (
              <li key={version}>
                <Link
                  to={`${path}/history?version=${version}`}
                  aria-current={version === view.shown ? "true" : undefined}
                  preventScrollReset
                >
                  <b>{emailTexts.templates.version(version)}</b>
                  <small>
                    {[version === view.inUse ? texts.inUse : "", changed, who, when]
                      .filter(Boolean)
                      .join(", ")}
                  </small>
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <section className="office-card template-editor">
          <header>
            <h2>{isOld ? texts.changes(view.shown, view.inUse) : texts.shown(view.inUse)}</h2>
          </header>
          <h3>{emailTexts.templates.fields.subject}</h3>
          <Changes changes={view.subject} />
          <h3>{texts.inWords}</h3>
          <Changes changes={view.words} nothing={view.html.length > 0 ? texts.onlyLook : texts.nothing} />
          {view.html.length > 0 ? (
            <details className="template-html">
              <summary>{texts.inCode}</summary>
              <Changes changes={view.html} />
            </details>
          ) : null}
          {view.text.length > 0 ? (
            <details className="template-html">
              <summary>{texts.inText}</summary>
              <Changes changes={view.text} />
            </details>
          ) : null}
          <div className="template-versions">
            {isOld ? <MailPreview preview={view.before} title={texts.shown(view.shown)} /> : null}
            <MailPreview preview={view.now} title={texts.shown(view.inUse)} note={texts.inUse} />
          </div>
        </section>
      </div>
      <Form method="post" className="save-bar">
        <p className="save-bar__state">{isOld ? texts.note(view.inUse) : null}</p>
        <Link className={buttonClass({ look: "line" })} to={path}>
          {texts.back}
        </Link>
        {isOld ? (
          <Button look="sun" type="submit" name="version" value={view.shown}>
            <OfficeIcon name="undo" /> {texts.restore(view.shown)}
          </Button>
        ) : null}
      </Form>
    </EmailFrame>
  );
}

const signs = { gone: "−", new: "+", same: " " } as const;

function Changes({ changes, nothing = texts.nothing }: { changes: LineChange[]; nothing?: string }) {
  if (changes.length === 0) return <p className="muted">{nothing}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className="line-changes" tabIndex={0}>
      {changes.map((change) =>
        change.kind === "skipped" ? (
          <span key={change.at} className="line-changes__skipped">
            {texts.same(change.lines)}
          </span>
        ) : (
          <span key={`${change.kind}${change.at}`} className={`line-changes__${change.kind}`}>
            {signs[change.kind]} {change.words}
          </span>
        ),
      )}
    </pre>
  );
}
