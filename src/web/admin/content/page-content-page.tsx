import { Link } from "react-router";
import type { PageField } from "#ticketing/content/content-form.ts";
import type { LegalKey } from "#ticketing/content/legal-text.ts";
import { lengths } from "#ticketing/limits.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { ImageField } from "../pictures/image-field.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import type { UploadPreview } from "../pictures/use-picture-upload.ts";
import { Optional, Required } from "../ui/field-label.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { Timeline, type TimelineStep } from "../ui/timeline.tsx";
import { ContentFormFrame } from "./content-form-frame.tsx";
import { ContentHead } from "./content-head.tsx";
import type { ContentAnswer, ContentState } from "./content-screen-view.ts";
import { contentTexts } from "./content-texts.ts";
import { InitialContent } from "./initial-content.tsx";
import { SitePreview } from "./site-preview.tsx";
import { useStandingErrors } from "./use-standing-errors.ts";
import "./content.css";

export type PageContentView = {
  state: ContentState;
  values: Record<PageField, string>;
  picture: UploadPreview | null;
  clubShortName: string;
  legal: { key: LegalKey; title: string; updated: string | null }[];
  history: TimelineStep[];
  /** Some of the texts were never written. */
  missing: "some" | "none";
};

const labels = contentTexts.labels;

export function PageContentPage({
  view,
  answer,
}: {
  view: PageContentView;
  answer?: ContentAnswer<PageField> | undefined;
}) {
  const values = answer?.values ?? view.values;
  const standing = useStandingErrors(answer);
  const { errors } = standing;
  // a typed address is shown as a picture only when it is one of ours
  const background = answer ? (answer.picture?.url ?? "") : values.background_url;
  const field = (name: PageField) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <>
      <ContentHead published={view.state.published} />
      {view.missing === "some" ? <InitialContent /> : null}
      <ContentFormFrame
        state={view.state}
        keys={["hero", "about"]}
        answer={answer}
        standing={standing}
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
              <TextInput
                {...field("hero_title")}
                label={<Required>{labels.hero_title}</Required>}
                required
                maxLength={lengths.heroTitle}
              />
              <TextInput
                {...field("hero_subtitle")}
                label={<Required>{labels.hero_subtitle}</Required>}
                required
                maxLength={lengths.heroSubtitle}
              />
              <TextInput
                {...field("hero_cta_text")}
                label={<Required>{labels.hero_cta_text}</Required>}
                required
                maxLength={lengths.heroButton}
              />
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
              <TextInput
                {...field("about_title")}
                label={<Optional>{labels.about_title}</Optional>}
                hint={contentTexts.aboutHint}
                maxLength={lengths.aboutTitle}
              />
              <TextArea
                {...field("about_content")}
                label={<Optional>{labels.about_content}</Optional>}
                rows={5}
                maxLength={lengths.aboutText}
              />
            </div>
          </Section>
          <Section title={contentTexts.legal}>
            <ul className="content-lines">
              {view.legal.map((page) => (
                <li key={page.key}>
                  <span>{page.title}</span>
                  <span className="muted figures">{page.updated ?? contentTexts.unwritten}</span>
                  <Link
                    className={buttonClass({ look: "line", size: "small" })}
                    to={`/admin/content/legal/${page.key}`}
                    aria-label={`${contentTexts.edit}: ${page.title}`}
                  >
                    {contentTexts.edit}
                  </Link>
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
