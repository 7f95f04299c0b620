type Forms = { one: string; few: string; other: string };

const plural = new Intl.PluralRules("ro");
const figures = new Intl.NumberFormat("ro-RO", { useGrouping: "always" });

/**
 * A number with its noun, as Romanian counts and writes: "1 bilet", "2 bilete", "19 bilete", "20 de bilete", "101 bilete", "1.200 de bilete".
 * `other` is given without "de"; the rule adds it.
 */
export function counted(n: number, forms: Forms): string {
  return `${grouped(n)} ${nounFor(n, forms)}`;
}

/** The number of `counted` alone, for one that is set apart from its noun: "1.200". */
export function grouped(n: number): string {
  return figures.format(n);
}

/** The noun of `counted` alone: "bilet", "bilete", "de bilete". */
export function nounFor(n: number, forms: Forms): string {
  const form = plural.select(n);
  if (form === "one") return forms.one;
  return form === "few" ? forms.few : `de ${forms.other}`;
}

/** Lower case without diacritics, for searching: "Șezătoare" -> "sezatoare". */
export function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
