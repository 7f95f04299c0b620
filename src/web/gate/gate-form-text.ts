/** What was typed into a field of the door's forms, or an empty text. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim().slice(0, 5000) : "";
}
