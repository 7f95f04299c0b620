import { data } from "react-router";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { sendTestLetter } from "#ticketing/delivery/send-test-letter.server.ts";
import {
  defaultPop3Port,
  defaultSmtpPort,
  type MailSettingsFields,
} from "#ticketing/letters/mail-settings.ts";
import {
  type MailSettingsForm,
  type MailSettingsProblems,
  mailSettingsFields,
  readMailSettings,
} from "#ticketing/letters/mail-settings-form.ts";
import { findMailSettings } from "#ticketing/letters/mail-settings-queries.server.ts";
import { saveMailSettings } from "#ticketing/letters/save-mail-settings.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { reentryField, reentryKeyField } from "#web/sign-in/password-again-view.ts";
import { adminTexts } from "../admin-texts.ts";
import { type Administrator, administratorContext } from "../administrator.server.ts";
import { postedForm } from "../posted-form.server.ts";
import type { Route } from "./+types/mail-settings-route.ts";
import { EmailLoadFailed } from "./email-frame.tsx";
import { emailTexts } from "./email-texts.ts";
import { findFailedLetters } from "./failed-letters.server.ts";
import { MailSettingsPage } from "./mail-settings-page.tsx";
import type { MailSettingsAnswer, MailSettingsPageView, MailSettingsValues } from "./mail-settings-view.ts";
import { mailFieldProblems, mailVerdicts } from "./mail-texts.ts";
import { withoutLosing } from "./mail-trouble.server.ts";

const texts = emailTexts.settings;

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(emailTexts.title) }];

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const administrator = context.get(administratorContext);
  const read = await withoutLosing(site, emailTexts.loadFailed, async () => {
    const settings = await findMailSettings(site, administrator);
    const view: MailSettingsPageView = {
      values: settings ? valuesOf(settings) : await firstValues(site),
      savedAt: settings?.updatedAt?.toISOString() ?? "",
      isPasswordSet: settings !== undefined,
      recipient: administrator.email,
      needsPassword: !administrator.isReconfirmed,
      failed: await findFailedLetters(site, administrator),
    };
    return view;
  });
  return "trouble" in read
    ? data({ view: null, problem: read.trouble.sentence }, read.trouble.status)
    : data({ view: read.value, problem: null });
}

export async function action(args: Route.ActionArgs) {
  const site = args.context.get(siteContext);
  const administrator = args.context.get(administratorContext);
  await postedForm(args.request.clone(), {
    one: [...mailSettingsFields, "enabled", "intent", reentryField, reentryKeyField],
  });
  const form = await args.request.formData();
  const intent = form.get("intent");
  form.delete("intent");
  const values = typedValues(form);
  const answer = (status: number, more: MailSettingsAnswer) => data({ values, ...more }, status);
  const fields = Object.fromEntries([...form].filter(([name]) => name !== reentryField));
  delete fields[reentryKeyField];
  const read = readMailSettings(fields);
  if (!read.ok)
    return read.refusal.reason === "fields"
      ? answer(422, { errors: sentences(read.refusal.problems) })
      : answer(400, { problem: emailTexts.notUnderstood });
  if (intent === "test") return test(site, administrator, read.value, answer);

  const again = await passwordAgain(args, "save-mail-settings", form, texts.againPurpose);
  if (!again.ok) {
    const { data: asked, init } = again.refusal;
    return answer(init?.status ?? 403, asked);
  }
  const saved = await withoutLosing(site, texts.saveFailed, () =>
    saveMailSettings(site, { actor: administrator, form: read.value }),
  );
  if ("trouble" in saved) return answer(saved.trouble.status, { problem: saved.trouble.sentence });
  if (saved.value.ok)
    return seeOther("/admin/email", {
      origin: site.origin,
      flash: { kind: "success", text: texts.saved },
    });
  const { refusal } = saved.value;
  return refusal.reason === "not_allowed"
    ? answer(403, { problem: texts.notAllowed })
    : answer(422, { errors: sentences(refusal.problems) });
}

type Answering = (status: number, more: MailSettingsAnswer) => ReturnType<typeof data<MailSettingsAnswer>>;

async function test(
  site: SiteServices,
  administrator: Administrator,
  form: MailSettingsForm,
  answer: Answering,
) {
  const tried = await withoutLosing(site, emailTexts.trial.notSent, () =>
    sendTestLetter(site, { actor: administrator, recipient: administrator.email, form }),
  );
  if ("trouble" in tried) return answer(tried.trouble.status, { problem: tried.trouble.sentence });
  if (tried.value.ok) {
    const verdict = tried.value.value;
    return answer(200, {
      verdict,
      ...(verdict === "ok" ? {} : { problem: emailTexts.trial.failed(mailVerdicts[verdict]) }),
    });
  }
  const { refusal } = tried.value;
  switch (refusal.reason) {
    case "not_allowed":
      return answer(403, { problem: emailTexts.trial.notAllowed });
    case "fields":
      return answer(422, { errors: sentences(refusal.problems) });
    case "too_often":
      return answer(429, { problem: emailTexts.trial.tooOften });
  }
}

function sentences(problems: MailSettingsProblems): MailSettingsAnswer["errors"] {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, mailFieldProblems[problem]]),
  );
}

function valuesOf(settings: MailSettingsFields): MailSettingsValues {
  return {
    smtp_host: settings.smtpHost,
    smtp_port: String(settings.smtpPort),
    username: settings.username,
    from_name: settings.fromName,
    from_email: settings.fromEmail,
    reply_to: settings.replyTo ?? "",
    pop3_host: settings.pop3Host ?? "",
    pop3_port: String(settings.pop3Port ?? defaultPop3Port),
    enabled: settings.enabled,
  };
}

/** The first values of a new installation: the usual ports, and the club's own name as the sender. */
async function firstValues(site: SiteServices): Promise<MailSettingsValues> {
  const content = await readContent(site.database.anonymous, ["club"]);
  return {
    smtp_host: "",
    smtp_port: String(defaultSmtpPort),
    username: "",
    from_name: withDefaults(defaultClub, content.get("club")).full_name,
    from_email: "",
    reply_to: "",
    pop3_host: "",
    pop3_port: String(defaultPop3Port),
    enabled: false,
  };
}

function typedValues(form: FormData): MailSettingsValues {
  const typed = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, 500) : "";
  };
  return {
    smtp_host: typed("smtp_host"),
    smtp_port: typed("smtp_port"),
    username: typed("username"),
    from_name: typed("from_name"),
    from_email: typed("from_email"),
    reply_to: typed("reply_to"),
    pop3_host: typed("pop3_host"),
    pop3_port: typed("pop3_port"),
    enabled: form.has("enabled"),
  };
}

export default function MailSettings({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.view) return <EmailLoadFailed sentence={loaderData.problem} />;
  return <MailSettingsPage view={loaderData.view} answer={actionData ?? {}} />;
}
