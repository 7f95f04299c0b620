import type { PostedForm } from "./posted-form.server.ts";

/** The fields of a form in the browser, as the server reads those that were sent. */
export const typedForm = (data: FormData): PostedForm => ({
  text: (name) => String(data.get(name) ?? ""),
  all: (name) => data.getAll(name).map(String),
});

/** A form with nothing in it. */
export const emptyForm: PostedForm = { text: () => "", all: () => [] };

/** The values of a field that may come several times; a choice between two versions sends them as one with commas. */
export const severalOf = (form: PostedForm, name: string): string[] =>
  form
    .all(name)
    .flatMap((value) => value.split(","))
    .filter(Boolean);
