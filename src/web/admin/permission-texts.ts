import { noUploadPermission } from "#web/request/upload-texts.ts";
import { adminTexts } from "./admin-texts.ts";

type Refused = { readonly modify: string; readonly remove: string };

const refusalsByAddress: readonly (readonly [address: RegExp, refused: Refused])[] = [
  [/^\/admin\/events/, modifying("events")],
  [/^\/admin\/artists/, modifying("artists")],
  [/^\/admin\/tickets/, modifying("tickets")],
  [
    /^\/admin\/abonamente/,
    {
      modify: "Nu aveți permisiunea de a modifica abonamentele",
      remove: "Nu aveți permisiunea de a șterge abonamente",
    },
  ],
  [
    /^\/admin\/codes/,
    {
      modify: "Nu aveți permisiunea de a modifica codurile",
      remove: "Nu aveți permisiunea de a șterge coduri",
    },
  ],
  [/^\/admin\/(?:content|brand)/, sameForBoth("You do not have permission to modify content")],
  [/^\/admin\/pictures/, sameForBoth(noUploadPermission)],
  [/^\/admin\/email\/test/, sameForBoth("Nu aveți dreptul să testați emailul")],
  [/^\/admin\/email/, sameForBoth("Nu aveți dreptul să modificați setările de email")],
];

function modifying(thing: string): Refused {
  return {
    modify: `You do not have permission to modify ${thing}`,
    remove: `You do not have permission to delete ${thing}`,
  };
}

function sameForBoth(text: string): Refused {
  return { modify: text, remove: text };
}

/** Returns the answer to a form of the back-office from a person without the right (B13). */
export function permissionText(pathname: string): string {
  const path = pathname.replace(/\.data$/, "");
  const refused = refusalsByAddress.find(([address]) => address.test(path))?.[1];
  if (!refused) return adminTexts.accessDenied;
  return path.endsWith("/delete") ? refused.remove : refused.modify;
}

/** The answer when a person's role was removed between the click and the change (B13-15, B13-16). */
export const rowSecurityTexts = {
  events: "Permission denied: You do not have the required admin privileges to modify events",
  artists: "Permission denied: You do not have the required admin privileges to modify artists",
  tickets: "Permission denied: You do not have the required admin privileges to modify tickets",
  general: "Permisiune refuzată: Nu aveți privilegiile admin necesare.",
} as const;
