import { data, redirect } from "react-router";
import { dayOf } from "#kernel/time.ts";
import { listOwnTickets } from "#ticketing/delivery/ticket-queries.server.ts";
import { findPerson } from "#ticketing/people/person-queries.server.ts";
import { asOwner } from "#ticketing/people/roles.ts";
import type { Act } from "#ticketing/rights/act-rights.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { reentryTexts } from "#web/request/reentry-view.ts";
import { siteContext, visitorContext } from "#web/request/request-context.ts";
import { loginPath } from "#web/request/responses.server.ts";
import type { Route } from "./+types/security-route.ts";
import { accountTexts } from "./account-texts.ts";
import { deviceName } from "./device-name.ts";
import {
  askAgain,
  changeEmail,
  changePassword,
  endOneSession,
  endOtherSessions,
  erase,
  keepPasskey,
  offerPasskey,
  removePasskey,
  type SecurityRequest,
} from "./security-actions.server.ts";
import { SecurityPage } from "./security-page.tsx";
import { securityTexts } from "./security-texts.ts";
import type { AskedView, SecurityPageView } from "./security-view.ts";

export const meta: Route.MetaFunction = () => [{ title: accountTexts.pageTitle(securityTexts.title) }];

function personOf({ context, request }: Route.LoaderArgs | Route.ActionArgs): SecurityRequest["person"] {
  const visitor = context.get(visitorContext);
  if (visitor.kind === "anonymous") throw redirect(loginPath(request));
  return visitor;
}

const questions = ["email", "password", "erase"] as const;

export async function loader(args: Route.LoaderArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const url = new URL(args.request.url);
  const asked = questions.find((question) => question === url.searchParams.get("ask"));
  const today = dayOf(site.now());
  const [profile, sessions, factors, passkeys, tickets] = await Promise.all([
    site.database.readAs(asOwner(person), (sql) => findPerson(sql, person.userId)),
    site.identity.own.sessions(person),
    site.identity.own.factors(person.userId),
    site.identity.passkeys.list(person.userId),
    asked === "erase" ? listOwnTickets(site, asOwner(person), today) : [],
  ]);
  const view: SecurityPageView = {
    profile: { fullName: profile?.fullName ?? "", email: person.email, phone: profile?.phone ?? "" },
    sessions: sessions.map(({ id, userAgent, network, usedAt, isThisOne }) => ({
      ...{ id, network, isThisOne },
      device: deviceName(userAgent),
      usedAt: usedAt.toISOString(),
    })),
    factor: {
      state: factors.factorIds.length > 0 ? "on" : person.needsFactor ? "required" : "off",
      codesLeft: factors.codesLeft,
    },
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      ...{ id, name },
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    passkeysAt: site.identity.passkeys.elsewhere(hostAsked(args.request)),
    ticketsAhead: tickets.filter(({ eventDate }) => eventDate >= today).length,
    isReconfirmed: person.isReconfirmed,
    asked: asked ? { kind: asked, values: { email: "" }, errors: {}, problem: null } : null,
    reentry: null,
    newKey: null,
  };
  return { view };
}

/** The host as the browser wrote it: on one's own machine a site has several names. */
function hostAsked(request: Request): string {
  return request.headers.get("host") ?? "";
}

/** What needs the password, with the words for what is about to happen, and the question whose form asks for it. */
const guarded = {
  "change-email": [changeEmail, "change-email", securityTexts.changeEmail, "email"],
  "change-password": [changePassword, "change-password", securityTexts.changePassword, "password"],
  erase: [erase, "erase-person", securityTexts.erase, "erase"],
  "passkey-offer": [offerPasskey, "add-passkey", securityTexts.addingPasskey, null],
} as const satisfies Record<string, readonly [unknown, Act, string, AskedView["kind"] | null]>;

const open = {
  "end-session": endOneSession,
  "end-others": endOtherSessions,
  "passkey-keep": keepPasskey,
  "passkey-remove": removePasskey,
} as const;

export async function action(args: Route.ActionArgs) {
  const person = personOf(args);
  const site = args.context.get(siteContext);
  const form = await args.request.formData();
  const userAgent = args.request.headers.get("user-agent") ?? "";
  const intent = String(form.get("intent"));
  if (Object.hasOwn(open, intent))
    return open[intent as keyof typeof open]({ site, person, form, userAgent });
  if (!Object.hasOwn(guarded, intent)) return data({}, { status: 400 });
  const [run, act, purpose, question] = guarded[intent as keyof typeof guarded];
  const again = await passwordAgain(args, act, form, purpose);
  if (again.ok) return run({ site, person, form: again.value, userAgent });
  const { data: answer, init } = again.refusal;
  if (question === null) return again.refusal;
  const email = String(form.get("new_email") ?? "");
  const error = answer.reentry.error ?? reentryTexts.required;
  return askAgain(question, init?.status ?? 403, { values: { email }, errors: { current_password: error } });
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  return <SecurityPage view={{ ...loaderData.view, ...actionData }} />;
}
