import { data } from "react-router";
import { dayOf, formatShortDate } from "#kernel/time.ts";
import { type PageField, readPageForm } from "#ticketing/content/content-form.ts";
import type { ContentKey } from "#ticketing/content/content-keys.ts";
import { contentKeys } from "#ticketing/content/content-keys.ts";
import {
  listContentChanges,
  readWrittenContent,
  type WrittenContent,
} from "#ticketing/content/content-queries.server.ts";
import { createInitialContent } from "#ticketing/content/create-initial-content.server.ts";
import { readLegalText } from "#ticketing/content/legal-text.ts";
import { defaultAbout, defaultClub, defaultHero, withDefaults } from "#ticketing/content/site-content.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import type { Route } from "./+types/page-content-route.ts";
import { ContentFailure } from "./content-failure.tsx";
import { contentHistorySteps, contentState } from "./content-state.server.ts";
import { contentTexts } from "./content-texts.ts";
import type { InitialAnswer } from "./initial-content.tsx";
import { PageContentPage, type PageContentView } from "./page-content-page.tsx";
import { fieldPicture, saveTexts } from "./save-texts.server.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(contentTexts.title) }];

const changesShown = 8;
const fields = [
  "hero_title",
  "hero_subtitle",
  "hero_cta_text",
  "background_url",
  "about_title",
  "about_content",
] as const satisfies readonly PageField[];

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { written, changes, picture } = await site.database.readAs(
    context.get(administratorContext),
    async (sql) => {
      const found = await readWrittenContent(sql, contentKeys);
      return {
        written: found,
        changes: await listContentChanges(sql, changesShown),
        picture: await findPicture(sql, fieldsOf(found).background_url),
      };
    },
  );
  const values = fieldsOf(written);
  const view: PageContentView = {
    state: contentState(written, ["hero", "about"], site.now()),
    values,
    picture: picture ? fieldPicture(values.background_url, picture) : null,
    clubShortName: withDefaults(defaultClub, written.get("club")?.content).short_name,
    legal: (["terms", "privacy", "cookies"] as const).map((key) => {
      const row = written.get(key);
      return {
        key,
        title: readLegalText(key, row?.content).title,
        updated: row ? formatShortDate(dayOf(row.updatedAt)) : null,
      };
    }),
    history: contentHistorySteps(changes, site.now()),
    missing: (["hero", "about", "footer"] as const).every((key) => written.has(key)) ? "none" : "some",
  };
  return { view };
}

function fieldsOf(written: ReadonlyMap<ContentKey, WrittenContent>): Record<PageField, string> {
  const hero = withDefaults({ ...defaultHero }, written.get("hero")?.content);
  const about = withDefaults({ ...defaultAbout }, written.get("about")?.content);
  return {
    hero_title: hero.title,
    hero_subtitle: hero.subtitle,
    hero_cta_text: hero.cta_text,
    background_url: hero.background_url,
    about_title: about.title,
    about_content: about.content,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const form = await request.formData();
  if (form.get("intent") === "create") {
    if ([...form.keys()].length > 1) throw data(null, { status: 400 });
    const created = await createInitialContent(site, { actor }).catch((error: unknown) => {
      site.log.error({ error: String(error) }, "the first texts could not be written");
      return null;
    });
    const answer: InitialAnswer = { created: created?.ok ? "done" : "failed" };
    return data(answer, { status: created?.ok ? 200 : 500 });
  }
  return saveTexts({
    site,
    actor,
    form,
    fields,
    keys: ["hero", "about"],
    picture: "background_url",
    read: readPageForm,
    fieldsOf,
    path: "/admin/content",
  });
}

export default function PageContent({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData && "values" in actionData ? actionData : undefined;
  return <PageContentPage view={loaderData.view} answer={answer} />;
}

export function ErrorBoundary() {
  return <ContentFailure />;
}
