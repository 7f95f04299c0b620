import type { Uuid } from "#kernel/id.ts";

/** What a person may be; each maps to one database role. */
export type Actor = { readonly userId: Uuid; readonly role: "user" | "gate" | "admin" };

/** What the program may do for a person beyond that person's own rights; the act checks the person first. */
export type Duty = "sell" | "settle" | "deliver" | "admit" | "identity";

const groups = ["owner", "anon", "customer", "gate", "admin", "identity", "seller", "worker"] as const;
export type Group = (typeof groups)[number];

export type RoleNames = Readonly<Record<Group | "login", string>>;

/** Roles are shared by all databases of a server, hence the prefix (DATABASE_ROLE_PREFIX). */
export function roleNames(prefix: string): RoleNames {
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(prefix)) throw new RangeError(`not a usable role prefix: ${prefix}`);
  const names = Object.fromEntries(groups.map((group) => [group, `${prefix}_${group}`]));
  return { ...names, login: `${prefix}_login` } as RoleNames;
}

export const groupOfActor = { user: "customer", gate: "gate", admin: "admin" } as const satisfies Record<
  Actor["role"],
  Group
>;

export const groupOfDuty = {
  sell: "seller",
  settle: "worker",
  deliver: "worker",
  admit: "gate",
  identity: "identity",
} as const satisfies Record<Duty, Group>;
