import { data, redirect } from "react-router";
import { type RegistrationField, readRegistration } from "#ticketing/people/person-form.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import type { Route } from "./+types/register-route.ts";
import { accountTexts } from "./account-texts.ts";
import { personProblems, sentencesOf } from "./person-problems.ts";
import { RegisterPage, type RegisterPageView } from "./register-page.tsx";

export const meta: Route.MetaFunction = () => [{ title: accountTexts.pageTitle(accountTexts.registerTitle) }];

export function loader({ context }: Route.LoaderArgs) {
  if (context.get(visitorContext).kind === "person") throw redirect("/profile");
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const form = await request.formData();
  const values = {
    full_name: textOf(form, "full_name"),
    phone: textOf(form, "phone"),
    email: textOf(form, "email"),
  };
  const answer = (status: number, wrong: Pick<RegisterPageView, "errors" | "problem">) =>
    data({ values, ...wrong }, { status });

  const read = readRegistration(form);
  if (!read.ok) {
    return read.refusal.reason === "fields"
      ? answer(422, { errors: sentencesOf<RegistrationField>(read.refusal.problems), problem: null })
      : answer(400, { errors: {}, problem: { kind: "refused", sentence: accountTexts.notUnderstood } });
  }
  const registered = await site.identity.register(read.value);
  if (registered.ok)
    return seeOther("/login", {
      origin: site.origin,
      flash: { kind: "success", text: accountTexts.registered },
    });
  switch (registered.refusal) {
    case "busy":
      return answer(503, { errors: {}, problem: { kind: "server" } });
    case "email_taken":
      return answer(409, { errors: { email: accountTexts.emailTaken }, problem: null });
    case "email_invalid":
      return answer(422, { errors: { email: personProblems.email_invalid }, problem: null });
    default:
      return answer(422, { errors: { password: personProblems[registered.refusal] }, problem: null });
  }
}

function textOf(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === "string" ? value.slice(0, 500) : "";
}

const untouched: RegisterPageView = {
  values: { full_name: "", phone: "", email: "" },
  errors: {},
  problem: null,
};

export default function Register({ actionData }: Route.ComponentProps) {
  return <RegisterPage view={actionData ?? untouched} />;
}
