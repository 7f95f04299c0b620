import { Form, Link } from "react-router";
import { teamRoles } from "#ticketing/rights/role-rights.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { Toggle } from "#web/ui/toggle.tsx";
import { ActLink, IconLink, IconSubmit, Submit } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { Required } from "../ui/field-label.tsx";
import { Card, Section } from "../ui/form-page.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { officeTexts } from "../ui/office-texts.ts";
import { PageHead } from "../ui/page-head.tsx";
import { Status } from "../ui/status.tsx";
import { roleTitle, teamTexts as texts } from "./team-texts.ts";

/** Who has a role, the form that gives one to an account, and the dialog that changes one or takes it away. */
export function TeamPage({ view, answer }: { view: TeamView; answer: TeamAnswer }) {
  const { members, invitations, edited } = view;
  return (
    <div className="team-page">
      <PageHead title={texts.title} sub={texts.sub(members.length, invitations.length)}>
        <ActLink to="/admin/team/roles" icon="clipboard" label={texts.rolesLink} />
      </PageHead>
      {answer.notice && !edited ? <Notice kind="bad">{answer.notice}</Notice> : null}
      <Card>
        <Section title={texts.give}>
          <GiveRoleForm answer={edited ? undefined : answer.appoint} />
        </Section>
      </Card>
      <OfficeTable
        label={texts.title}
        columns={columns}
        groups={[{ rows: members }]}
        rowKey={({ id }) => id}
        selected={edited?.id ?? null}
      />
      {invitations.length > 0 ? (
        <OfficeTable
          label={texts.invitations}
          columns={invitationColumns}
          groups={[{ title: texts.invitations, rows: invitations }]}
          rowKey={({ id }) => id}
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
      // the saved values are the new defaults
      key={`${saved.demands_factor} ${saved.refund_limit}`}
    >
      <input type="hidden" name="intent" value="settings" />
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

export type TeamMemberView = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly roleName: string;
  readonly isMe: boolean;
  readonly seen: string;
  readonly hasFactor: boolean;
  /** Without one, this person is led to the page that starts it. */
  readonly isDemanded: boolean;
};

export type InvitationView = {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly roleName: string;
  readonly by: string;
  /** Until when it is good; null when it is not any more. */
  readonly until: string | null;
};

export type TeamView = {
  readonly members: readonly TeamMemberView[];
  readonly invitations: readonly InvitationView[];
  /** The person whose role is being changed. */
  readonly edited: TeamMemberView | null;
  readonly settings: SettingsValues;
};

type SettingsValues = { readonly demands_factor: string; readonly refund_limit: string };

type RoleValues = { readonly email: string; readonly role: string };

export type RoleErrors = { readonly email?: string; readonly role?: string };

/** The answer to a form that was not done, with what was typed. */
export type TeamAnswer = {
  readonly notice?: string;
  readonly reentry?: ReentryView;
  readonly appoint?: {
    readonly values: RoleValues;
    readonly errors: RoleErrors;
  };
  readonly settings?: { readonly values: SettingsValues; readonly error?: string };
};
