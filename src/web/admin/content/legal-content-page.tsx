import type { LegalField } from "#ticketing/content/content-form.ts";
import type { LegalKey } from "#ticketing/content/legal-text.ts";
import { lengths } from "#ticketing/limits.ts";
import { TextInput } from "#web/ui/text-input.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { ContentFormFrame } from "./content-form-frame.tsx";
import type { ContentAnswer, ContentState } from "./content-screen-view.ts";
import { contentTexts } from "./content-texts.ts";
import { useStandingErrors } from "./use-standing-errors.ts";
import "./content.css";

export type LegalContentView = { key: LegalKey; state: ContentState; values: Record<LegalField, string> };

const labels = contentTexts.labels;

export function LegalContentPage({
  view,
  answer,
}: {
  view: LegalContentView;
  answer?: ContentAnswer<LegalField> | undefined;
}) {
  const values = answer?.values ?? view.values;
  const standing = useStandingErrors(answer);
  const field = (name: LegalField) => ({
    name,
    defaultValue: values[name],
    error: standing.errors[name],
  });
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
        standing={standing}
        cancelTo={`/admin/content/legal/${view.key}`}
      >
        <Card>
          <Section title={contentTexts.keys[view.key]}>
            <div className="content-fields">
              <TextInput
                {...field("title")}
                label={<Required>{labels.title}</Required>}
                required
                maxLength={lengths.legalTitle}
              />
              <TextInput
                {...field("intro")}
                label={<Optional>{labels.intro}</Optional>}
                maxLength={lengths.legalNote}
              />
              <TextInput
                {...field("notice")}
                label={<Optional>{labels.notice}</Optional>}
                hint={contentTexts.noticeHint}
                maxLength={lengths.legalNote}
              />
              <TextArea
                {...field("body")}
                label={<Optional>{labels.body}</Optional>}
                hint={contentTexts.legalBodyHint}
                rows={24}
                maxLength={lengths.legalText}
              />
            </div>
          </Section>
        </Card>
      </ContentFormFrame>
    </>
  );
}
