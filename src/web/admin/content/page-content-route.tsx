import { useEffect, useRef } from "react";
import { toast } from "react-hot-toast/headless";
import { data, useFetcher } from "react-router";
import { dayOf, formatShortDate } from "#kernel/time.ts";
import { type PageField, readPageForm } from "#ticketing/content/content-form.ts";
import { type ContentKey, contentKeys } from "#ticketing/content/content-keys.ts";
import {
  type EditableContent,
  listContentChanges,
  readEditableContent,
} from "#ticketing/content/content-queries.server.ts";
import { createInitialContent } from "#ticketing/content/create-initial-content.server.ts";
import { readLegalText } from "#ticketing/content/legal-text.ts";
import { defaultAbout, defaultClub, defaultHero, withDefaults } from "#ticketing/content/site-content.ts";
import { lengths } from "#ticketing/limits.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { Notice } from "#web/ui/notice.tsx";
import { adminTexts } from "../admin-texts.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { ImageField } from "../pictures/image-field.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { uploadedPicture } from "../pictures/placed-picture.server.ts";
import { ActLink, Submit } from "../ui/act-buttons.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { Timeline } from "../ui/timeline.tsx";
import type { Route } from "./+types/page-content-route.ts";
import { ContentFailure } from "./content-failure.tsx";
import { ContentFormFrame } from "./content-form-frame.tsx";
import { ContentHead } from "./content-head.tsx";
import { contentHistorySteps, contentState } from "./content-state.server.ts";
import { contentTexts } from "./content-texts.ts";
import { saveTexts } from "./save-texts.server.ts";
import { SitePreview } from "./site-preview.tsx";
import { useContentForm } from "./use-content-form.tsx";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(contentTexts.title) }];

const changesShown = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { contents, changes, picture } = await readAs(context, async (sql) => {
    const contents = await readEditableContent(sql, contentKeys);
    return {
      contents,
      changes: await listContentChanges(sql, changesShown),
      picture: await findPicture(sql, fieldsIn(contents).background_url),
    };
  });
  const values = fieldsIn(contents);
  const view = {
    state: contentState(contents, ["hero", "about"], site.now()),
    values,
    picture: picture ? uploadedPicture(values.background_url, picture) : null,
    clubShortName: withDefaults(defaultClub, contents.get("club")?.content).short_name,
    legal: (["terms", "privacy", "cookies"] as const).map((key) => {
      const row = contents.get(key);
      return {
        key,
        title: readLegalText(key, row?.content).title,
        updated: row ? formatShortDate(dayOf(row.updatedAt)) : null,
      };
    }),
    history: contentHistorySteps(changes, site.now()),
    missing: (["hero", "about", "footer"] as const).every((key) => contents.has(key)) ? "none" : "some",
  };
  return { view };
}

function fieldsIn(contents: ReadonlyMap<ContentKey, EditableContent>): Record<PageField, string> {
  const hero = withDefaults({ ...defaultHero }, contents.get("hero")?.content);
  const about = withDefaults({ ...defaultAbout }, contents.get("about")?.content);
  return {
    hero_title: hero.title,
    hero_subtitle: hero.subtitle,
    hero_cta_text: hero.cta_text,
    background_url: hero.background_url,
    about_title: about.title,
    about_content: about.content,
  };
}

export async function action(args: Route.ActionArgs) {
  const { site, actor } = officeOf(args.context);
  const form = await args.request.formData();
  if (form.get("intent") === "create") {
    if ([...form.keys()].length > 1) throw data(null, { status: 400 });
    const created = await createInitialContent(site, { actor }).catch((error: unknown) => {
      site.log.error({ error: String(error) }, "the first texts could not be written");
      return null;
    });
    const answer: InitialAnswer = { created: created?.ok ? "done" : "failed" };
    return data(answer, { status: created?.ok ? 200 : 500 });
  }
  return saveTexts(args, {
    form,
    keys: ["hero", "about"],
    picture: "background_url",
    read: readPageForm,
    fieldsIn,
    path: "/admin/content",
  });
}

export function ErrorBoundary() {
  return <ContentFailure />;
}

export default function PageContent({ loaderData: { view }, actionData }: Route.ComponentProps) {
  const answer = actionData && "values" in actionData ? actionData : undefined;
  const contentForm = useContentForm(view, answer);
  const { values, errors, draw } = contentForm;
  // a typed address is shown as a picture only when it is one of ours
  const background = answer ? (answer.picture?.url ?? "") : values.background_url;
  return (
    <>
      <ContentHead published={view.state.published} />
      {view.missing === "some" ? <InitialContent /> : null}
      <ContentFormFrame
        state={view.state}
        keys={["hero", "about"]}
        answer={answer}
        contentForm={contentForm}
        cancelTo="/admin/content"
        side={(typed) => (
          <SitePreview
            background={typed.background_url_none ? "" : (typed.background_url ?? background)}
            words={{
              club: view.clubShortName,
              title: typed.hero_title ?? values.hero_title,
              subtitle: typed.hero_subtitle ?? values.hero_subtitle,
              callToAction: typed.hero_cta_text ?? values.hero_cta_text,
              aboutTitle: typed.about_title ?? values.about_title,
              aboutText: typed.about_content ?? values.about_content,
            }}
          />
        )}
      >
        <Card>
          <Section title={contentTexts.hero}>
            <div className="content-fields">
              {draw("hero_title", lengths.heroTitle, { required: true })}
              {draw("hero_subtitle", lengths.heroSubtitle, { required: true })}
              {draw("hero_cta_text", lengths.heroButton, { required: true })}
            </div>
          </Section>
          <Section title={contentTexts.background}>
            <ImageField
              name="background_url"
              folder="content"
              use="background"
              advice={pictureTexts.advice.background}
              picture={answer ? answer.picture : view.picture}
              position={null}
              error={errors.background_url}
            />
          </Section>
          <Section title={contentTexts.about}>
            <div className="content-fields">
              {draw("about_title", lengths.aboutTitle, { hint: contentTexts.aboutHint })}
              {draw("about_content", lengths.aboutText, { rows: 5 })}
            </div>
          </Section>
          <Section title={contentTexts.legal}>
            <ul className="content-lines">
              {view.legal.map((page) => (
                <li key={page.key}>
                  <span>{page.title}</span>
                  <span className="muted figures">{page.updated ?? contentTexts.unwritten}</span>
                  <ActLink
                    size="small"
                    to={`/admin/content/legal/${page.key}`}
                    aria-label={`${contentTexts.edit}: ${page.title}`}
                    label={contentTexts.edit}
                  />
                </li>
              ))}
            </ul>
          </Section>
          <Section title={contentTexts.history}>
            {view.history.length > 0 ? (
              <Timeline steps={view.history} />
            ) : (
              <p className="muted">{contentTexts.historyEmpty}</p>
            )}
          </Section>
        </Card>
      </ContentFormFrame>
    </>
  );
}

type InitialAnswer = { created: "done" | "failed" };

/**
 * For texts that were never written. JavaScript sends one form that writes the initial texts; without it the person
 * clicks the button. Writing needs a form, so a link from another site cannot do it.
 */
function InitialContent() {
  const fetcher = useFetcher<InitialAnswer>();
  const isSent = useRef(false);
  const created = fetcher.data?.created;
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void fetcher.submit({ intent: "create" }, { method: "post", action: "/admin/content" });
  }, [fetcher]);
  useEffect(() => {
    if (created === "done") toast.success(contentTexts.initialCreated);
    if (created === "failed") toast.error(contentTexts.initialFailed);
  }, [created]);
  return (
    <fetcher.Form method="post" action="/admin/content">
      <Notice kind="info" title={`${contentTexts.initialTitle}.`}>
        {contentTexts.initialText}
      </Notice>
      <Submit
        look="sand"
        size="small"
        name="intent"
        value="create"
        disabled={fetcher.state !== "idle"}
        label={contentTexts.initialButton}
      />
    </fetcher.Form>
  );
}
