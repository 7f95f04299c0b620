import { data } from "react-router";
import { acceptInvitation } from "#ticketing/people/team/accept-invitation.server.ts";
import { findInvitation } from "#ticketing/people/team/invitation-queries.server.ts";
import { noReferrerHeaders, noReferrerMeta, tokenOfLink } from "#web/request/letter-link.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { addressWithNext } from "#web/request/return-address.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import type { Visitor } from "#web/request/visitor.server.ts";
import { pageTitle } from "#web/ui/page-title.ts";
import type { Route } from "./+types/join-team-route.ts";
import { enteredText } from "./form-answer.server.ts";
import { JoinTeamPage, type JoinTeamView, joinPageOf } from "./join-team-page.tsx";
import { joinTeamTexts as texts } from "./join-team-texts.ts";
import "./account.css";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle(matches, texts.pageTitle) },
  noReferrerMeta,
];

export function headers() {
  return noReferrerHeaders;
}

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
  const flash = { kind: "success", text: texts.accepted(accepted.value.role) } as const;
  return seeOther("/login", { origin: site.origin, flash });
}

export default function JoinTeam({ loaderData, actionData }: Route.ComponentProps) {
  return <JoinTeamPage view={actionData ?? loaderData} />;
}
