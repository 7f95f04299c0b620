/** Returns what a field shows: the typed text and its error. */
export function shownField<Name extends string>(
  name: Name,
  values: { readonly [Field in Name]: string },
  errors: { readonly [Field in Name]?: string },
) {
  return { name, defaultValue: values[name], error: errors[name] };
}
