import { type RefObject, useEffect, useRef, useState } from "react";
import { Form, useFetcher } from "react-router";
import { Icon } from "#web/ui/icon.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { Submit } from "../ui/act-buttons.tsx";
import { Required } from "../ui/field-label.tsx";
import { SaveBar } from "../ui/save-bar.tsx";
import { shownField } from "../ui/shown-field.ts";
import { CodeField } from "./code-field.tsx";
import { CopyHtml } from "./copy-html.tsx";
import { emailTexts, templateTitle } from "./email-texts.ts";
import type { PreviewView } from "./mail-preview.tsx";
import { MailPreview } from "./mail-preview.tsx";
import type { TemplateAnswer, TemplatePageView } from "./template-reader.tsx";

const texts = emailTexts.templates;

type TemplateEditorProps = {
  template: NonNullable<TemplatePageView["template"]>;
  preview: PreviewView | null;
  answer: TemplateAnswer;
  variables: string[];
};

/** The preview is requested after this many milliseconds without typing. */
const previewDelayMs = 400;

/** Subject, HTML and text of a template, with a preview that follows the typing. */
export function TemplateEditor({ template, preview, answer, variables }: TemplateEditorProps) {
  const isNew = template.id === "new";
  const values = answer.typed ?? { ...template.words, name: template.name };
  const errors = answer.errors ?? {};
  const form = useRef<HTMLFormElement>(null);
  const enhanced = useEnhanced();
  const [part, setPart] = useState<"html" | "text">("html");
  const path = `/admin/email/templates/${template.id}`;
  const live = useLivePreview(form, path);
  const shownPreview = live.preview ?? preview;
  const field = (name: "html_content" | "text_content") =>
    form.current?.elements.namedItem(name) as HTMLTextAreaElement | null;

  const insert = (variable: string) => {
    const area = field(part === "html" ? "html_content" : "text_content");
    if (!area) return;
    area.focus();
    area.setRangeText(`{{${variable}}}`, area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  };

  return (
    <Form
      method="post"
      action={isNew ? path : `${path}?edit=1`}
      ref={form}
      className="template-form"
      onInput={live.ask}
      noValidate
    >
      <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      <input type="hidden" name="based_on" value={answer.basedOn ?? template.version} />
      <div className="template-form__parts">
        <section className="office-card template-editor">
          <header>
            <div>
              <h2>{isNew ? texts.newTitle : templateTitle(template.name)}</h2>
              {isNew ? null : (
                <p className="muted">
                  <code>{template.name}</code>, {texts.version(template.version)}
                </p>
              )}
            </div>
          </header>
          {isNew ? (
            <TextInput
              label={<Required>{texts.fields.name}</Required>}
              {...shownField("name", values, errors)}
              hint={texts.nameHint}
              autoComplete="off"
              spellCheck={false}
              required
            />
          ) : (
            <input type="hidden" name="name" value={template.name} />
          )}
          <TextInput
            label={<Required>{texts.fields.subject}</Required>}
            {...shownField("subject", values, errors)}
            autoComplete="off"
            required
          />
          {enhanced ? (
            <div className="template-editor__bar">
              <Segments
                legend={texts.showHtml}
                name="part"
                initial={part}
                options={[
                  { value: "html", label: texts.fields.html_content },
                  { value: "text", label: texts.fields.text_content },
                ]}
                onChoose={(value) => setPart(value === "text" ? "text" : "html")}
              />
              <CopyHtml html={() => field("html_content")?.value ?? ""} />
            </div>
          ) : null}
          <div hidden={enhanced && part !== "html"}>
            <CodeField
              label={texts.fields.html_content}
              name="html_content"
              initial={values.html_content}
              knownVariables={variables}
              error={errors.html_content}
            />
            <Warnings preview={shownPreview} />
          </div>
          <div hidden={enhanced && part !== "text"}>
            <CodeField
              label={texts.fields.text_content}
              name="text_content"
              initial={values.text_content}
              knownVariables={variables}
              error={errors.text_content}
              hint={texts.textHint}
            />
          </div>
          <h3>{texts.variables}</h3>
          <ul className="variable-chips">
            {variables.map((variable) => (
              <li key={variable}>
                {enhanced ? (
                  <button type="button" onClick={() => insert(variable)} title={texts.insert(variable)}>
                    {`{{${variable}}}`}
                  </button>
                ) : (
                  <code>{`{{${variable}}}`}</code>
                )}
              </li>
            ))}
          </ul>
        </section>
        {shownPreview ? (
          <MailPreview preview={shownPreview}>
            <div className="actions">
              {enhanced ? null : (
                <Submit size="small" name="intent" value="preview" icon="eye" label={texts.previewNow} />
              )}
              <Submit size="small" name="intent" value="sample" icon="send" label={texts.sample} />
            </div>
          </MailPreview>
        ) : null}
      </div>
      <SaveBar
        save={isNew ? texts.create : texts.save}
        cancelTo={isNew ? "/admin/email/templates" : path}
        wrong={Object.keys(errors).map((name) => ({ name, label: texts.fields[name as "name"] }))}
      />
    </Form>
  );
}

function Warnings({ preview }: { preview: PreviewView | null }) {
  return (
    <div aria-live="polite">
      {preview?.unknown.map(({ name, line }) => (
        <p className="template-warning" key={name}>
          <Icon name="alert" /> {texts.unknown(name, line)}
        </p>
      ))}
      {preview && preview.removed.length > 0 ? (
        <p className="template-warning">
          <Icon name="info" /> {texts.cleaned(preview.removed.join(", "))}
        </p>
      ) : null}
    </div>
  );
}

/**
 * Requests the preview from the server when the person stops typing. The server cleans the text as for a real email.
 */
function useLivePreview(form: RefObject<HTMLFormElement | null>, action: string) {
  const fetcher = useFetcher<TemplateAnswer>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (!form.current) return;
      const typed = new FormData(form.current);
      typed.set("intent", "preview");
      void fetcher.submit(typed, { method: "post", action });
    }, previewDelayMs);
  };
  return { ask, preview: fetcher.data?.preview ?? null };
}
