/**
 * Whether a text can be a person's name: letters of any language, apostrophes, hyphens, dots and blanks. Refuses what
 * makes a link in an email (a scheme, "www.", slashes), and invisible characters: controls, line ends, direction marks,
 * zero-width signs. Full-width spellings count as the letters they look like.
 */
export function isPersonName(text: string): boolean {
  return text.isWellFormed() && !unseen.test(text) && !linked.test(text.normalize("NFKC"));
}

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const linked = /:\/|www\.|[/\\\u2044\u2215\u29f8\u2571]/iu;
