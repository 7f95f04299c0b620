import type { Uuid } from "#kernel/id.ts";

/** The roles of the team. Each one is also a group of the database with the same name. */
const teamRoleNames = ["gate", "door_chief", "box_office", "manager", "accountant", "admin"] as const;

/** The roles of people. Each one maps to one group (`groupOfActor`). */
export const personRoles = ["user", ...teamRoleNames] as const;
export type Role = (typeof personRoles)[number];

export type Actor = { readonly userId: Uuid; readonly role: Role };

/** Work that needs more rights than the person has, done by a group (`groupOfDuty`). The act checks the person. */
export type Duty = "sell" | "settle" | "deliver" | "admit" | "identity";

/**
 * The groups that each login may become. A login opens connections; a group has rights. An attacker on a connection
 * can get no more rights than the groups of its login have.
 */
export const groupsOfLogin = {
  public: ["anon", "customer"],
  office: teamRoleNames,
  identity: ["identity"],
  worker: ["seller", "worker"],
  export: ["export"],
} as const satisfies Record<string, readonly Group[]>;

export type LoginName = keyof typeof groupsOfLogin;

export const loginNames = Object.keys(groupsOfLogin) as readonly LoginName[];

/** The address of the database for each login. */
export type LoginUrls = Readonly<Record<LoginName, string>>;

export const groups = [
  "owner",
  "anon",
  "customer",
  ...teamRoleNames,
  "identity",
  "seller",
  "worker",
  "export",
] as const;
export type Group = (typeof groups)[number];

export type RoleNames = Readonly<Record<Group, string>> & {
  readonly logins: Readonly<Record<LoginName, string>>;
  /** The one login of earlier versions, which could become every group. */
  readonly formerLogin: string;
};

/** The names of the roles. Roles belong to the whole server, so they get a prefix (DATABASE_ROLE_PREFIX). */
export function roleNames(prefix: string): RoleNames {
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(prefix)) throw new RangeError(`not a usable role prefix: ${prefix}`);
  const withPrefixes = <Name extends string>(names: readonly Name[], middle: string) =>
    Object.fromEntries(names.map((name) => [name, `${prefix}_${middle}${name}`])) as Record<Name, string>;
  return {
    ...withPrefixes(groups, ""),
    logins: withPrefixes(loginNames, "login_"),
    formerLogin: `${prefix}_login`,
  };
}

/** The names of all groups except the owner of the database's objects. */
export function groupRoles(roles: RoleNames): readonly string[] {
  return groups.filter((group) => group !== "owner").map((group) => roles[group]);
}

export const groupOfActor = (role: Role): Group => (role === "user" ? "customer" : role);

export const groupOfDuty = {
  sell: "seller",
  settle: "worker",
  deliver: "worker",
  admit: "gate",
  identity: "identity",
} as const satisfies Record<Duty, Group>;
