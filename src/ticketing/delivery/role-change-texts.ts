const roles: Readonly<Record<string, string>> = {
  user: "client",
  gate: "poartă",
  door_chief: "șef de poartă",
  box_office: "casă",
  manager: "organizator de nopți",
  accountant: "contabil",
  admin: "administrator",
};
export const roleInWords = (role: string) => roles[role] ?? role;

type RoleChange = {
  /** Null for a deleted account. */
  readonly person: string | null;
  /** Null when the operator did it. */
  readonly by: string | null;
  readonly before: string;
  readonly after: string;
};

export function roleChangeText({ person, by, before, after }: RoleChange): string {
  return `Contul ${person ?? "un cont șters"} are de acum rolul „${roleInWords(after)}”; înainte avea rolul „${roleInWords(before)}”. Schimbarea a fost făcută ${by ? `de ${by}` : "de pe server"}.`;
}

export function invitationText(role: string, by: string | null): string {
  return `${by ?? "Un administrator"} te invită în echipa clubului, cu rolul „${roleInWords(role)}”.`;
}
