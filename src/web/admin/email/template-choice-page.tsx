import { Form, Link } from "react-router";
import type { TemplateChoice, TemplateUse } from "#ticketing/delivery/templates/template-choice.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { SaveBar } from "../ui/save-bar.tsx";
import { EmailFrame } from "./email-frame.tsx";
import { emailTexts } from "./email-texts.ts";

const texts = emailTexts.choice;

export type TemplateChoiceView = {
  options: { id: string; name: string; title: string }[];
  uses: { use: TemplateUse; chosen: string; chosenTitle: string; sent: number }[];
  failed: number;
};

export type TemplateChoiceAnswer = { typed: TemplateChoice; wrong: TemplateUse[]; problem: string | null };

/** Which template is used when. */
export function TemplateChoicePage({
  view,
  answer,
}: {
  view: TemplateChoiceView;
  answer: TemplateChoiceAnswer | null;
}) {
  return (
    <EmailFrame sub={texts.sub} failed={view.failed}>
      {answer?.problem ? <Notice kind="bad">{answer.problem}</Notice> : null}
      <Form method="post" key={view.uses.map(({ chosen }) => chosen).join()}>
        <div className="office-card template-choice">
          {view.uses.map(({ use, chosen, chosenTitle, sent }) => {
            const [label, when] = texts.uses[use];
            const shown = view.options.find(({ name }) => name === chosen);
            return (
              <div className="template-choice__row" key={use}>
                <div>
                  <h2>{label}</h2>
                  <p className="muted">{when}</p>
                </div>
                <Select
                  label={label}
                  name={use}
                  defaultValue={answer?.typed[use] ?? chosen}
                  hint={texts.sent(sent)}
                  error={answer?.wrong.includes(use) ? texts.unknown : undefined}
                >
                  {shown ? null : <option value={chosen}>{texts.missing(chosenTitle)}</option>}
                  {view.options.map((option) => (
                    <option key={option.name} value={option.name}>
                      {option.title}
                    </option>
                  ))}
                </Select>
                {shown ? (
                  <Link
                    className={buttonClass({ look: "line" })}
                    to={`/admin/email/templates/${shown.id}`}
                    aria-label={`${texts.see}: ${shown.title}`}
                  >
                    <OfficeIcon name="eye" /> {texts.see}
                  </Link>
                ) : null}
              </div>
            );
          })}
        </div>
        <SaveBar save={texts.save} cancelTo="/admin/email/config" />
      </Form>
    </EmailFrame>
  );
}
