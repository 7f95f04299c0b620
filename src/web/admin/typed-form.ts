import type { PostedForm } from "./posted-form.server.ts";

/** Reads the fields of a form in the browser, like `postedForm` on the server. */
export const typedForm = (data: FormData): PostedForm => ({
  text: (name) => String(data.get(name) ?? ""),
  all: (name) => data.getAll(name).map(String),
});
