import { data } from "react-router";
import { readReset } from "#ticketing/people/person-form.ts";
import { tokenOfLink, untoldHeaders, untoldMeta } from "#web/request/letter-link.ts";
import { pageTitle } from "#web/request/page-title.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import type { Route } from "./+types/reset-route.ts";
import { accountTexts } from "./account-texts.ts";
import { personProblems, sentencesOf } from "./person-problems.ts";
import { ResetPage, type ResetPageView } from "./reset-page.tsx";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, accountTexts.resetTitle) },
  untoldMeta,
];

export function headers() {
  return untoldHeaders;
}

export function loader({ request }: Route.LoaderArgs) {
  return { token: tokenOfLink(request) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const form = await request.formData();
  const typed = form.get("token");
  const ask = (status: number, wrong: Pick<Extract<ResetPageView, { kind: "ask" }>, "errors" | "problem">) =>
    data<ResetPageView>({ kind: "ask", token: typeof typed === "string" ? typed : "", ...wrong }, { status });

  const read = readReset(form);
  if (!read.ok)
    return read.refusal.reason === "fields"
      ? ask(422, { errors: sentencesOf(read.refusal.problems), problem: null })
      : ask(400, { errors: {}, problem: accountTexts.notUnderstood });
  const reset = await site.identity.resetPassword(read.value.token, read.value.password);
  if (reset.ok)
    return seeOther("/login", {
      origin: site.origin,
      flash: { kind: "success", text: accountTexts.passwordReset },
    });
  if (reset.refusal === "token_invalid") return data<ResetPageView>({ kind: "over" }, { status: 400 });
  if (reset.refusal === "busy") return ask(503, { errors: {}, problem: accountTexts.siteBusy });
  return ask(422, { errors: { password: personProblems[reset.refusal] }, problem: null });
}

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const { token } = loaderData;
  const asked: ResetPageView =
    token === "" ? { kind: "over" } : { kind: "ask", token, errors: {}, problem: null };
  return <ResetPage view={actionData ?? asked} />;
}
