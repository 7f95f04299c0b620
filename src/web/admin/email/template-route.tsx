import { data, Link } from "react-router";
import { specifiedVariables, variablesIn } from "#ticketing/delivery/fill-template.ts";
import { createTemplate } from "#ticketing/delivery/templates/create-template.server.ts";
import { deleteTemplate } from "#ticketing/delivery/templates/delete-template.server.ts";
import { previewTemplate } from "#ticketing/delivery/templates/preview-template.server.ts";
import { saveTemplate } from "#ticketing/delivery/templates/save-template.server.ts";
import { sendTemplateSample } from "#ticketing/delivery/templates/send-template-sample.server.ts";
import { hasFixedName, templateUses } from "#ticketing/delivery/templates/template-choice.ts";
import {
  readNewTemplate,
  readTemplate,
  type TemplateFormRefusal,
  type TemplateWords,
} from "#ticketing/delivery/templates/template-form.ts";
import {
  findTemplateChoice,
  isBuiltInName,
  listTemplates,
  withKeptParts,
} from "#ticketing/delivery/templates/template-queries.server.ts";
import type { UnfitTemplate } from "#ticketing/delivery/templates/write-letter.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import { reentryFields } from "#web/sign-in/password-again-view.ts";
import { Notice } from "#web/ui/notice.tsx";
import { adminTexts } from "../admin-texts.ts";
import { type Administrator, administratorContext } from "../administrator.server.ts";
import { type PostedForm, postedForm, redirectWithMessage } from "../posted-form.server.ts";
import { IconLink } from "../ui/act-buttons.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import type { Route } from "./+types/template-route.ts";
import { EmailFrame, EmailLoadFailed } from "./email-frame.tsx";
import { emailTexts, mailVerdicts, templateTitle } from "./email-texts.ts";
import { findFailedLetters } from "./failed-letters.server.ts";
import { runKeepingForm } from "./mail-trouble.server.ts";
import { TemplateEditor } from "./template-editor.tsx";
import { type TemplateAnswer, type TemplatePageView, TemplateReader } from "./template-reader.tsx";

const texts = emailTexts.templates;
const templatesPath = "/admin/email/templates";
const fields = ["name", "subject", "html_content", "text_content", "part", ...reentryFields];

export const meta: Route.MetaFunction = () => [
  { title: adminTexts.pageTitle(`${emailTexts.tabTemplates}, ${emailTexts.title}`) },
];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const administrator = context.get(administratorContext);
  const isEditing = new URL(request.url).searchParams.has("edit");
  const loaded = await runKeepingForm(site, emailTexts.loadFailed, () =>
    viewOf(site, administrator, params.id, isEditing),
  );
  if ("trouble" in loaded)
    return data({ view: null, problem: loaded.trouble.sentence }, { status: loaded.trouble.status });
  if (loaded.value === "missing") throw data(null, { status: 404 });
  return data({ view: loaded.value, problem: null });
}

async function viewOf(
  site: SiteServices,
  administrator: Administrator,
  id: string | undefined,
  isEditing: boolean,
): Promise<TemplatePageView | "missing"> {
  const templates = await listTemplates(site, administrator);
  const { choice } = await findTemplateChoice(site, administrator);
  const list = templates.map((template) => ({
    id: template.id,
    name: template.name,
    title: templateTitle(template.name),
    note: hasFixedName(template.name)
      ? texts.edited[template.name]
      : templateUses
          .filter((use) => choice[use] === template.name)
          .map((use) => texts.uses[use])
          .join(", ") || texts.unused,
  }));
  const common = {
    list,
    variables: [...specifiedVariables, "ticket_list"] as string[],
    failed: await findFailedLetters(site, administrator),
  };
  if (id === "new")
    return {
      ...common,
      mode: "new",
      template: {
        id: "new",
        name: "",
        version: 0,
        isBuiltIn: false,
        words: { subject: "", html_content: "", text_content: "" },
      },
      preview: await previewOf(site, administrator, "", { subject: "", html: "", text: "" }),
    };
  const shownTemplate = id === undefined ? templates[0] : templates.find((template) => template.id === id);
  if (!shownTemplate)
    return id === undefined ? { ...common, mode: "view", template: null, preview: null } : "missing";
  const { subject, html, text } = shownTemplate;
  const ownVariables = isBuiltInName(shownTemplate.name) ? variablesIn(`${subject}${html}${text}`) : [];
  return {
    ...common,
    variables: [...new Set([...(hasFixedName(shownTemplate.name) ? [] : common.variables), ...ownVariables])],
    mode: isEditing ? "edit" : "view",
    template: {
      id: shownTemplate.id,
      name: shownTemplate.name,
      version: shownTemplate.version,
      isBuiltIn: shownTemplate.isBuiltIn,
      words: { subject, html_content: html, text_content: text },
    },
    preview: await previewOf(site, administrator, shownTemplate.name, { subject, html, text }),
  };
}

async function previewOf(site: SiteServices, actor: Administrator, name: string, words: TemplateWords) {
  const preview = await previewTemplate({ actor, template: await withKeptParts(site, actor, name, words) });
  if (!preview.ok) throw new Response(null, { status: 403 });
  const { subject, html, unknown, removed } = preview.value;
  return { subject, html, unknown: [...unknown], removed: [...removed] };
}

const answer = (status: number, more: TemplateAnswer) => data(more, { status });

export async function action(args: Route.ActionArgs) {
  const { context, params, request } = args;
  const site = context.get(siteContext);
  const administrator = context.get(administratorContext);
  const sent = await request.clone().formData();
  const form = await postedForm(request, { one: [...fields, "based_on", "intent"] });
  const intent = form.text("intent");
  if (intent === "delete") return remove(site, administrator, params.id ?? "");
  const typed = typedIn(form);
  const { name, ...words } = typed;
  const typedWords = { subject: words.subject, html: words.html_content, text: words.text_content };
  if (intent === "preview")
    return answer(200, { typed, preview: await previewOf(site, administrator, name, typedWords) });

  const isNew = params.id === "new";
  const parsedForm = isNew ? readNewTemplate(typed) : readTemplate(words);
  const refuse = async (status: number, more: TemplateAnswer) =>
    answer(status, { typed, preview: await previewOf(site, administrator, name, typedWords), ...more });
  if (!parsedForm.ok)
    return refuse(parsedForm.refusal.reason === "fields" ? 422 : 400, problemsOf(parsedForm.refusal));
  if (intent === "sample") return sendSample(site, administrator, { name, words: parsedForm.value }, refuse);
  if (isNew) {
    const proven = await passwordAgain(args, "create-template", sent, texts.saving(templateTitle(name)));
    if (!proven.ok) return refuse(proven.refusal.init?.status ?? 403, proven.refusal.data);
    const creation = await runKeepingForm(site, texts.createFailed, () =>
      createTemplate(site, { actor: administrator, template: { name: name.trim(), ...parsedForm.value } }),
    );
    if ("trouble" in creation) return refuse(creation.trouble.status, { problem: creation.trouble.sentence });
    if (creation.value.ok) return leaveTo(site, `${templatesPath}/${creation.value.value.id}`, texts.created);
    switch (creation.value.refusal.reason) {
      case "not_allowed":
        return refuse(403, { problem: emailTexts.denied });
      case "name_taken":
        return refuse(409, { errors: { name: texts.nameTaken } });
      case "empty":
      case "in_address":
        return refuse(422, { errors: unfitProblem(creation.value.refusal) });
    }
  }
  const proven = await passwordAgain(args, "save-template", sent, texts.saving(templateTitle(name)));
  if (!proven.ok) return refuse(proven.refusal.init?.status ?? 403, proven.refusal.data);
  const basedOn = Number(form.text("based_on"));
  const saved = await runKeepingForm(site, texts.saveFailed, () =>
    saveTemplate(site, { actor: administrator, id: params.id ?? "", basedOn, words: parsedForm.value }),
  );
  if ("trouble" in saved) return refuse(saved.trouble.status, { problem: saved.trouble.sentence });
  if (saved.value.ok)
    return leaveTo(
      site,
      `${templatesPath}/${params.id}`,
      saved.value.value.isNew ? texts.saved : texts.unchanged,
    );
  switch (saved.value.refusal.reason) {
    case "not_allowed":
      return refuse(403, { problem: emailTexts.denied });
    case "not_found":
      return refuse(404, { problem: texts.saveFailed });
    case "empty":
    case "in_address":
      return refuse(422, { errors: unfitProblem(saved.value.refusal) });
    case "changed_meanwhile": {
      const present = (await listTemplates(site, administrator)).find((one) => one.id === params.id);
      return refuse(409, { problem: texts.changedMeanwhile, basedOn: present?.version ?? basedOn });
    }
  }
}

async function sendSample(
  site: SiteServices,
  administrator: Administrator,
  { name, words }: { name: string; words: TemplateWords },
  refuse: (status: number, more: TemplateAnswer) => Promise<ReturnType<typeof answer>>,
) {
  const sent = await runKeepingForm(site, emailTexts.trial.notSent, async () =>
    sendTemplateSample(site, {
      actor: administrator,
      recipient: administrator.email,
      words: await withKeptParts(site, administrator, name, words),
    }),
  );
  if ("trouble" in sent) return refuse(sent.trouble.status, { problem: sent.trouble.sentence });
  if (sent.value.ok) {
    const verdict = sent.value.value;
    return verdict === "ok"
      ? refuse(200, { done: texts.sampleSent(administrator.email) })
      : refuse(200, { problem: emailTexts.trial.failed(mailVerdicts[verdict]) });
  }
  switch (sent.value.refusal.reason) {
    case "not_allowed":
      return refuse(403, { problem: emailTexts.trial.notAllowed });
    case "no_mail":
      return refuse(409, { problem: texts.noMail });
    case "empty":
      return refuse(422, { errors: unfitProblem(sent.value.refusal) });
  }
}

async function remove(site: SiteServices, administrator: Administrator, id: string) {
  const deleted = await runKeepingForm(site, texts.removeFailed, () =>
    deleteTemplate(site, { actor: administrator, id }),
  );
  if ("trouble" in deleted) return answer(deleted.trouble.status, { problem: deleted.trouble.sentence });
  if (!deleted.value.ok)
    return deleted.value.refusal.reason === "not_allowed"
      ? answer(403, { problem: emailTexts.denied })
      : answer(404, { problem: texts.removeFailed });
  const { nextId } = deleted.value.value;
  return leaveTo(site, nextId === null ? templatesPath : `${templatesPath}/${nextId}`, texts.removed);
}

function leaveTo(site: SiteServices, path: string, text: string) {
  return redirectWithMessage(site, path, "success", text);
}

function problemsOf(refusal: TemplateFormRefusal): TemplateAnswer {
  if (refusal.reason === "not_understood") return { problem: emailTexts.notUnderstood };
  const { problems } = refusal;
  const errors = Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, texts.problems[problem]]),
  );
  return { errors, ...(Object.values(problems).includes("required") ? { problem: texts.required } : {}) };
}

function unfitProblem(refusal: UnfitTemplate): NonNullable<TemplateAnswer["errors"]> {
  if (refusal.reason === "in_address") return { [refusal.field]: texts.inAddress };
  const { field, unknown } = refusal;
  return { [field]: unknown.length > 0 ? texts.emptyUnknown(unknown) : texts.empty };
}

function typedIn(form: PostedForm) {
  return {
    name: form.text("name"),
    subject: form.text("subject"),
    html_content: form.text("html_content"),
    text_content: form.text("text_content"),
  };
}

export default function Template({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.view) return <EmailLoadFailed sentence={loaderData.problem} />;
  return <TemplatePage view={loaderData.view} answer={(actionData as TemplateAnswer | undefined) ?? {}} />;
}

/** The email templates: the list on the left, one template on the right, shown or edited. */
function TemplatePage({ view, answer }: { view: TemplatePageView; answer: TemplateAnswer }) {
  const { template } = view;
  return (
    <EmailFrame sub={texts.sub(view.list.length)} failed={view.failed}>
      {answer.problem ? <Notice kind="bad">{answer.problem}</Notice> : null}
      {answer.done ? <Notice kind="ok">{answer.done}</Notice> : null}
      <div className="template-page">
        <nav className="office-card template-list" aria-label={texts.list}>
          <header>
            <h2>{texts.list}</h2>
            <IconLink icon="plus" label={texts.add} to="/admin/email/templates/new" />
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
          // the key has no version, because another person's save must not empty the fields
          <TemplateEditor
            key={template.id}
            template={template}
            preview={answer.preview ?? view.preview}
            answer={answer}
            variables={view.variables}
          />
        )}
      </div>
      {answer.reentry ? <ReentryDialog view={answer.reentry} /> : null}
    </EmailFrame>
  );
}
