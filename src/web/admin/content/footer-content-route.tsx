import { dayOf } from "#kernel/time.ts";
import { type FooterField, readFooterForm } from "#ticketing/content/content-form.ts";
import type { ContentKey } from "#ticketing/content/content-keys.ts";
import { readWrittenContent, type WrittenContent } from "#ticketing/content/content-queries.server.ts";
import { sellerLine } from "#ticketing/content/seller.ts";
import { defaultClub, defaultFooter, withDefaults } from "#ticketing/content/site-content.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import type { Route } from "./+types/footer-content-route.ts";
import { ContentFailure } from "./content-failure.tsx";
import { contentState } from "./content-state.server.ts";
import { contentTexts } from "./content-texts.ts";
import { FooterContentPage, type FooterContentView } from "./footer-content-page.tsx";
import { saveTexts } from "./save-texts.server.ts";

export const meta: Route.MetaFunction = () => [
  { title: adminTexts.pageTitle(`${contentTexts.title}, ${contentTexts.footerTab}`) },
];

const keys = ["footer"] as const;
const fields = [
  "description",
  "address",
  "phone",
  "email",
  "copyright",
  "instagram",
  "facebook",
  "twitter",
] as const satisfies readonly FooterField[];

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const written = await site.database.readAs(context.get(administratorContext), (sql) =>
    readWrittenContent(sql, [...keys, "club"]),
  );
  const club = withDefaults({ ...defaultClub }, written.get("club")?.content);
  const view: FooterContentView = {
    state: contentState(written, keys, site.now()),
    values: fieldsOf(written),
    club: { short_name: club.short_name, trader: sellerLine(club) },
    year: Number(dayOf(site.now()).slice(0, 4)),
  };
  return { view };
}

function fieldsOf(written: ReadonlyMap<ContentKey, WrittenContent>): Record<FooterField, string> {
  const { social_links, ...footer } = withDefaults({ ...defaultFooter }, written.get("footer")?.content);
  return { ...footer, ...social_links };
}

export async function action({ context, request }: Route.ActionArgs) {
  return saveTexts({
    site: context.get(siteContext),
    actor: context.get(administratorContext),
    form: await request.formData(),
    fields,
    keys,
    read: readFooterForm,
    fieldsOf,
    path: "/admin/content/footer",
  });
}

export default function FooterContent({ loaderData, actionData }: Route.ComponentProps) {
  return <FooterContentPage view={loaderData.view} answer={actionData} />;
}

export function ErrorBoundary() {
  return <ContentFailure />;
}
