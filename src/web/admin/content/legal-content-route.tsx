import { data, isRouteErrorResponse } from "react-router";
import { done } from "#kernel/outcome.ts";
import { type LegalField, readLegalForm } from "#ticketing/content/content-form.ts";
import type { ContentKey } from "#ticketing/content/content-keys.ts";
import { type EditableContent, readEditableContent } from "#ticketing/content/content-queries.server.ts";
import { type LegalKey, readLegalText } from "#ticketing/content/legal-text.ts";
import { formatLegalSections } from "#ticketing/content/legal-writing.ts";
import { lengths } from "#ticketing/limits.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { readAs } from "../administrator.server.ts";
import { Card, Section } from "../ui/form-page.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/legal-content-route.ts";
import { ContentFailure } from "./content-failure.tsx";
import { ContentFormFrame } from "./content-form-frame.tsx";
import { contentState } from "./content-state.server.ts";
import { contentTexts } from "./content-texts.ts";
import { saveTexts } from "./save-texts.server.ts";
import { useContentForm } from "./use-content-form.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: adminTexts.pageTitle(loaderData ? contentTexts.keys[loaderData.view.key] : contentTexts.title) },
];

function legalKeyOf(params: { key: string }): LegalKey {
  if (params.key === "terms" || params.key === "privacy" || params.key === "cookies") return params.key;
  throw data(null, { status: 404 });
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const key = legalKeyOf(params);
  const site = context.get(siteContext);
  const contents = await readAs(context, (sql) => readEditableContent(sql, [key]));
  return { view: { key, state: contentState(contents, [key], site.now()), values: fieldsIn(key, contents) } };
}

function fieldsIn(
  key: LegalKey,
  contents: ReadonlyMap<ContentKey, EditableContent>,
): Record<LegalField, string> {
  const { title, intro, notice, sections } = readLegalText(key, contents.get(key)?.content);
  return { title, intro, notice, body: formatLegalSections(sections) };
}

export async function action(args: Route.ActionArgs) {
  const key = legalKeyOf(args.params);
  return saveTexts(args, {
    form: await args.request.formData(),
    keys: [key],
    read: (values) => {
      const read = readLegalForm(values);
      return read.ok ? done({ [key]: read.value }) : read;
    },
    fieldsIn: (written) => fieldsIn(key, written),
    path: `/admin/content/legal/${key}`,
  });
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) throw error;
  return <ContentFailure />;
}

export default function LegalContent({ loaderData: { view }, actionData: answer }: Route.ComponentProps) {
  const contentForm = useContentForm(view, answer);
  const { draw } = contentForm;
  return (
    <>
      <PageHead
        title={contentTexts.keys[view.key]}
        sub={view.state.published ?? contentTexts.neverPublished}
        back={{ to: "/admin/content", label: contentTexts.back }}
      />
      <ContentFormFrame
        state={view.state}
        keys={[view.key]}
        answer={answer}
        contentForm={contentForm}
        cancelTo={`/admin/content/legal/${view.key}`}
      >
        <Card>
          <Section title={contentTexts.keys[view.key]}>
            <div className="content-fields">
              {draw("title", lengths.legalTitle, { required: true })}
              {draw("intro", lengths.legalNote)}
              {draw("notice", lengths.legalNote, { hint: contentTexts.noticeHint })}
              {draw("body", lengths.legalText, { hint: contentTexts.legalBodyHint, rows: 24 })}
            </div>
          </Section>
        </Card>
      </ContentFormFrame>
    </>
  );
}
