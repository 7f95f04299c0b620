import { data, Form, Link } from "react-router";
import { listWaysInOfReset } from "#platform/identity/factors/ways-in.server.ts";
import { resetPassword } from "#platform/identity/passwords/reset-password.server.ts";
import { readReset } from "#ticketing/people/person-form.ts";
import {
  interruptedCookie,
  knownBrowserCookie,
  readInterrupted,
  readKnownBrowser,
} from "#web/request/cookies.server.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { addressWithNext } from "#web/request/return-address.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { dawnTall, phosphorTall } from "#web/ui/horizon-pictures.ts";
import { Notice } from "#web/ui/notice.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import { useFocusFirstError } from "#web/ui/use-focus-first-error.ts";
import type { Route } from "./+types/reset-route.ts";
import { NewPasswordFields, SendButton } from "./account-fields.tsx";
import { accountTexts } from "./account-texts.ts";
import { enteredText } from "./form-answer.server.ts";
import { personProblems, personSentences } from "./person-texts.ts";
import { waysInTexts } from "./security-texts.ts";
import { FormResult, Split } from "./split.tsx";
import { WaysInFields, type WaysInView, waysInView } from "./ways-in-fields.tsx";
import { readWaysIn } from "./ways-in-form.server.ts";
import "./account.css";

export const meta = metaOf(() => accountTexts.resetTitle, noReferrerMeta);

export const headers = () => noReferrerHeaders;

export async function loader({ context, request }: Route.LoaderArgs): Promise<ResetPageView> {
  return resetView(context.get(siteContext), tokenOfLink(request));
}

type Ask = Extract<ResetPageView, { kind: "ask" }>;

/**
 * Returns the form while the link works, with the account's other ways to sign in; else says that the link is over.
 */
async function resetView(
  site: SiteServices,
  token: string,
  changes: Partial<Ask> = {},
): Promise<ResetPageView> {
  const ways = await listWaysInOfReset(site.identity, token);
  if (!ways) return { kind: "over" };
  const untouched = { errors: {}, problem: null, ticked: [], stopsFactor: false, codeError: null };
  return { kind: "ask", token, ways: waysInView(ways), ...untouched, ...changes };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const { rest: form, ticked, stopFactor: stopsFactor, code } = readWaysIn(await request.formData());
  const token = enteredText(form, "token");
  const showAgain = async (status: number, changes: Partial<Ask>) => {
    const view = await resetView(site, token, { ticked, stopsFactor, ...changes });
    return data(view, { status: view.kind === "over" ? 400 : status });
  };

  const read = readReset(form);
  if (!read.ok)
    return read.refusal.reason === "fields"
      ? showAgain(422, { errors: personSentences(read.refusal.problems) })
      : showAgain(400, { problem: accountTexts.notUnderstood });
  const reset = await resetPassword(site.identity, token, read.value.password, {
    keep: ticked,
    factorCode: stopsFactor ? code : undefined,
  });
  if (reset.ok) {
    // the person has proven the mailbox, so strangers' wrong passwords must not slow down this browser's login
    const formerBrowserToken = readKnownBrowser(request.headers.get("cookie"), site.origin);
    const browserToken = site.identity.knownBrowsers.remember(formerBrowserToken, reset.value.userId);
    const interruptedPage = readInterrupted(request.headers.get("cookie"), site.origin);
    return seeOther(addressWithNext("/login", interruptedPage), {
      origin: site.origin,
      flash: { kind: "success", text: accountTexts.passwordReset },
      cookies: [knownBrowserCookie(browserToken, site.origin), interruptedCookie(undefined, site.origin)],
    });
  }
  if (reset.refusal === "token_invalid") return data<ResetPageView>({ kind: "over" }, { status: 400 });
  if (reset.refusal === "busy") return showAgain(503, { problem: accountTexts.siteBusy });
  if (reset.refusal === "code_invalid") return showAgain(422, { codeError: waysInTexts.factorCodeWrong });
  return showAgain(422, { errors: { password: personProblems[reset.refusal] } });
}

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetPage view={actionData ?? loaderData} />;
}

type ResetPageView =
  | {
      kind: "ask";
      token: string;
      errors: Partial<Record<"password" | "confirm_password", string>>;
      problem: string | null;
      /** The account's other ways to sign in, and the ticked ones, which stay. */
      ways: WaysInView;
      ticked: string[];
      stopsFactor: boolean;
      codeError: string | null;
    }
  | { kind: "over" };

export function ResetPage({ view }: { view: ResetPageView }) {
  return view.kind === "ask" ? <NewPassword view={view} /> : <LinkOver />;
}

function NewPassword({ view }: { view: Extract<ResetPageView, { kind: "ask" }> }) {
  const form = useFocusFirstError(view.errors);
  return (
    <Split picture={dawnTall} words={accountTexts.resetArt}>
      <Form className="form" method="post" noValidate ref={form}>
        <h1 className="display">{accountTexts.resetTitle}</h1>
        <p className="muted">{accountTexts.resetText}</p>
        {view.problem ? <Notice kind="bad">{view.problem}</Notice> : null}
        <input type="hidden" name="token" value={view.token} />
        <NewPasswordFields label={accountTexts.newPassword} errors={view.errors} />
        <WaysInFields {...view} tick="keep" />
        <SendButton label={accountTexts.savePassword} />
      </Form>
    </Split>
  );
}

function LinkOver() {
  return (
    <FormResult
      icon="alert"
      picture={phosphorTall}
      words={accountTexts.resetOverArt}
      title={accountTexts.resetOverTitle}
      text={accountTexts.resetOverText}
    >
      <Link className={buttonClass({ look: "sun", width: "full" })} to="/login?mode=forgot">
        {accountTexts.resetAgain}
      </Link>
    </FormResult>
  );
}
