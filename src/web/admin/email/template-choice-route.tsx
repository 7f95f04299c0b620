import { data, Form } from "react-router";
import { chooseTemplates } from "#ticketing/delivery/templates/choose-templates.server.ts";
import {
  isEditedByName,
  type TemplateChoice,
  type TemplateUse,
  templateUses,
} from "#ticketing/delivery/templates/template-choice.ts";
import { findTemplateChoice, listTemplates } from "#ticketing/delivery/templates/template-queries.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import { type ReentryView, reentryFields } from "#web/sign-in/password-again-view.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { postedForm, said } from "../posted-form.server.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { SaveBar } from "../ui/save-bar.tsx";
import type { Route } from "./+types/template-choice-route.ts";
import { EmailFrame, EmailLoadFailed } from "./email-frame.tsx";
import { emailTexts, templateTitle } from "./email-texts.ts";
import { findFailedLetters } from "./failed-letters.server.ts";
import { notRead, withoutLosing } from "./mail-trouble.server.ts";

const texts = emailTexts.choice;

export const meta: Route.MetaFunction = () => [
  { title: adminTexts.pageTitle(`${emailTexts.tabChoice}, ${emailTexts.title}`) },
];

const kindOf = {
  regular_ticket: "ticket_confirmation",
  season_pass: "season_pass_confirmation",
  welcome_email: "welcome_email",
} as const;

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const administrator = context.get(administratorContext);
  const read = await withoutLosing(site, emailTexts.loadFailed, async () => {
    const { choice, sentThisMonth } = await findTemplateChoice(site, administrator);
    const templates = await listTemplates(site, administrator);
    return {
      options: templates
        .filter(({ name }) => !isEditedByName(name))
        .map(({ id, name }) => ({ id, name, title: templateTitle(name) })),
      uses: templateUses.map((use) => ({
        use,
        chosen: choice[use],
        chosenTitle: templateTitle(choice[use]),
        sent: sentThisMonth[kindOf[use]] ?? 0,
      })),
      failed: await findFailedLetters(site, administrator),
    };
  });
  return "trouble" in read ? notRead(read.trouble) : data({ view: read.value, problem: null });
}

export async function action(args: Route.ActionArgs) {
  const { context, request } = args;
  const site = context.get(siteContext);
  const sent = await request.clone().formData();
  const form = await postedForm(request, { one: [...templateUses, ...reentryFields] });
  const named = (use: TemplateUse) => form.text(use).slice(0, 64);
  const choice = {
    regular_ticket: named("regular_ticket"),
    season_pass: named("season_pass"),
    welcome_email: named("welcome_email"),
  };
  const answer = (status: number, more: Partial<TemplateChoiceAnswer>) =>
    data<TemplateChoiceAnswer>({ typed: choice, wrong: [], problem: null, ...more }, { status });
  const proven = await passwordAgain(args, "choose-templates", sent, texts.choosing);
  if (!proven.ok) return answer(proven.refusal.init?.status ?? 403, proven.refusal.data);
  const chosen = await withoutLosing(site, texts.saveFailed, () =>
    chooseTemplates(site, { actor: context.get(administratorContext), choice }),
  );
  if ("trouble" in chosen) return answer(chosen.trouble.status, { problem: chosen.trouble.sentence });
  if (chosen.value.ok) return said(site, "/admin/email/config", "success", texts.saved);
  const { refusal } = chosen.value;
  return refusal.reason === "not_allowed"
    ? answer(403, { problem: emailTexts.denied })
    : answer(422, { wrong: [...refusal.uses] });
}

type TemplateChoiceAnswer = {
  typed: TemplateChoice;
  wrong: TemplateUse[];
  problem: string | null;
  reentry?: ReentryView;
};

/** Which template is used when. */
export default function TemplateChoiceScreen({
  loaderData: { view, problem },
  actionData: answer,
}: Route.ComponentProps) {
  if (!view) return <EmailLoadFailed sentence={problem} />;
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
                  <ActLink
                    to={`/admin/email/templates/${shown.id}`}
                    aria-label={`${texts.see}: ${shown.title}`}
                    icon="eye"
                    label={texts.see}
                  />
                ) : null}
              </div>
            );
          })}
        </div>
        <SaveBar save={texts.save} cancelTo="/admin/email/config" />
      </Form>
      {answer?.reentry ? <ReentryDialog view={answer.reentry} /> : null}
    </EmailFrame>
  );
}
