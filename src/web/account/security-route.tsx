import "./account.css";
import { redirect } from "react-router";
import { passkeysElsewhere } from "#platform/identity/factors/passkeys.server.ts";
import { listWaysIn } from "#platform/identity/factors/ways-in.server.ts";
import { listSessions } from "#platform/identity/sessions/own-sessions.server.ts";
import { listOwnTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { findPerson } from "#ticketing/people/person-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath } from "#web/request/responses.server.ts";
import type { Route } from "./+types/security-route.ts";
import { accountTexts } from "./account-texts.ts";
import { deviceName } from "./device-name.ts";
import { actOnSecurity, type SecurityRequest } from "./security-actions.server.ts";
import { SecurityPage, type SecurityPageView } from "./security-page.tsx";
import { securityTexts } from "./security-texts.ts";
import { waysInView } from "./ways-in-fields.tsx";

export const meta: Route.MetaFunction = () => [{ title: accountTexts.pageTitle(securityTexts.title) }];

function personOf({ context, request }: Route.LoaderArgs | Route.ActionArgs): SecurityRequest["person"] {
  const visitor = context.get(visitorContext);
  if (visitor.kind !== "person") throw redirect(loginPath(request));
  return visitor;
}

const questions = ["email", "password", "erase"] as const;

export async function loader(args: Route.LoaderArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const url = new URL(args.request.url);
  const asked = questions.find((question) => question === url.searchParams.get("ask"));
  const [profile, sessions, ways, tickets] = await Promise.all([
    site.database.readAs(asOwner(person), (sql) => findPerson(sql, person.userId)),
    listSessions(site.identity, person),
    listWaysIn(site.identity, person.userId),
    asked === "erase" ? listOwnTickets(site, asOwner(person)) : [],
  ]);
  const view: SecurityPageView = {
    profile: { fullName: profile?.fullName ?? "", email: person.email, phone: profile?.phone ?? "" },
    sessions: sessions.map(({ id, userAgent, network, usedAt, isThisOne }) => ({
      id,
      network,
      isThisOne,
      device: deviceName(userAgent),
      usedAt: usedAt.toISOString(),
    })),
    factor: {
      state: ways.factorIds.length > 0 ? "on" : person.needsFactor ? "required" : "off",
      codesLeft: ways.codesLeft,
    },
    passkeys: ways.passkeys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    passkeysAt: passkeysElsewhere(site.identity, hostAsked(args.request)),
    ticketsAhead: tickets.filter(({ isOver }) => !isOver).length,
    waysIn: asked === "password" ? waysInView(ways) : null,
    isReconfirmed: person.isReconfirmed,
    asked: asked ? { kind: asked, values: { email: "" }, errors: {}, problem: null } : null,
    reentry: null,
    newKey: null,
  };
  return { view };
}

/** Returns the Host header, because on a local machine the site has several names. */
function hostAsked(request: Request): string {
  return request.headers.get("host") ?? "";
}

export async function action(args: Route.ActionArgs) {
  const person = personOf(args);
  return actOnSecurity(args, person, await args.request.formData());
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  return <SecurityPage view={{ ...loaderData.view, ...actionData }} />;
}
