import { lookOf } from "#ticketing/content/brand.ts";
import { type BrandField, readBrandForm } from "#ticketing/content/content-form.ts";
import type { ContentKey } from "#ticketing/content/content-keys.ts";
import { readWrittenContent, type WrittenContent } from "#ticketing/content/content-queries.server.ts";
import { sellerFields } from "#ticketing/content/seller.ts";
import { defaultClub, defaultHero, withDefaults } from "#ticketing/content/site-content.ts";
import { findPicture } from "#ticketing/pictures/picture-queries.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { ContentFailure } from "../content/content-failure.tsx";
import { contentState } from "../content/content-state.server.ts";
import { fieldPicture, saveTexts } from "../content/save-texts.server.ts";
import type { Route } from "./+types/brand-route.ts";
import { BrandPage, type BrandView } from "./brand-page.tsx";
import { brandTexts } from "./brand-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(brandTexts.title) }];

const keys = ["club", "brand"] as const;
const fields = [
  "short_name",
  "full_name",
  "trader",
  ...sellerFields,
  "guests",
  "logo_url",
  "light",
  "signal",
] as const satisfies readonly BrandField[];

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { written, logo } = await site.database.readAs(context.get(administratorContext), async (sql) => {
    const found = await readWrittenContent(sql, [...keys, "hero"]);
    return { written: found, logo: await findPicture(sql, fieldsOf(found).logo_url) };
  });
  const values = fieldsOf(written);
  const hero = withDefaults({ ...defaultHero }, written.get("hero")?.content);
  const view: BrandView = {
    state: contentState(written, keys, site.now()),
    values,
    logo: logo ? fieldPicture(values.logo_url, logo) : null,
    hero: {
      title: hero.title,
      subtitle: hero.subtitle,
      callToAction: hero.cta_text,
      background: hero.background_url,
    },
  };
  return { view };
}

function fieldsOf(written: ReadonlyMap<ContentKey, WrittenContent>): Record<BrandField, string> {
  const { guests, ...club } = withDefaults({ ...defaultClub }, written.get("club")?.content);
  const brand = written.get("brand")?.content;
  const { light, signal } = lookOf(brand);
  const logo = brand?.logo_url;
  return {
    ...club,
    guests: guests ? "da" : "",
    ...{ light: light ?? "", signal: signal ?? "" },
    logo_url: typeof logo === "string" ? logo : "",
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  return saveTexts({
    site: context.get(siteContext),
    actor: context.get(administratorContext),
    form: await request.formData(),
    fields,
    keys,
    picture: "logo_url",
    read: readBrandForm,
    fieldsOf,
    path: "/admin/brand",
  });
}

export default function Brand({ loaderData, actionData }: Route.ComponentProps) {
  return <BrandPage view={loaderData.view} answer={actionData} />;
}

export function ErrorBoundary() {
  return <ContentFailure />;
}
