import { data } from "react-router";
import { tokenOfLink, untoldHeaders, untoldMeta } from "#web/request/letter-link.ts";
import { pageTitle } from "#web/request/page-title.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/confirm-route.ts";
import { accountTexts } from "./account-texts.ts";
import { ConfirmPage, type ConfirmPageView } from "./confirm-page.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, accountTexts.confirmTitle) },
  untoldMeta,
];

export function headers() {
  return untoldHeaders;
}

export function loader({ request }: Route.LoaderArgs) {
  return { token: tokenOfLink(request) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const token = (await request.formData()).get("token");
  const confirmed =
    typeof token === "string" ? await context.get(siteContext).identity.confirmAddress(token) : { ok: false };
  const view: ConfirmPageView = confirmed.ok ? { kind: "confirmed" } : { kind: "over" };
  return data(view, { status: confirmed.ok ? 200 : 400 });
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmPage view={actionData ?? { kind: "ask", token: loaderData.token, email: null }} />;
}
