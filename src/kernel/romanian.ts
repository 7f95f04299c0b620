type Forms = { one: string; few: string; other: string };

const plural = new Intl.PluralRules("ro");
const figures = new Intl.NumberFormat("ro-RO", { useGrouping: "always" });

/**
 * A number with its noun, as Romanian counts and writes: "1 bilet", "2 bilete", "19 bilete", "20 de bilete", "101 bilete", "1.200 de bilete".
 * `other` is given without "de"; the rule adds it.
 */
export function counted(n: number, forms: Forms): string {
  const form = plural.select(n);
  const shown = figures.format(n);
  if (form === "one") return `${shown} ${forms.one}`;
  return form === "few" ? `${shown} ${forms.few}` : `${shown} de ${forms.other}`;
}

/** Lower case without diacritics, for searching: "Șezătoare" -> "sezatoare". */
export function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
