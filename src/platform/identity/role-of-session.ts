import type { AccountFacts } from "./auth-user.ts";

/** ADMIN_SECOND_FACTOR: whether administrators must show a second factor before they are taken for administrators. */
export type AdminFactor = "offered" | "required";

type Shown = { readonly role: AccountFacts["role"]; readonly aal: "aal1" | "aal2" };

/** Whether this is an administrator of a house that wants a second factor of them, in a session that has shown none. */
export function needsFactor(adminFactor: AdminFactor, { role, aal }: Shown): boolean {
  return adminFactor === "required" && role === "admin" && aal !== "aal2";
}

/** What a session may act as, by cookie or by token: until the factor is shown, an administrator is a customer. */
export function roleOfSession(adminFactor: AdminFactor, shown: Shown): AccountFacts["role"] {
  return needsFactor(adminFactor, shown) ? "user" : shown.role;
}
