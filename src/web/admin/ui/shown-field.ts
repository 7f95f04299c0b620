/** What a field shows: what was typed, and the sentence about it. */
export function shownField<Name extends string>(
  name: Name,
  values: { readonly [Field in Name]: string },
  errors: { readonly [Field in Name]?: string },
) {
  return { name, defaultValue: values[name], error: errors[name] };
}
