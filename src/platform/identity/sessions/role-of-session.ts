import type { AccountFacts } from "../tokens/auth-user.ts";

/** ADMIN_SECOND_FACTOR: whether administrators must show a second factor before they get their rights. */
export type AdminFactor = "offered" | "required";

type Shown = { readonly role: AccountFacts["role"]; readonly aal: "aal1" | "aal2" };

/** Whether this is an administrator who must still show the second factor that the installation requires. */
export function needsFactor(adminFactor: AdminFactor, { role, aal }: Shown): boolean {
  return adminFactor === "required" && role === "admin" && aal !== "aal2";
}

/** The role of a session, by cookie or by token: until the factor is shown, an administrator has the rights of a customer. */
export function roleOfSession(adminFactor: AdminFactor, shown: Shown): AccountFacts["role"] {
  return needsFactor(adminFactor, shown) ? "user" : shown.role;
}
