import { data } from "react-router";
import { pageTitle } from "#web/request/page-title.ts";
import { siteContext } from "#web/request/request-context.ts";
import type { Route } from "./+types/confirm-route.ts";
import { accountTexts } from "./account-texts.ts";
import { ConfirmPage, type ConfirmPageView } from "./confirm-page.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, accountTexts.confirmTitle) },
  { name: "referrer", content: "no-referrer" },
];

export function headers() {
  return { "referrer-policy": "no-referrer" };
}

export function loader({ request }: Route.LoaderArgs) {
  return { token: (new URL(request.url).searchParams.get("token") ?? "").slice(0, 200) };
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
