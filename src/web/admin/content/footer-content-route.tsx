import { Link } from "react-router";
import { dayOf } from "#kernel/time.ts";
import { type FooterField, readFooterForm } from "#ticketing/content/content-form.ts";
import type { ContentKey } from "#ticketing/content/content-keys.ts";
import { type EditableContent, readEditableContent } from "#ticketing/content/content-queries.server.ts";
import { sellerLine } from "#ticketing/content/seller.ts";
import { defaultClub, defaultFooter, withDefaults } from "#ticketing/content/site-content.ts";
import { lengths } from "#ticketing/limits.ts";
import { siteContext } from "#web/request/request-context.ts";
import { BrandMark } from "#web/ui/brand-mark.tsx";
import { adminTexts } from "../admin-texts.ts";
import { readAs } from "../administrator.server.ts";
import { Card, FieldRow, Section } from "../ui/form-page.tsx";
import type { Route } from "./+types/footer-content-route.ts";
import { ContentFailure } from "./content-failure.tsx";
import { ContentFormFrame } from "./content-form-frame.tsx";
import { ContentHead } from "./content-head.tsx";
import { contentState } from "./content-state.server.ts";
import { contentTexts } from "./content-texts.ts";
import { saveTexts } from "./save-texts.server.ts";
import { useContentForm } from "./use-content-form.tsx";

export const meta: Route.MetaFunction = () => [
  { title: adminTexts.pageTitle(`${contentTexts.title}, ${contentTexts.footerTab}`) },
];

const keys = ["footer"] as const;

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const contents = await readAs(context, (sql) => readEditableContent(sql, [...keys, "club"]));
  const club = withDefaults({ ...defaultClub }, contents.get("club")?.content);
  const view = {
    state: contentState(contents, keys, site.now()),
    values: fieldsIn(contents),
    club: { short_name: club.short_name, trader: sellerLine(club) },
    year: Number(dayOf(site.now()).slice(0, 4)),
  };
  return { view };
}

function fieldsIn(contents: ReadonlyMap<ContentKey, EditableContent>): Record<FooterField, string> {
  const { social_links, ...footer } = withDefaults({ ...defaultFooter }, contents.get("footer")?.content);
  return { ...footer, ...social_links };
}

export async function action(args: Route.ActionArgs) {
  return saveTexts(args, {
    form: await args.request.formData(),
    keys,
    read: readFooterForm,
    fieldsIn,
    path: "/admin/content/footer",
  });
}

export function ErrorBoundary() {
  return <ContentFailure />;
}

const networks = ["instagram", "facebook", "twitter"] as const;

export default function FooterContent({ loaderData: { view }, actionData: answer }: Route.ComponentProps) {
  const contentForm = useContentForm(view, answer);
  const { values, draw } = contentForm;
  return (
    <>
      <ContentHead published={view.state.published} />
      <ContentFormFrame
        state={view.state}
        keys={["footer"]}
        answer={answer}
        contentForm={contentForm}
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
              {draw("description", lengths.footerText, { required: true, rows: 3 })}
              {draw("copyright", lengths.copyright, { required: true, hint: contentTexts.copyrightHint })}
            </div>
          </Section>
          <Section title={contentTexts.contact}>
            <div className="content-fields">{draw("address", lengths.clubAddress)}</div>
            <FieldRow spans={[6, 6]}>
              {draw("phone", lengths.clubPhone, { type: "tel" })}
              {draw("email", lengths.clubEmail, { type: "email" })}
            </FieldRow>
          </Section>
          <Section title={contentTexts.social} note={contentTexts.socialHint}>
            <div className="content-fields">
              {networks.map((name) =>
                draw(name, lengths.webAddress, { type: "url", placeholder: "https://" }),
              )}
            </div>
          </Section>
        </Card>
      </ContentFormFrame>
    </>
  );
}

/** A small preview of the site's footer, from the typed text. */
function FooterPreview({ words, year }: { words: Partial<Record<string, string>>; year: number }) {
  const social = networks.filter((name) => words[name]?.trim());
  return (
    <aside className="office-card site-preview" aria-label={contentTexts.preview}>
      <header>
        <h2>{contentTexts.preview}</h2>
      </header>
      <div className="site-preview__screen site-preview__foot">
        <p className="site-preview__bar">
          <BrandMark id="preview-foot-mark" /> <b>{words.short_name}</b>
        </p>
        <p>{words.description}</p>
        <p>
          {social.map((name) => (
            <u key={name}>{contentTexts.labels[name]}</u>
          ))}
        </p>
        <p>
          {words.address}
          <br />
          {words.phone}
          <br />
          {words.email}
        </p>
        <small>
          {words.trader}
          <br />© {year} {words.copyright}
        </small>
      </div>
      <p className="field__hint">{contentTexts.previewHint}</p>
    </aside>
  );
}
