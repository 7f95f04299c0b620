/**
 * The type of the same texts in another language: same names and arguments, other words. With `satisfies
 * Translated<typeof romanian>` the compiler names each missing sentence.
 */
export type Translated<Of> = Of extends string
  ? string
  : Of extends (...given: infer Given) => infer Said
    ? (...given: Given) => Translated<Said>
    : { readonly [Name in keyof Of]: Translated<Of[Name]> };

/**
 * A catalogue of texts that buyers read; only these can be said in another language. There is one language so far, so
 * this returns its argument. A second language would be chosen here, each time a text is read. So read a text when it
 * is shown: a text read while a file loads would stay Romanian.
 */
// @__NO_SIDE_EFFECTS__
export function translatable<const Romanian extends object>(romanian: Romanian): Romanian {
  return romanian;
}
