import { Link } from "react-router";
import { type Colour, contrastOf, leastContrast, readColour } from "#kernel/colour.ts";
import { estivalColours, lookOf, nightGrounds } from "#ticketing/content/brand.ts";
import { type BrandField, readBrandForm } from "#ticketing/content/content-form.ts";
import type { ContentKey } from "#ticketing/content/content-keys.ts";
import { type EditableContent, readEditableContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, defaultHero, withDefaults } from "#ticketing/content/site-content.ts";
import { lengths } from "#ticketing/limits.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { brandStyle } from "#web/ui/brand-style.ts";
import { TextInput } from "#web/ui/text-input.tsx";
import { Toggle } from "#web/ui/toggle.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { adminTexts } from "../admin-texts.ts";
import { readAs } from "../administrator.server.ts";
import { ContentFailure } from "../content/content-failure.tsx";
import { ContentFormFrame } from "../content/content-form-frame.tsx";
import { contentState } from "../content/content-state.server.ts";
import { contentTexts } from "../content/content-texts.ts";
import { saveTexts } from "../content/save-texts.server.ts";
import { SitePreview } from "../content/site-preview.tsx";
import { useContentForm } from "../content/use-content-form.tsx";
import { ImageField } from "../pictures/image-field.tsx";
import { pictureTexts } from "../pictures/picture-texts.ts";
import { uploadedPicture } from "../pictures/placed-picture.server.ts";
import { useMayOpen } from "../shown-rights.ts";
import { ActLink } from "../ui/act-buttons.tsx";
import { Card, FieldCell, FieldRow, Section } from "../ui/form-page.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Status } from "../ui/status.tsx";
import type { Route } from "./+types/brand-route.ts";
import { brandTexts, brandTexts as texts } from "./brand-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(brandTexts.title) }];

const keys = ["club", "brand"] as const;

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { contents, logo } = await readAs(context, async (sql) => {
    const contents = await readEditableContent(sql, [...keys, "hero"]);
    return { contents, logo: await findPicture(sql, fieldsIn(contents).logo_url) };
  });
  const values = fieldsIn(contents);
  const hero = withDefaults({ ...defaultHero }, contents.get("hero")?.content);
  const view = {
    state: contentState(contents, keys, site.now()),
    values,
    logo: logo ? uploadedPicture(values.logo_url, logo) : null,
    hero: {
      title: hero.title,
      subtitle: hero.subtitle,
      callToAction: hero.cta_text,
      background: hero.background_url,
    },
  };
  return { view };
}

function fieldsIn(contents: ReadonlyMap<ContentKey, EditableContent>): Record<BrandField, string> {
  const { guests, ...club } = withDefaults({ ...defaultClub }, contents.get("club")?.content);
  const brand = contents.get("brand")?.content;
  const { light, signal } = lookOf(brand);
  const logo = brand?.logo_url;
  return {
    ...club,
    guests: guests ? "da" : "",
    light: light ?? "",
    signal: signal ?? "",
    logo_url: typeof logo === "string" ? logo : "",
  };
}

export async function action(args: Route.ActionArgs) {
  return saveTexts(args, {
    form: await args.request.formData(),
    keys,
    picture: "logo_url",
    read: readBrandForm,
    fieldsIn,
    path: "/admin/brand",
  });
}

export function ErrorBoundary() {
  return <ContentFailure />;
}

const labels = contentTexts.labels;
/** The club's names, logo and two colours, with what they look like. */
export default function Brand({ loaderData: { view }, actionData: answer }: Route.ComponentProps) {
  const maySend = useMayOpen()("/admin/email");
  const contentForm = useContentForm(view, answer);
  const { values, errors, draw } = contentForm;
  const logo = answer ? answer.picture : view.logo;
  return (
    <>
      <PageHead title={texts.title} sub={texts.sub}>
        <ActLink to="/" icon="arrowOut" label={texts.seeSite} />
      </PageHead>
      <ContentFormFrame
        state={view.state}
        keys={["club", "brand"]}
        answer={answer}
        contentForm={contentForm}
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
                  light={now("light") ?? estivalColours.light}
                  signal={now("signal") ?? estivalColours.signal}
                />
              </section>
            </div>
          );
        }}
        fields={(typed) => (
          <Card>
            <Section title={texts.names}>
              <FieldRow spans={[8, 4]}>
                {draw("full_name", lengths.clubName, { required: true, hint: texts.fullHint })}
                {draw("short_name", lengths.clubShortName, { required: true, hint: texts.shortHint })}
              </FieldRow>
            </Section>
            <Section title={contentTexts.seller} note={contentTexts.sellerHint}>
              <input type="hidden" name="trader" value={values.trader} />
              <FieldRow spans={[8, 4, 4, 8]}>
                {draw("company", lengths.company)}
                {draw("company_code", lengths.companyCode)}
                {draw("register_no", lengths.registerNo)}
                {draw("seat", lengths.clubAddress)}
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
                      house={estivalColours[name]}
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

type ColourFieldProps = {
  name: string;
  label: string;
  hint: string;
  /** The text in the field now. */
  typed: string;
  initial: string;
  /** The colour that an empty field stands for. */
  house: Colour;
  error: string | undefined;
};

/** A colour as text. JavaScript adds the browser's colour picker, which writes into the text. */
function ColourField({ name, label, hint, typed, initial, house, error }: ColourFieldProps) {
  const enhanced = useEnhanced();
  return (
    <div className="colour-field">
      {enhanced ? (
        <input
          type="color"
          aria-label={brandTexts.pick(label)}
          value={readColour(typed) ?? house}
          onChange={({ target }) => {
            const text = target.form?.elements.namedItem(name);
            if (!(text instanceof HTMLInputElement)) return;
            text.value = target.value;
            text.dispatchEvent(new Event("input", { bubbles: true }));
          }}
        />
      ) : null}
      <TextInput
        label={label}
        name={name}
        defaultValue={initial}
        placeholder={house}
        hint={`${hint} ${house}`}
        error={error}
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  );
}

const [night] = nightGrounds;
const readable = { sign: "fine", tone: "ok" } as const;
const unreadable = { sign: "look", tone: "warn" } as const;

/** The uses of the two colours, each with its contrast on the worst of its backgrounds. */
function ContrastList({ light, signal }: { light: Colour; signal: Colour }) {
  const { samples } = brandTexts;
  const onNight = (colour: Colour) => Math.min(...nightGrounds.map((ground) => contrastOf(colour, ground)));
  const rows = [
    {
      what: samples.button,
      words: samples.buy,
      ground: light,
      ink: night,
      contrast: contrastOf(light, night),
    },
    { what: samples.date, words: samples.day, ground: night, ink: light, contrast: onNight(light) },
    { what: samples.chosen, words: samples.choice, ground: night, ink: signal, contrast: onNight(signal) },
  ];
  return (
    <ul className="contrast-list">
      {rows.map(({ what, words, ground, ink, contrast }) => (
        <li key={what}>
          <span>{what}</span>
          <b style={{ background: ground, color: ink }}>{words}</b>
          <Status
            {...(contrast >= leastContrast ? readable : unreadable)}
            label={brandTexts.contrast(contrast)}
          />
          <span className="visually-hidden">
            {contrast >= leastContrast ? brandTexts.enough : brandTexts.little}
          </span>
        </li>
      ))}
    </ul>
  );
}
