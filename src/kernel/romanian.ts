type Forms = { one: string; few: string; other: string };

const plural = new Intl.PluralRules("ro");

/**
 * A number with its noun, as Romanian counts: "1 bilet", "2 bilete", "19 bilete", "20 de bilete", "101 bilete".
 * `other` is given without "de"; the rule adds it.
 */
export function counted(n: number, forms: Forms): string {
  const form = plural.select(n);
  if (form === "one") return `${n} ${forms.one}`;
  return form === "few" ? `${n} ${forms.few}` : `${n} de ${forms.other}`;
}

/** Lower case without diacritics, for searching: "Șezătoare" -> "sezatoare". */
export function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
