import type { ReentryView } from "#web/sign-in/password-again-view.ts";

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

export type SettingsValues = { readonly demands_factor: string; readonly refund_limit: string };

export type RoleValues = { readonly email: string; readonly role: string };

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
