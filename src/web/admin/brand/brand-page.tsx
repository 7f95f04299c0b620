import { Link } from "react-router";
import { readColour } from "#kernel/colour.ts";
import { houseColours } from "#ticketing/content/brand.ts";
import type { BrandField } from "#ticketing/content/content-form.ts";
import { lengths } from "#ticketing/limits.ts";
import { brandStyle } from "#web/ui/brand-style.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { Toggle } from "#web/ui/toggle.tsx";
import { ContentFormFrame } from "../content/content-form-frame.tsx";
import type { ContentAnswer, ContentState } from "../content/content-screen-view.ts";
import { contentTexts } from "../content/content-texts.ts";
import { type PreviewWords, SitePreview } from "../content/site-preview.tsx";
import { useStandingErrors } from "../content/use-standing-errors.ts";
import { ImageField } from "../pictures/image-field.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import type { UploadPreview } from "../pictures/use-picture-upload.ts";
import { useMayOpen } from "../shown-rights.ts";
import { Optional, Required } from "../ui/field-label.tsx";
import { Card, FieldCell, FieldRow, Section } from "../ui/form-page.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { brandTexts as texts } from "./brand-texts.ts";
import { ColourField } from "./colour-field.tsx";
import { ContrastList } from "./contrast-list.tsx";
import "../content/content.css";
import "./brand.css";

export type BrandView = {
  state: ContentState;
  values: Record<BrandField, string>;
  logo: UploadPreview | null;
  /** The first page, for the preview. */
  hero: Pick<PreviewWords, "title" | "subtitle" | "callToAction"> & { background: string };
};

const labels = contentTexts.labels;
const sellerCells = [
  ["company", 8, lengths.company],
  ["company_code", 4, lengths.companyCode],
  ["register_no", 4, lengths.registerNo],
  ["seat", 8, lengths.clubAddress],
] as const;

/** The club's names, logo and two colours, with what they look like. */
export function BrandPage({
  view,
  answer,
}: {
  view: BrandView;
  answer?: ContentAnswer<BrandField> | undefined;
}) {
  const maySend = useMayOpen()("/admin/email");
  const values = answer?.values ?? view.values;
  const standing = useStandingErrors(answer);
  const { errors } = standing;
  const logo = answer ? answer.picture : view.logo;
  const field = (name: BrandField) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <>
      <PageHead title={texts.title} sub={texts.sub}>
        <Link className={buttonClass({ look: "line" })} to="/">
          <OfficeIcon name="arrowOut" /> {texts.seeSite}
        </Link>
      </PageHead>
      <ContentFormFrame
        state={view.state}
        keys={["club", "brand"]}
        answer={answer}
        standing={standing}
        cancelTo="/admin/brand"
        side={(typed) => {
          const now = (name: "light" | "signal") => readColour(typed[name] ?? values[name]) ?? null;
          return (
            <div className="brand-side">
              <div style={brandStyle({ light: now("light"), signal: now("signal") })}>
                <SitePreview
                  background={view.hero.background}
                  logo={typed.logo_url_none ? null : (typed.logo_url ?? logo?.url ?? null)}
                  words={{
                    ...view.hero,
                    club: typed.short_name ?? values.short_name,
                    aboutTitle: "",
                    aboutText: "",
                  }}
                />
              </div>
              <section className="office-card brand-contrast">
                <h2>{texts.readable}</h2>
                <ContrastList
                  light={now("light") ?? houseColours.light}
                  signal={now("signal") ?? houseColours.signal}
                />
              </section>
            </div>
          );
        }}
        fields={(typed) => (
          <Card>
            <Section title={texts.names}>
              <FieldRow>
                <FieldCell span={8}>
                  <TextInput
                    {...field("full_name")}
                    label={<Required>{labels.full_name}</Required>}
                    hint={texts.fullHint}
                    required
                    maxLength={lengths.clubName}
                  />
                </FieldCell>
                <FieldCell span={4}>
                  <TextInput
                    {...field("short_name")}
                    label={<Required>{labels.short_name}</Required>}
                    hint={texts.shortHint}
                    required
                    maxLength={lengths.clubShortName}
                  />
                </FieldCell>
              </FieldRow>
            </Section>
            <Section title={contentTexts.seller} note={contentTexts.sellerHint}>
              <input type="hidden" name="trader" value={values.trader} />
              <FieldRow>
                {sellerCells.map(([name, span, most]) => (
                  <FieldCell key={name} span={span}>
                    <TextInput
                      {...field(name)}
                      label={<Optional>{labels[name]}</Optional>}
                      maxLength={most}
                    />
                  </FieldCell>
                ))}
              </FieldRow>
            </Section>
            <Section title={contentTexts.selling} note={contentTexts.guestsHint}>
              <Toggle
                name="guests"
                value="da"
                label={labels.guests}
                initial={values.guests === "da"}
                key={values.guests}
              />
            </Section>
            <Section title={labels.logo_url} note={texts.logoHint}>
              <ImageField
                name="logo_url"
                folder="content"
                use="logo"
                advice={pictureTexts.advice.logo}
                picture={logo}
                position={null}
                error={errors.logo_url}
              />
            </Section>
            <Section title={texts.colours} note={texts.coloursHint}>
              <FieldRow>
                {(["light", "signal"] as const).map((name) => (
                  <FieldCell key={name} span={6}>
                    <ColourField
                      name={name}
                      label={texts[name]}
                      hint={texts[`${name}Hint`]}
                      typed={typed[name] ?? values[name]}
                      initial={values[name]}
                      house={houseColours[name]}
                      error={errors[name]}
                    />
                  </FieldCell>
                ))}
              </FieldRow>
            </Section>
            <Section title={texts.hero} note={texts.heroHint}>
              <p className="brand-links">
                <Link to="/admin/content">{texts.toHero}</Link>
                <Link to="/admin/content/footer">{texts.toFooter}</Link>
              </p>
            </Section>
            {maySend ? (
              <Section title={texts.sender} note={texts.senderHint}>
                <Link to="/admin/email">{texts.toSender}</Link>
              </Section>
            ) : null}
          </Card>
        )}
      />
    </>
  );
}
