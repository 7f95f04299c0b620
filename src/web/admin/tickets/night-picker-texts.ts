import { counted } from "#kernel/romanian.ts";

/** Texts of the list in which the nights of a pass are chosen. */
export const nightPickerTexts = {
  search: "Caută o noapte",
  chosen: (n: number) => `${n} alese`,
  past: (n: number) =>
    `Arată și ${counted(n, { one: "noapte încheiată", few: "nopți încheiate", other: "nopți încheiate" })}`,
  noneComing: "Nicio noapte nu urmează.",
  draft: "ciornă",
  scheduled: "programată",
  hint: "Poate rămâne gol: se ia prima noapte. Cine are deja abonamentul primește bilet și email pentru nopțile adăugate.",
} as const;
