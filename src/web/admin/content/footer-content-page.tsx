import { Link } from "react-router";
import type { FooterField } from "#ticketing/content/content-form.ts";
import { lengths } from "#ticketing/limits.ts";
import { TextInput } from "#web/ui/text-input.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import { Card, FieldCell, FieldRow, Section } from "../ui/form-page.tsx";
import { TextArea } from "../ui/text-area.tsx";
import { ContentFormFrame } from "./content-form-frame.tsx";
import { ContentHead } from "./content-head.tsx";
import type { ContentAnswer, ContentState } from "./content-screen-view.ts";
import { contentTexts } from "./content-texts.ts";
import { FooterPreview } from "./footer-preview.tsx";
import { useStandingErrors } from "./use-standing-errors.ts";
import "./content.css";

export type FooterContentView = {
  state: ContentState;
  values: Record<FooterField, string>;
  club: { short_name: string; trader: string };
  year: number;
};

const labels = contentTexts.labels;

export function FooterContentPage({
  view,
  answer,
}: {
  view: FooterContentView;
  answer?: ContentAnswer<FooterField> | undefined;
}) {
  const values = answer?.values ?? view.values;
  const standing = useStandingErrors(answer);
  const { errors } = standing;
  const field = (name: FooterField) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <>
      <ContentHead published={view.state.published} />
      <ContentFormFrame
        state={view.state}
        keys={["footer"]}
        answer={answer}
        standing={standing}
        cancelTo="/admin/content/footer"
        side={(typed) => <FooterPreview year={view.year} words={{ ...values, ...typed, ...view.club }} />}
      >
        <Card>
          <Section title={contentTexts.club}>
            <p>
              <Link to="/admin/brand">{contentTexts.toBrand}</Link>
            </p>
          </Section>
          <Section title={contentTexts.footerTab}>
            <div className="content-fields">
              <TextArea
                {...field("description")}
                label={<Required>{labels.description}</Required>}
                required
                rows={3}
                maxLength={lengths.footerText}
              />
              <TextInput
                {...field("copyright")}
                label={<Required>{labels.copyright}</Required>}
                hint={contentTexts.copyrightHint}
                required
                maxLength={lengths.copyright}
              />
            </div>
          </Section>
          <Section title={contentTexts.contact}>
            <div className="content-fields">
              <TextInput
                {...field("address")}
                label={<Optional>{labels.address}</Optional>}
                maxLength={lengths.clubAddress}
              />
            </div>
            <FieldRow>
              <FieldCell span={6}>
                <TextInput
                  {...field("phone")}
                  label={<Optional>{labels.phone}</Optional>}
                  type="tel"
                  maxLength={lengths.clubPhone}
                />
              </FieldCell>
              <FieldCell span={6}>
                <TextInput
                  {...field("email")}
                  label={<Optional>{labels.email}</Optional>}
                  type="email"
                  maxLength={lengths.clubEmail}
                />
              </FieldCell>
            </FieldRow>
          </Section>
          <Section title={contentTexts.social} note={contentTexts.socialHint}>
            <div className="content-fields">
              {(["instagram", "facebook", "twitter"] as const).map((name) => (
                <TextInput
                  key={name}
                  {...field(name)}
                  label={<Optional>{labels[name]}</Optional>}
                  type="url"
                  placeholder="https://"
                  maxLength={lengths.webAddress}
                />
              ))}
            </div>
          </Section>
        </Card>
      </ContentFormFrame>
    </>
  );
}
