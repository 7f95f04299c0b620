import { data, Form, Link } from "react-router";
import { acceptInvitation } from "#ticketing/people/team/accept-invitation.server.ts";
import { findInvitation } from "#ticketing/people/team/invitation-queries.server.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { flashTo, seeOther } from "#web/request/responses.server.ts";
import { addressWithNext } from "#web/request/return-address.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { dawnTall, phosphorTall } from "#web/ui/horizon-pictures.ts";
import { Notice } from "#web/ui/notice.tsx";
import { metaOf } from "#web/ui/page-title.ts";
import type { Route } from "./+types/join-team-route.ts";
import { SendButton } from "./account-fields.tsx";
import { enteredText } from "./form-answer.server.ts";
import { joinTeamTexts as texts } from "./join-team-texts.ts";
import { FormResult, Split } from "./split.tsx";
import "./account.css";

export const meta = metaOf(() => texts.pageTitle, noReferrerMeta);

export const headers = () => noReferrerHeaders;

/** Opening the link changes nothing, because mail scanners open links too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const view = await viewOf(context.get(siteContext), context.get(visitorContext), tokenOfLink(request));
  return data(view, { status: view.kind === "over" ? 404 : 200 });
}

async function viewOf(site: SiteServices, visitor: Visitor, token: string): Promise<JoinTeamView> {
  const invitation = await findInvitation(site.database.identity, token);
  if (!invitation) return { kind: "over" };
  const { role, email } = invitation;
  const signedIn = visitor.kind === "person" ? visitor.email.toLowerCase() : null;
  return { kind: "offer", token, role, email, signedIn, problem: null };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const visitor = context.get(visitorContext);
  const secret = enteredText(await request.formData(), "token").slice(0, 200);
  const view = await viewOf(site, visitor, secret);
  if (view.kind === "over") return data(view, { status: 409 });
  if (visitor.kind !== "person")
    return seeOther(addressWithNext("/login", joinPageOf(secret)), { origin: site.origin });
  const accepted = await acceptInvitation(site, { userId: visitor.userId, secret });
  if (!accepted.ok)
    return data({ ...view, problem: texts.refused[accepted.refusal.reason] }, { status: 409 });
  return flashTo(site, "/login", "success", texts.accepted(accepted.value.role));
}

export default function JoinTeam({ loaderData, actionData }: Route.ComponentProps) {
  return <JoinTeamPage view={actionData ?? loaderData} />;
}

type JoinTeamView =
  | {
      kind: "offer";
      token: string;
      role: string;
      /** The address that was invited. */
      email: string;
      /** The visitor's address; null when nobody is signed in. */
      signedIn: string | null;
      problem: string | null;
    }
  | { kind: "over" };

/** The page behind an invitation's link. Only its button acts, and only for the invited address. */
export function JoinTeamPage({ view }: { view: JoinTeamView }) {
  if (view.kind === "over") return <Over />;
  const { role, email, signedIn, problem } = view;
  return (
    <Split picture={dawnTall} words={texts.art}>
      <div className="form">
        <h1 className="display">{texts.title}</h1>
        <p className="lead-text muted">{texts.offered(role)}</p>
        {problem ? <Notice kind="bad">{problem}</Notice> : null}
        {signedIn === email ? <Accept token={view.token} /> : <SignIn view={view} />}
      </div>
    </Split>
  );
}

type OfferView = Extract<JoinTeamView, { kind: "offer" }>;

function Accept({ token }: { token: string }) {
  return (
    <Form className="form" method="post" action="/echipa">
      <input type="hidden" name="token" value={token} />
      <SendButton label={texts.accept} busyLabel={texts.accepting} />
      <p className="fine-print">{texts.note}</p>
    </Form>
  );
}

function SignIn({ view: { token, email, signedIn } }: { view: OfferView }) {
  if (signedIn !== null)
    return (
      <Form className="form" method="post" action="/logout">
        <p>{texts.forAddress(email)}</p>
        <p>{texts.other(signedIn)}</p>
        <Button type="submit" look="line" width="full">
          {texts.logout}
        </Button>
      </Form>
    );
  const here = joinPageOf(token);
  return (
    <>
      <p>{texts.forAddress(email)}</p>
      <Link className={buttonClass({ look: "sun", width: "full" })} to={addressWithNext("/login", here)}>
        {texts.login}
      </Link>
      <Link className={buttonClass({ look: "line", width: "full" })} to={addressWithNext("/register", here)}>
        {texts.register}
      </Link>
    </>
  );
}

export const joinPageOf = (token: string) => `/echipa?token=${encodeURIComponent(token)}`;

function Over() {
  return (
    <FormResult
      icon="alert"
      picture={phosphorTall}
      words={texts.overArt}
      title={texts.overTitle}
      text={texts.overText}
    >
      <Link className={buttonClass({ look: "line", width: "full" })} to="/">
        {texts.home}
      </Link>
    </FormResult>
  );
}
