import { Form, Link, redirect } from "react-router";
import { newSecretToken } from "#platform/identity/tokens/secret-token.server.ts";
import { findInvitation } from "#ticketing/people/team/invitation-queries.server.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { addressWithNext, safeReturn } from "#web/request/return-address.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { sendRegistration } from "#web/sign-in/auth-calls.ts";
import { CaptchaBox } from "#web/sign-in/captcha-box.tsx";
import { discoTall } from "#web/ui/horizon-pictures.ts";
import { Notice } from "#web/ui/notice.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import { useKeptTyping } from "#web/ui/use-kept-typing.ts";
import type { Route } from "./+types/register-route.ts";
import { EmailField, NewPasswordFields, PersonFields, SendButton } from "./account-fields.tsx";
import { accountTexts, chosenTexts } from "./account-texts.ts";
import { chosenTickets, isGuestWayOpen, providersOf, ticketToAccept } from "./chosen-tickets.server.ts";
import { ChosenTickets, TicketToAccept } from "./chosen-tickets.tsx";
import { asPage, failureNote } from "./form-answer.server.ts";
import { guestTexts } from "./guest-texts.ts";
import { guestWay, loginWay, OtherWays, ProviderLinks } from "./other-ways.tsx";
import { answerSignUp, type RegisterPageView } from "./sign-up.server.ts";
import { Split } from "./split.tsx";
import "./account.css";

export const meta = metaOf(() => accountTexts.registerTitle);

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { searchParams: query } = new URL(request.url);
  const next = query.get("next");
  const returnTo = next === null ? null : safeReturn(next);
  if (context.get(visitorContext).kind === "person") throw redirect(returnTo ?? "/profile");
  const chosen = await chosenTickets(site, request, returnTo);
  const offered = await ticketToAccept(site, returnTo);
  const providers = providersOf(site);
  const email = await invitedAddress(site, returnTo);
  const captcha = site.captcha?.widget ?? null;
  const mayBeGuest = await isGuestWayOpen(site, chosen);
  return { requestId: newSecretToken(), captcha, returnTo, chosen, mayBeGuest, offered, providers, email };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  return asPage(await answerSignUp(site, request, failureNote(context)), site.origin);
}

/** JavaScript sends the form as a call, tries it up to three times, and keeps the typed text when no answer comes. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  const answer = await sendRegistration<RegisterPageView>(form);
  if (!answer.error) throw redirect(answer.next);
  return answer.view ?? unanswered(form);
}

function unanswered(form: FormData): RegisterPageView {
  const text = (name: string) => String(form.get(name) ?? "");
  return {
    values: { full_name: text("full_name"), phone: text("phone"), email: text("email") },
    requestId: text("request_id"),
    errors: {},
    problem: { kind: "server", sentence: accountTexts.registerUnavailable },
  };
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const untouched: RegisterPageView = {
    values: { full_name: "", phone: "", email: loaderData.email },
    requestId: loaderData.requestId,
    errors: {},
    problem: null,
  };
  return <RegisterPage {...loaderData} view={actionData ?? untouched} />;
}

/** Returns the invited address when `returnTo` is an invitation to the team; else "". */
async function invitedAddress(site: SiteServices, returnTo: string | null): Promise<string> {
  const page = new URL(returnTo ?? "/", site.origin);
  if (page.pathname !== "/echipa") return "";
  const invitation = await findInvitation(site.database.identity, page.searchParams.get("token") ?? "");
  return invitation?.email ?? "";
}

type RegisterPageProps = { view: RegisterPageView } & Partial<Route.ComponentProps["loaderData"]>;

export function RegisterPage({
  view,
  captcha = null,
  returnTo = null,
  chosen = null,
  mayBeGuest = false,
  offered = null,
  providers = [],
}: RegisterPageProps) {
  const form = useFocusFirstError(view.errors);
  useKeptTyping(form);
  const failed = view.problem !== null || Object.keys(view.errors).length > 0;
  return (
    <Split picture={discoTall} words={offered?.title ?? accountTexts.registerArt} chosen={chosen}>
      <Form className="form" method="post" noValidate ref={form}>
        <h1 className="display">
          {chosen
            ? chosenTexts.registerTitle
            : offered
              ? chosenTexts.offeredRegister
              : accountTexts.registerTitle}
        </h1>
        {offered ? <TicketToAccept ticket={offered} /> : null}
        {chosen ? <ChosenTickets chosen={chosen} note={chosenTexts.registerNote} /> : null}
        <input type="hidden" name="return_to" value={returnTo ?? ""} />
        {view.problem?.kind === "server" ? (
          <Notice kind="warn" title={accountTexts.registerProblemTitle}>
            {view.problem.sentence} {accountTexts.registerKept}
          </Notice>
        ) : null}
        {view.problem?.kind === "refused" ? <Notice kind="bad">{view.problem.sentence}</Notice> : null}
        {view.requestId ? <input type="hidden" name="request_id" value={view.requestId} /> : null}
        <PersonFields values={view.values} errors={view.errors} />
        <EmailField
          autoComplete="email"
          value={view.values.email}
          hint={chosen ? chosenTexts.registerEmailHint : ""}
          error={view.errors.email}
        />
        <NewPasswordFields label={accountTexts.password} errors={view.errors} />
        {captcha ? <CaptchaBox widget={captcha} attempt={view} /> : null}
        <SendButton
          label={failed ? accountTexts.tryAgain : accountTexts.createAccount}
          busyLabel={accountTexts.creating}
        />
        <p className="fine-print">
          {accountTexts.agree}{" "}
          <Link className="text-link" to="/termeni">
            {guestTexts.terms}
          </Link>
          .
        </p>
        <ProviderLinks providers={providers} returnTo={returnTo} />
        {mayBeGuest ? (
          <OtherWays ways={[guestWay(returnTo), loginWay(returnTo)]} />
        ) : (
          <p>
            {accountTexts.haveAccount}{" "}
            <Link className="text-link" to={addressWithNext("/login", returnTo)}>
              {accountTexts.signIn}
            </Link>
          </p>
        )}
      </Form>
    </Split>
  );
}
