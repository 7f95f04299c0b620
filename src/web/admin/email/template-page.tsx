import { Link } from "react-router";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { EmailFrame } from "./email-frame.tsx";
import { emailTexts } from "./email-texts.ts";
import { TemplateEditor } from "./template-editor.tsx";
import { TemplateReader } from "./template-reader.tsx";
import type { TemplateAnswer, TemplatePageView } from "./template-view.ts";

const texts = emailTexts.templates;

/** The templates of emails: the list on the left, one of them on the right, shown or being edited. */
export function TemplatePage({ view, answer }: { view: TemplatePageView; answer: TemplateAnswer }) {
  const { template } = view;
  return (
    <EmailFrame sub={texts.sub(view.list.length)} failed={view.failed}>
      {answer.problem ? <Notice kind="bad">{answer.problem}</Notice> : null}
      {answer.done ? <Notice kind="ok">{answer.done}</Notice> : null}
      <div className="template-page">
        <nav className="office-card template-list" aria-label={texts.list}>
          <header>
            <h2>{texts.list}</h2>
            <Link
              className={`${buttonClass({ look: "quiet" })} icon-button`}
              to="/admin/email/templates/new"
              aria-label={texts.add}
              title={texts.add}
            >
              <OfficeIcon name="plus" />
            </Link>
          </header>
          <ul>
            {view.list.map((item) => (
              <li key={item.id}>
                <Link
                  to={`/admin/email/templates/${item.id}`}
                  aria-current={item.id === template?.id ? "true" : undefined}
                >
                  <b>{item.title}</b>
                  <small>{item.note}</small>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {template === null ? (
          <NothingHere title={texts.none} text={texts.noneText} />
        ) : view.mode === "view" ? (
          <TemplateReader template={template} preview={view.preview} />
        ) : (
          // a version that another person saved meanwhile must not empty the fields
          <TemplateEditor
            key={template.id}
            template={template}
            preview={answer.preview ?? view.preview}
            answer={answer}
            variables={view.variables}
          />
        )}
      </div>
    </EmailFrame>
  );
}
