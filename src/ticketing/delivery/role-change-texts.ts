const roles: Readonly<Record<string, string>> = { user: "client", gate: "poartă", admin: "administrator" };
const named = (role: string) => roles[role] ?? role;

type RoleChange = {
  /** Null for an account that is gone. */
  readonly person: string | null;
  /** Null for the operator. */
  readonly by: string | null;
  readonly before: string;
  readonly after: string;
};

/** The sentence of the email that a role was changed. */
export function roleChangeText({ person, by, before, after }: RoleChange): string {
  return `Contul ${person ?? "un cont șters"} are de acum rolul „${named(after)}”; înainte avea rolul „${named(before)}”. Schimbarea a fost făcută ${by ? `de ${by}` : "de pe server"}.`;
}
