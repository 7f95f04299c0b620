import { data, Form } from "react-router";
import { chooseTemplates } from "#ticketing/delivery/templates/choose-templates.server.ts";
import {
  hasFixedName,
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
import { postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { SaveBar } from "../ui/save-bar.tsx";
import type { Route } from "./+types/template-choice-route.ts";
import { EmailFrame, EmailLoadFailed } from "./email-frame.tsx";
import { emailTexts, templateTitle } from "./email-texts.ts";
import { findFailedLetters } from "./failed-letters.server.ts";
import { loadFailure, runKeepingForm } from "./mail-trouble.server.ts";

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
  const loaded = await runKeepingForm(site, emailTexts.loadFailed, async () => {
    const { choice, sentThisMonth } = await findTemplateChoice(site, administrator);
    const templates = await listTemplates(site, administrator);
    return {
      options: templates
        .filter(({ name }) => !hasFixedName(name))
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
  return "trouble" in loaded ? loadFailure(loaded.trouble) : data({ view: loaded.value, problem: null });
}

export async function action(args: Route.ActionArgs) {
  const { context, request } = args;
  const site = context.get(siteContext);
  const sent = await request.clone().formData();
  const form = await postedForm(request, { one: [...templateUses, ...reentryFields] });
  const chosenName = (use: TemplateUse) => form.text(use).slice(0, 64);
  const choice = {
    regular_ticket: chosenName("regular_ticket"),
    season_pass: chosenName("season_pass"),
    welcome_email: chosenName("welcome_email"),
  };
  const answer = (status: number, more: Partial<TemplateChoiceAnswer>) =>
    data<TemplateChoiceAnswer>({ typed: choice, wrong: [], problem: null, ...more }, { status });
  const proven = await passwordAgain(args, "choose-templates", sent, texts.choosing);
  if (!proven.ok) return answer(proven.refusal.init?.status ?? 403, proven.refusal.data);
  const saveOutcome = await runKeepingForm(site, texts.saveFailed, () =>
    chooseTemplates(site, { actor: context.get(administratorContext), choice }),
  );
  if ("trouble" in saveOutcome)
    return answer(saveOutcome.trouble.status, { problem: saveOutcome.trouble.sentence });
  if (saveOutcome.value.ok) return redirectWithMessage(site, "/admin/email/config", "success", texts.saved);
  const { refusal } = saveOutcome.value;
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
            const chosenTemplate = view.options.find(({ name }) => name === chosen);
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
                  {chosenTemplate ? null : <option value={chosen}>{texts.missing(chosenTitle)}</option>}
                  {view.options.map((option) => (
                    <option key={option.name} value={option.name}>
                      {option.title}
                    </option>
                  ))}
                </Select>
                {chosenTemplate ? (
                  <ActLink
                    to={`/admin/email/templates/${chosenTemplate.id}`}
                    aria-label={`${texts.see}: ${chosenTemplate.title}`}
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
