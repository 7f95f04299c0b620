import type { PostedForm } from "./posted-form.server.ts";

/** The fields of a form in the browser, as the server reads those that were sent. */
export const typedForm = (data: FormData): PostedForm => ({
  text: (name) => String(data.get(name) ?? ""),
  all: (name) => data.getAll(name).map(String),
});
