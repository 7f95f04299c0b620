/**
 * The same texts in another language: the same names and arguments, other words. `satisfies Translated<typeof romanian>` lets
 * the compiler name each sentence that is missing.
 */
export type Translated<Of> = Of extends string
  ? string
  : Of extends (...given: infer Given) => infer Said
    ? (...given: Given) => Translated<Said>
    : { readonly [Name in keyof Of]: Translated<Of[Name]> };

/**
 * A catalogue of what buyers read; only what goes through here can be said in another language. There is one so far, so this
 * gives back what it is given, and reading a text costs nothing. A second language is chosen here, when a text is read. So
 * read a text when it is shown: one that was read while a file is loaded would stay Romanian.
 */
// @__NO_SIDE_EFFECTS__
export function spoken<const Romanian extends object>(romanian: Romanian): Romanian {
  return romanian;
}
