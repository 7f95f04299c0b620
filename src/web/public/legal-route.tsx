import { readContent } from "#ticketing/content/content-queries.server.ts";
import { type LegalKey, readLegalText } from "#ticketing/content/legal-text.ts";
import { pageTitle } from "#web/request/page-title.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/legal-route.ts";
import { LegalPage } from "./legal-page.tsx";
import { publicTexts } from "./public-texts.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: pageTitle(matches, loaderData?.text.title ?? publicTexts.legalLabel) },
];

const keys: Record<string, LegalKey> = {
  "/termeni": "terms",
  "/confidentialitate": "privacy",
  "/cookies": "cookies",
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const key = keys[new URL(request.url).pathname.replace(/\/$/, "")] ?? "terms";
  const content = await readContent(context.get(siteContext).database.anonymous.$client, [key]);
  return { text: readLegalText(key, content.get(key)) };
}

export default function Legal({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData.text} />;
}
