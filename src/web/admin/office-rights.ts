import { mayDo } from "#ticketing/rights/act-rights.ts";
import { may, type Who } from "#ticketing/rights/role-rights.ts";
import { officeAddresses } from "#web/office-addresses.ts";

/** Whether a role may open this address of the back-office ("look"), or send some form to it ("change"). */
export function mayEnter(person: { readonly role: Who }, pattern: string, how: "look" | "change"): boolean {
  const route = officeAddresses[pattern];
  if (!route || !may(person.role, route.read)) return false;
  const acts = Object.values(route.acts);
  // an address without forms passes, because the router refuses any form there
  return how === "look" || acts.length === 0 || acts.some((act) => mayDo(person, act));
}
