import { data } from "react-router";
import { formatInstant } from "#kernel/time.ts";
import { previewTemplate } from "#ticketing/delivery/templates/preview-template.server.ts";
import { restoreTemplate } from "#ticketing/delivery/templates/restore-template.server.ts";
import { textOfHtml } from "#ticketing/delivery/templates/template-html.server.ts";
import { listVersions, type TemplateVersion } from "#ticketing/delivery/templates/template-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { postedForm } from "../posted-form.server.ts";
import type { Route } from "./+types/template-history-route.ts";
import { EmailLoadFailed } from "./email-frame.tsx";
import { emailTexts, templateTitle } from "./email-texts.ts";
import { findFailedLetters } from "./failed-letters.server.ts";
import { lineChanges } from "./line-changes.ts";
import { withoutLosing } from "./mail-trouble.server.ts";
import { TemplateHistoryPage, type TemplateHistoryView } from "./template-history-page.tsx";

const texts = emailTexts.versions;

export const meta: Route.MetaFunction = () => [
  { title: adminTexts.pageTitle(`${texts.list}, ${emailTexts.title}`) },
];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const administrator = context.get(administratorContext);
  const asked = Number(new URL(request.url).searchParams.get("version"));
  const read = await withoutLosing(site, emailTexts.loadFailed, async () => {
    const history = await listVersions(site, administrator, params.id);
    if (!history) return "missing";
    const { template, versions } = history;
    const shown =
      versions.find(({ version }) => version === asked) ??
      versions.find(({ version }) => version !== template.version) ??
      versions[0];
    if (!shown) return "missing";
    const [then, now] = await Promise.all(
      [shown, template].map((one) => previewTemplate({ actor: administrator, template: one })),
    );
    if (!then?.ok || !now?.ok) throw new Response(null, { status: 403 });
    const view: TemplateHistoryView = {
      id: template.id,
      title: templateTitle(template.name),
      versions: versions.map((one, at) => ({
        version: one.version,
        who: one.authorName ?? texts.program,
        when: formatInstant(one.at),
        changed: changedParts(versions[at + 1], one),
      })),
      inUse: template.version,
      shown: shown.version,
      subject: lineChanges(shown.subject, template.subject),
      words: lineChanges(textOfHtml(shown.html), textOfHtml(template.html)),
      html: lineChanges(shown.html, template.html),
      text: lineChanges(shown.text, template.text),
      before: { subject: then.value.subject, html: then.value.html },
      now: { subject: now.value.subject, html: now.value.html },
      failed: await findFailedLetters(site, administrator),
    };
    return view;
  });
  if ("trouble" in read)
    return data({ view: null, problem: read.trouble.sentence }, { status: read.trouble.status });
  if (read.value === "missing") throw data(null, { status: 404 });
  return data({ view: read.value, problem: null });
}

/** Which parts a version changed. */
function changedParts(before: TemplateVersion | undefined, now: TemplateVersion): string {
  if (!before) return texts.first;
  const parts = (["subject", "html", "text"] as const).filter((part) => before[part] !== now[part]);
  return parts.map((part) => texts.changed[part]).join(", ");
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const version = Number((await postedForm(request, { one: ["version"] })).text("version"));
  const saveFailed = emailTexts.templates.saveFailed;
  const restored = await withoutLosing(site, saveFailed, () =>
    restoreTemplate(site, { actor, id: params.id, version: Number.isSafeInteger(version) ? version : 0 }),
  );
  const back = (kind: "success" | "error", text: string) =>
    seeOther(`/admin/email/templates/${params.id}`, { origin: site.origin, flash: { kind, text } });
  if ("trouble" in restored) return back("error", restored.trouble.sentence);
  return restored.value.ok ? back("success", texts.restored(version)) : back("error", saveFailed);
}

export default function TemplateHistory({ loaderData }: Route.ComponentProps) {
  if (!loaderData.view) return <EmailLoadFailed sentence={loaderData.problem} />;
  return <TemplateHistoryPage view={loaderData.view} />;
}
