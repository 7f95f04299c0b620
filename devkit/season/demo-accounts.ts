import { randomBytes } from "node:crypto";

/** The accounts one can sign in with in demo mode. */
export type DemoAccount = {
  readonly key: "admin" | "door" | "customer" | "subscriber";
  readonly email: string;
  readonly fullName: string;
  readonly phone: string;
  readonly role: "user" | "gate" | "admin";
  /** For this machine only: where a demo is open to others, passwords are random (decision 2). */
  readonly password: string;
  /** What the account is for, for the list printed at start. */
  readonly about: string;
};

export const demoAccounts: readonly DemoAccount[] = [
  {
    key: "admin",
    email: "admin@fosfor.example",
    fullName: "Admin User",
    phone: "+40 700 000 001",
    role: "admin",
    password: "far-pe-dig-27",
    about: "administrator",
  },
  {
    key: "door",
    email: "poarta@fosfor.example",
    fullName: "Sanda Poartă",
    phone: "+40 700 000 002",
    role: "gate",
    password: "poarta-de-pe-dig-27",
    about: "scanează bilete la /gate",
  },
  {
    key: "customer",
    email: "ioana@exemplu.example",
    fullName: "Ioana Exemplu",
    phone: "+40 700 000 003",
    role: "user",
    password: "nisip-fin-27",
    about: "are bilete și un abonament de sezon",
  },
  {
    key: "subscriber",
    email: "matei@exemplu.example",
    fullName: "Matei Exemplu",
    phone: "+40 700 000 004",
    role: "user",
    password: "valuri-mici-27",
    about: "are un abonament activ",
  },
];

/** The accounts with the passwords of README on this machine, or with random ones where others can reach the demo. */
export function demoAccountsFor(whom: "this_machine" | "others"): readonly DemoAccount[] {
  if (whom === "this_machine") return demoAccounts;
  return demoAccounts.map((account) => ({ ...account, password: randomBytes(12).toString("base64url") }));
}
