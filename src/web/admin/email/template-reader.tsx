import { Form, Link, useSearchParams } from "react-router";
import type { TemplateField } from "#ticketing/delivery/templates/template-form.ts";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ActLink, Submit } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { CopyHtml } from "./copy-html.tsx";
import { emailTexts, templateTitle } from "./email-texts.ts";
import { MailPreview, type PreviewView } from "./mail-preview.tsx";

const texts = emailTexts.templates;

type TemplateReaderProps = {
  template: NonNullable<TemplatePageView["template"]>;
  preview: PreviewView | null;
};

/** A saved template: its text, a preview and its acts. */
export function TemplateReader({ template, preview }: TemplateReaderProps) {
  const [query] = useSearchParams();
  const { id, name, version, isBuiltIn, words } = template;
  const path = `/admin/email/templates/${id}`;
  return (
    <>
      <section className="office-card template-editor" aria-label={templateTitle(name)}>
        <header>
          <div>
            <h2>{templateTitle(name)}</h2>
            <p className="muted">
              <code>{name}</code>, {texts.version(version)}
              {isBuiltIn ? `, ${texts.builtIn}` : null}
            </p>
          </div>
          <div className="actions">
            <Link
              className={buttonClass({ look: "risk", size: "small" })}
              to={`${path}?delete=1`}
              preventScrollReset
            >
              <OfficeIcon name="trash" /> {texts.remove}
            </Link>
            <ActLink look="sun" size="small" to={`${path}?edit=1`} icon="pencil" label={texts.edit} />
          </div>
        </header>
        <dl className="template-words">
          <dt>{texts.fields.subject}</dt>
          <dd>
            <code>{words.subject}</code>
          </dd>
        </dl>
        <details className="template-html">
          <summary>{texts.showHtml}</summary>
          <CopyHtml html={() => words.html_content} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
          <pre tabIndex={0}>
            <code>{words.html_content}</code>
          </pre>
        </details>
        {words.text_content ? (
          <details className="template-html">
            <summary>{texts.fields.text_content}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
            <pre tabIndex={0}>{words.text_content}</pre>
          </details>
        ) : null}
      </section>
      {preview ? <MailPreview preview={preview} /> : null}
      {query.has("delete") ? (
        <AddressDialog
          shape="dialog"
          title={texts.removeAsk}
          closeTo={path}
          actions={
            <Form method="post" action={path}>
              <Submit look="risk-full" name="intent" value="delete" label={texts.remove} />
            </Form>
          }
        >
          <p>{texts.removeText}</p>
        </AddressDialog>
      ) : null}
    </>
  );
}

type TemplateListItem = { id: string; name: string; title: string; note: string };

type TemplateWordsView = { subject: string; html_content: string; text_content: string };

export type TemplatePageView = {
  list: TemplateListItem[];
  /** Null when no template exists. */
  template: {
    /** "new" until the template is saved. */
    id: string;
    name: string;
    version: number;
    isBuiltIn: boolean;
    words: TemplateWordsView;
  } | null;
  mode: "view" | "edit" | "new";
  preview: PreviewView | null;
  variables: string[];
  failed: number;
};

export type TemplateAnswer = {
  typed?: TemplateWordsView & { name: string };
  /** The version that another click on "save" would replace. */
  basedOn?: number;
  errors?: Partial<Record<TemplateField, string>>;
  problem?: string;
  preview?: PreviewView;
  done?: string;
  reentry?: ReentryView;
};
