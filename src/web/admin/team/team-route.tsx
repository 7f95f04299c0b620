import { data } from "react-router";
import { isUuid } from "#kernel/id.ts";
import { formatLeiExact } from "#kernel/money.ts";
import { formatInstant } from "#kernel/time.ts";
import { appointPerson } from "#ticketing/people/appoint-person.server.ts";
import { findAccountOf } from "#ticketing/people/person-queries.server.ts";
import { inviteMember } from "#ticketing/people/team/invite-member.server.ts";
import { saveTeamSettings } from "#ticketing/people/team/save-team-settings.server.ts";
import {
  showTeam,
  type TeamMember,
  type WaitingInvitation,
} from "#ticketing/people/team/show-team.server.ts";
import { readRoleForm, readTeamSettingsForm } from "#ticketing/people/team/team-form.ts";
import { readTeamSettings } from "#ticketing/people/team/team-settings-queries.server.ts";
import { withdrawInvitation } from "#ticketing/people/team/withdraw-invitation.server.ts";
import { may } from "#ticketing/rights/role-rights.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { reentryField, reentryKeyField } from "#web/sign-in/password-again-view.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { type PostedForm, postedForm } from "../posted-form.server.ts";
import type { Route } from "./+types/team-route.ts";
import {
  type InvitationView,
  type RoleErrors,
  type TeamAnswer,
  type TeamMemberView,
  TeamPage,
  type TeamView,
} from "./team-page.tsx";
import { mostADay, roleTitle, teamTexts as texts } from "./team-texts.ts";
import "./team.css";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

export async function loader({ context, request }: Route.LoaderArgs): Promise<TeamView> {
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const team = await showTeam(site, { actor });
  if (!team.ok) throw data(null, { status: 403 });
  const { demandsFactor, refundLimit } = await site.database.readAs(actor, readTeamSettings);
  const members = team.value.members.map((member) => ({
    ...memberView(member, actor.userId),
    isDemanded: demandsFactor && may(member.role, "office.enter"),
  }));
  const edited = new URL(request.url).searchParams.get("edit");
  return {
    members,
    invitations: team.value.invitations.map(invitationView),
    edited: members.find(({ id }) => id === edited) ?? null,
    settings: { demands_factor: demandsFactor ? "da" : "", refund_limit: formatLeiExact(refundLimit) },
  };
}

function invitationView({ id, email, role, by, expiresAt, isOver }: WaitingInvitation): InvitationView {
  const until = isOver ? null : formatInstant(expiresAt);
  return { id, email, role, roleName: roleTitle(role), by: by?.trim() || texts.nameless, until };
}

function memberView(member: TeamMember, myId: string): Omit<TeamMemberView, "isDemanded"> {
  const { userId, fullName, email, role, seenAt, hasFactor } = member;
  return {
    ...{ id: userId, email, role, hasFactor, isMe: userId === myId },
    name: fullName?.trim() || texts.nameless,
    roleName: roleTitle(role),
    seen: seenAt ? formatInstant(seenAt) : texts.notSeen,
  };
}

export async function action(args: Route.ActionArgs) {
  const typed = await postedForm(args.request.clone(), {
    one: [
      "intent",
      "email",
      "role",
      "member",
      "invitation",
      "demands_factor",
      "refund_limit",
      reentryField,
      reentryKeyField,
    ],
  });
  switch (typed.text("intent")) {
    case "appoint":
      return appoint(args, typed);
    case "invite":
      return invite(args, typed);
    case "withdraw":
      return withdraw(args, typed);
    case "settings":
      return saveSettings(args, typed);
    default:
      throw data(null, { status: 400 });
  }
}

const answer = (status: number, more: TeamAnswer) => data(more, { status });
const statusOf = (reason: string) => (reason === "not_allowed" ? 403 : reason === "failed" ? 503 : 409);

/** The form with an address and a role: both buttons take it, and both are refused in its words. */
function readRole(typed: PostedForm) {
  const values = { email: typed.text("email"), role: typed.text("role") };
  const again = (status: number, errors: RoleErrors, more: TeamAnswer = {}) =>
    answer(status, { ...more, appoint: { values, errors } });
  const read = readRoleForm(values);
  if (read.ok) return { form: read.value, again };
  const { email, role } = read.refusal;
  const errors = {
    ...(email ? { email: texts.problems[email] } : {}),
    ...(role ? { role: texts.problems[role] } : {}),
  };
  return { form: null, wrong: again(422, errors), again };
}

async function appoint(args: Route.ActionArgs, typed: PostedForm) {
  const site = args.context.get(siteContext);
  const actor = args.context.get(administratorContext);
  const { form, wrong, again } = readRole(typed);
  if (!form) return wrong;
  const { email, role } = form;
  const sent = await args.request.formData();
  const confirmed = await passwordAgain(args, "appoint-person", sent, texts.purpose(email, role));
  if (!confirmed.ok) return again(confirmed.refusal.init?.status ?? 403, {}, confirmed.refusal.data);
  // a role can be taken from a member whatever became of the address
  const member = typed.text("member");
  const userId = isUuid(member)
    ? member
    : await site.database.withDuty("identity", (sql) => findAccountOf(sql, email));
  if (!userId) return again(404, { email: texts.refused.unknown_person });
  const given = await attempt(site, () => appointPerson(site, { userId, role, by: actor.userId }));
  if (given.ok) return saved(site.origin, texts.given(email, role));
  const { reason } = given.refusal;
  return again(statusOf(reason), {}, { notice: texts.refused[reason] });
}

async function invite(args: Route.ActionArgs, typed: PostedForm) {
  const site = args.context.get(siteContext);
  const actor = args.context.get(administratorContext);
  const { form, wrong, again } = readRole(typed);
  if (!form) return wrong;
  const { email, role } = form;
  const sent = await args.request.formData();
  const confirmed = await passwordAgain(args, "invite-member", sent, texts.inviting(email, role));
  if (!confirmed.ok) return again(confirmed.refusal.init?.status ?? 403, {}, confirmed.refusal.data);
  const invited = await attempt(site, () => inviteMember(site, { actor, email, role }));
  if (invited.ok) return saved(site.origin, texts.invited(email));
  const { reason } = invited.refusal;
  return again(statusOf(reason), {}, { notice: texts.refused[reason] });
}

async function withdraw(args: Route.ActionArgs, typed: PostedForm) {
  const site = args.context.get(siteContext);
  const actor = args.context.get(administratorContext);
  const gone = await attempt(site, () => withdrawInvitation(site, { actor, id: typed.text("invitation") }));
  if (gone.ok) return saved(site.origin, texts.withdrawn);
  const { reason } = gone.refusal;
  return answer(statusOf(reason), { notice: texts.refused[reason] });
}

async function saveSettings(args: Route.ActionArgs, typed: PostedForm) {
  const site = args.context.get(siteContext);
  const values = { demands_factor: typed.text("demands_factor"), refund_limit: typed.text("refund_limit") };
  const read = readTeamSettingsForm(values);
  if (!read.ok) {
    const error = read.refusal === "too_big" ? texts.settings.tooBig(mostADay) : texts.settings.notAnAmount;
    return answer(422, { settings: { values, error } });
  }
  const form = await args.request.formData();
  const confirmed = await passwordAgain(args, "save-team-settings", form, texts.settings.purpose);
  if (!confirmed.ok) {
    const { data: asked, init } = confirmed.refusal;
    return answer(init?.status ?? 403, { ...asked, settings: { values } });
  }
  const actor = args.context.get(administratorContext);
  const done = await attempt(site, () => saveTeamSettings(site, { actor, settings: read.value }));
  if (done.ok) return saved(site.origin, texts.settings.saved);
  const { reason } = done.refusal;
  return answer(statusOf(reason), { notice: texts.refused[reason], settings: { values } });
}

const saved = (origin: string, text: string) =>
  seeOther("/admin/team", { origin, flash: { kind: "success", text } });

export default function Team({ loaderData, actionData }: Route.ComponentProps) {
  return <TeamPage view={loaderData} answer={actionData ?? {}} />;
}
