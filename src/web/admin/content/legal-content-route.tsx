import { data, isRouteErrorResponse } from "react-router";
import { done } from "#kernel/outcome.ts";
import { type LegalField, readLegalForm } from "#ticketing/content/content-form.ts";
import type { ContentKey } from "#ticketing/content/content-keys.ts";
import { readWrittenContent, type WrittenContent } from "#ticketing/content/content-queries.server.ts";
import { type LegalKey, readLegalText } from "#ticketing/content/legal-text.ts";
import { writtenLegalText } from "#ticketing/content/legal-writing.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import type { Route } from "./+types/legal-content-route.ts";
import { ContentFailure } from "./content-failure.tsx";
import { contentState } from "./content-state.server.ts";
import { contentTexts } from "./content-texts.ts";
import { LegalContentPage, type LegalContentView } from "./legal-content-page.tsx";
import { saveTexts } from "./save-texts.server.ts";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: adminTexts.pageTitle(loaderData ? contentTexts.keys[loaderData.view.key] : contentTexts.title),
  },
];

const fields = ["title", "intro", "notice", "body"] as const satisfies readonly LegalField[];

function legalKeyOf(params: { key: string }): LegalKey {
  if (params.key === "terms" || params.key === "privacy" || params.key === "cookies") return params.key;
  throw data(null, { status: 404 });
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const key = legalKeyOf(params);
  const site = context.get(siteContext);
  const written = await site.database.readAs(context.get(administratorContext), (sql) =>
    readWrittenContent(sql, [key]),
  );
  const view: LegalContentView = {
    key,
    state: contentState(written, [key], site.now()),
    values: fieldsOf(key, written),
  };
  return { view };
}

function fieldsOf(
  key: LegalKey,
  written: ReadonlyMap<ContentKey, WrittenContent>,
): Record<LegalField, string> {
  const { title, intro, notice, sections } = readLegalText(key, written.get(key)?.content);
  return { title, intro, notice, body: writtenLegalText(sections) };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const key = legalKeyOf(params);
  return saveTexts({
    site: context.get(siteContext),
    actor: context.get(administratorContext),
    form: await request.formData(),
    fields,
    keys: [key],
    read: (values) => {
      const read = readLegalForm(values);
      return read.ok ? done({ [key]: read.value }) : read;
    },
    fieldsOf: (written) => fieldsOf(key, written),
    path: `/admin/content/legal/${key}`,
  });
}

export default function LegalContent({ loaderData, actionData }: Route.ComponentProps) {
  return <LegalContentPage view={loaderData.view} answer={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) throw error;
  return <ContentFailure />;
}
