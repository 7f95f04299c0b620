import { readContent } from "#ticketing/content/content-queries.server.ts";
import { type LegalKey, readLegalText } from "#ticketing/content/legal-text.ts";
import { siteContext } from "#web/request/request-context.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/legal-route.ts";
import { LegalPage } from "./legal-page.tsx";
import { headTags } from "./page-head.ts";
import { siteHead } from "./page-heads.server.ts";
import { publicTexts } from "./public-texts.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? headTags(loaderData.head, matches) : [{ title: pageTitle(matches, publicTexts.legalLabel) }];

const keys: Record<string, LegalKey> = {
  "/termeni": "terms",
  "/confidentialitate": "privacy",
  "/cookies": "cookies",
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const path = new URL(request.url).pathname.replace(/\.data$|\/$/, "");
  const key = keys[path] ?? "terms";
  const content = await readContent(site.database.anonymous, [key]);
  const text = readLegalText(key, content.get(key));
  return {
    text,
    head: siteHead(site.origin, { path, title: text.title, description: text.intro || text.title }),
  };
}

export default function Legal({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData.text} />;
}
