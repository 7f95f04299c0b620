/**
 * Whether a text can stand as somebody's name: letters of any language, apostrophes, hyphens, dots and blanks do. What
 * makes a link in a letter does not (a scheme, "www.", slashes), nor what nobody sees or what turns the direction of
 * the words beside it: controls, ends of lines, marks of direction, signs without width. Full-width spellings count
 * as what they look like.
 */
export function isPersonName(text: string): boolean {
  return text.isWellFormed() && !unseen.test(text) && !linked.test(text.normalize("NFKC"));
}

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const linked = /:\/|www\.|[/\\\u2044\u2215\u29f8\u2571]/iu;
