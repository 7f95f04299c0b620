import { counted, grouped } from "#kernel/romanian.ts";

const listedRows = { one: "rând", few: "rânduri", other: "rânduri" };
const tickets = { one: "bilet", few: "bilete", other: "bilete" };

/** What a search of purchases found: "76 de rânduri cu 133 de bilete", since a row may be several tickets of one code. */
export function foundInWords({ count, tickets: inThem, isMore }: FoundRows): string {
  const found = isMore
    ? `peste ${grouped(count)}`
    : count === inThem
      ? grouped(count)
      : `${counted(count, listedRows)} cu ${counted(inThem, tickets)}`;
  return `${found}, prețuri în RON`;
}

type FoundRows = { readonly count: number; readonly tickets: number; readonly isMore: boolean };
