import { data, Form, Link } from "react-router";
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
import { may, teamRoles } from "#ticketing/rights/role-rights.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import { type ReentryView, reentryFields } from "#web/sign-in/password-again-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { Toggle } from "#web/ui/toggle.tsx";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext, officeOf } from "../administrator.server.ts";
import { attempt, statusOfRefusal } from "../attempt.server.ts";
import { openedValues } from "../conflict-view.ts";
import { type PostedForm, postedForm } from "../posted-form.server.ts";
import { ActLink, IconLink, IconSubmit, Submit } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { Required } from "../ui/field-label.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Status } from "../ui/status.tsx";
import type { Route } from "./+types/team-route.ts";
import { highestDailyRefund, roleTitle, teamTexts as texts } from "./team-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { site, actor } = officeOf(context);
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

function invitationView({ id, email, role, by, expiresAt, isOver }: WaitingInvitation) {
  const until = isOver ? null : formatInstant(expiresAt);
  return { id, email, role, roleName: roleTitle(role), by: by?.trim() || texts.nameless, until };
}

function memberView(member: TeamMember, myId: string) {
  const { userId, fullName, email, role, seenAt, hasFactor } = member;
  return {
    id: userId,
    email,
    role,
    hasFactor,
    isMe: userId === myId,
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
      "opened",
      ...reentryFields,
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

/** Reads the form with an address and a role. Both of its buttons use it, and so do their errors. */
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
  const { site, actor } = officeOf(args.context);
  const { form, wrong, again } = readRole(typed);
  if (!form) return wrong;
  const { email, role } = form;
  const sent = await args.request.formData();
  const confirmed = await passwordAgain(args, "appoint-person", sent, texts.purpose(email, role));
  if (!confirmed.ok) return again(confirmed.refusal.init?.status ?? 403, {}, confirmed.refusal.data);
  // the role of a known member can change even when the email address has changed
  const member = typed.text("member");
  const userId = isUuid(member)
    ? member
    : await site.database.withDuty("identity", (sql) => findAccountOf(sql, email));
  if (!userId) return again(404, { email: texts.refused.unknown_person });
  const appointment = await attempt(site, () => appointPerson(site, { userId, role, by: actor.userId }));
  if (appointment.ok) return redirectToTeam(site.origin, texts.given(email, role));
  const { reason } = appointment.refusal;
  return again(statusOfRefusal(reason), {}, { notice: texts.refused[reason] });
}

async function invite(args: Route.ActionArgs, typed: PostedForm) {
  const { site, actor } = officeOf(args.context);
  const { form, wrong, again } = readRole(typed);
  if (!form) return wrong;
  const { email, role } = form;
  const sent = await args.request.formData();
  const confirmed = await passwordAgain(args, "invite-member", sent, texts.inviting(email, role));
  if (!confirmed.ok) return again(confirmed.refusal.init?.status ?? 403, {}, confirmed.refusal.data);
  const invited = await attempt(site, () => inviteMember(site, { actor, email, role }));
  if (invited.ok) return redirectToTeam(site.origin, texts.invited(email));
  const { reason } = invited.refusal;
  return again(statusOfRefusal(reason), {}, { notice: texts.refused[reason] });
}

async function withdraw(args: Route.ActionArgs, typed: PostedForm) {
  const { site, actor } = officeOf(args.context);
  const withdrawal = await attempt(site, () =>
    withdrawInvitation(site, { actor, id: typed.text("invitation") }),
  );
  if (withdrawal.ok) return redirectToTeam(site.origin, texts.withdrawn);
  const { reason } = withdrawal.refusal;
  return answer(statusOfRefusal(reason), { notice: texts.refused[reason] });
}

async function saveSettings(args: Route.ActionArgs, typed: PostedForm) {
  const site = args.context.get(siteContext);
  const values = { demands_factor: typed.text("demands_factor"), refund_limit: typed.text("refund_limit") };
  const opened = typed.text("opened");
  const read = readTeamSettingsForm(values);
  if (!read.ok) {
    const error =
      read.refusal === "too_big" ? texts.settings.tooBig(highestDailyRefund) : texts.settings.notAnAmount;
    return answer(422, { settings: { values, opened, error } });
  }
  const form = await args.request.formData();
  const confirmed = await passwordAgain(args, "save-team-settings", form, texts.settings.purpose);
  if (!confirmed.ok) {
    const { data: question, init } = confirmed.refusal;
    return answer(init?.status ?? 403, { ...question, settings: { values, opened } });
  }
  const actor = args.context.get(administratorContext);
  const openedSettings = readTeamSettingsForm({
    demands_factor: "",
    refund_limit: "",
    ...openedValues(opened),
  });
  const saveRequest = {
    actor,
    settings: read.value,
    opened: openedSettings.ok ? openedSettings.value : null,
  };
  const saveOutcome = await attempt(site, () => saveTeamSettings(site, saveRequest));
  if (saveOutcome.ok) return redirectToTeam(site.origin, texts.settings.saved);
  const { reason } = saveOutcome.refusal;
  const needsOwnFactor = reason === "no_own_factor";
  return answer(statusOfRefusal(reason), {
    notice: texts.refused[reason],
    needsOwnFactor,
    settings: { values, opened },
  });
}

const redirectToTeam = (origin: string, text: string) =>
  seeOther("/admin/team", { origin, flash: { kind: "success", text } });

/** The people with a role, the form that gives a role to an account, and the dialog that changes or removes one. */
export default function Team({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = actionData ?? {};
  const { members, invitations, edited } = view;
  return (
    <div className="team-page">
      <PageHead title={texts.title} sub={texts.sub(members.length, invitations.length)}>
        <ActLink to="/admin/team/roles" icon="clipboard" label={texts.rolesLink} />
      </PageHead>
      {answer.notice && !edited ? (
        <Notice kind="bad">
          {answer.notice}{" "}
          {answer.needsOwnFactor ? <Link to="/profile/security">{texts.settings.startOwn}</Link> : null}
        </Notice>
      ) : null}
      <Card>
        <Section title={texts.give}>
          <GiveRoleForm answer={edited ? undefined : answer.appoint} />
        </Section>
      </Card>
      <OfficeTable label={texts.title} columns={columns} rows={members} selected={edited?.id ?? null} />
      {invitations.length > 0 ? (
        <OfficeTable
          label={texts.invitations}
          columns={invitationColumns}
          groups={[{ title: texts.invitations, rows: invitations }]}
        />
      ) : null}
      <p className="muted team-note">
        {texts.note} <Link to="/admin/security?kind=role_changed">{texts.history}</Link>
      </p>
      <Card>
        <Section title={texts.settings.title}>
          <SettingsForm saved={view.settings} answer={answer.settings} />
        </Section>
      </Card>
      {edited ? <ChangeRoleDialog member={edited} answer={answer} /> : null}
      {answer.reentry ? <ReentryDialog view={answer.reentry} /> : null}
    </div>
  );
}

function GiveRoleForm({ answer }: { answer: TeamAnswer["appoint"] }) {
  return (
    <>
      <Form method="post" className="team-give" preventScrollReset noValidate aria-label={texts.give}>
        <TextInput
          label={<Required>{texts.email}</Required>}
          name="email"
          type="email"
          required
          autoComplete="off"
          defaultValue={answer?.values.email ?? ""}
          error={answer?.errors.email}
        />
        <RoleChoice
          roles={teamRoles}
          chosen={answer?.values.role ?? "box_office"}
          error={answer?.errors.role}
        />
        <div className="team-give__acts">
          <Submit look="sun" name="intent" value="invite" icon="send" label={texts.invite} />
          <Submit name="intent" value="appoint" label={texts.giveRole} />
        </div>
      </Form>
      <p className="muted">{texts.giveHint}</p>
    </>
  );
}

function ChangeRoleDialog({ member, answer }: { member: TeamMemberView; answer: TeamAnswer }) {
  return (
    <AddressDialog shape="dialog" title={texts.changeTitle} sub={member.name} closeTo="/admin/team">
      <Form method="post" className="form" preventScrollReset>
        <input type="hidden" name="intent" value="appoint" />
        <input type="hidden" name="email" value={member.email} />
        <input type="hidden" name="member" value={member.id} />
        {answer.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
        <p className="muted">{member.email}</p>
        <RoleChoice
          roles={[...teamRoles, "user"]}
          chosen={answer.appoint?.values.role ?? member.role}
          error={answer.appoint?.errors.role}
        />
        <p className="muted">{texts.note}</p>
        <div className="actions">
          <ActLink to="/admin/team" preventScrollReset label={texts.cancel} />
          <Submit look="sun" label={texts.save} />
        </div>
      </Form>
    </AddressDialog>
  );
}

type SettingsFormProps = { saved: SettingsValues; answer: TeamAnswer["settings"] };

function SettingsForm({ saved, answer }: SettingsFormProps) {
  const values = answer?.values ?? saved;
  return (
    <Form
      method="post"
      className="team-settings"
      preventScrollReset
      noValidate
      aria-label={texts.settings.title}
      // a new key, so that the saved values become the defaults
      key={`${saved.demands_factor} ${saved.refund_limit}`}
    >
      <input type="hidden" name="intent" value="settings" />
      <input type="hidden" name="opened" value={answer?.opened ?? JSON.stringify(saved)} />
      <div>
        <Toggle
          name="demands_factor"
          value="da"
          label={texts.settings.factor}
          initial={values.demands_factor === "da"}
        />
        <p className="muted">{texts.settings.factorHint}</p>
      </div>
      <TextInput
        label={texts.settings.limit}
        name="refund_limit"
        inputMode="decimal"
        autoComplete="off"
        hint={texts.settings.limitHint}
        defaultValue={values.refund_limit}
        error={answer?.error}
      />
      <Button type="submit">{texts.settings.save}</Button>
    </Form>
  );
}

type RoleChoiceProps = { roles: readonly string[]; chosen: string; error: string | undefined };

function RoleChoice({ roles, chosen, error }: RoleChoiceProps) {
  return (
    <Select label={texts.role} name="role" defaultValue={chosen} error={error}>
      {roles.map((role) => (
        <option key={role} value={role}>
          {roleTitle(role)}
        </option>
      ))}
    </Select>
  );
}

const columns: Column<TeamMemberView>[] = columnsOf(texts.columns, {
  person: {
    card: "title",
    cell: ({ name, email, isMe }) => (
      <span className="team-person">
        {name} {isMe ? <span className="tag">{texts.me}</span> : null}
        <small>{email}</small>
      </span>
    ),
  },
  role: { card: "corner", cell: ({ roleName }) => roleName },
  seen: { card: "labelled" },
  factor: {
    card: "labelled",
    cell: ({ hasFactor, isDemanded }) =>
      hasFactor ? (
        <Status sign="sent" tone="ok" label={texts.factorOn} />
      ) : (
        <Status
          sign={isDemanded ? "look" : "none"}
          tone={isDemanded ? "warn" : "mute"}
          label={texts.factorOff}
        />
      ),
  },
  acts: {
    label: officeTexts.actions,
    head: "hidden",
    align: "right",
    card: "end",
    cell: ({ id, name }) => (
      <IconLink icon="pencil" label={texts.change(name)} to={`?edit=${id}`} preventScrollReset />
    ),
  },
});

const invitationColumns: Column<InvitationView>[] = columnsOf(texts.invitationColumns, {
  email: { card: "title" },
  role: { card: "corner", cell: ({ roleName }) => roleName },
  by: { card: "labelled" },
  until: {
    card: "labelled",
    cell: ({ until }) =>
      until === null ? (
        <Status sign="over" tone="mute" label={texts.expired} />
      ) : (
        <Status sign="waiting" tone="info" label={until} />
      ),
  },
  acts: {
    label: officeTexts.actions,
    head: "hidden",
    align: "right",
    card: "end",
    cell: ({ id, email, role }) => (
      <Form method="post" preventScrollReset className="row-acts">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="role" value={role} />
        <input type="hidden" name="invitation" value={id} />
        <IconSubmit icon="send" label={texts.again(email)} name="intent" value="invite" />
        <IconSubmit icon="close" label={texts.withdraw(email)} name="intent" value="withdraw" />
      </Form>
    ),
  },
});

type TeamMemberView = TeamView["members"][number];

type InvitationView = TeamView["invitations"][number];

type TeamView = Route.ComponentProps["loaderData"];

type SettingsValues = { readonly demands_factor: string; readonly refund_limit: string };

type RoleValues = { readonly email: string; readonly role: string };

type RoleErrors = { readonly email?: string; readonly role?: string };

type TeamAnswer = {
  readonly notice?: string;
  /** The notice has a link to the page that starts the second factor. */
  readonly needsOwnFactor?: boolean;
  readonly reentry?: ReentryView;
  readonly appoint?: { readonly values: RoleValues; readonly errors: RoleErrors };
  readonly settings?: { readonly values: SettingsValues; readonly opened: string; readonly error?: string };
};
