import { z } from "zod";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { headerLine } from "#platform/mail/mail-message.ts";
import { lengths, limits } from "#ticketing/limits.ts";

export type TemplateField = "name" | "subject" | "html_content" | "text_content";
export type TemplateProblem = "required" | "name_invalid" | "too_long" | "braces";

export type TemplateWords = { readonly subject: string; readonly html: string; readonly text: string };

export type TemplateFormRefusal =
  | { readonly reason: "fields"; readonly problems: Partial<Record<TemplateField, TemplateProblem>> }
  | { readonly reason: "not_understood" };

const problem = (key: TemplateProblem) => ({ error: key });
const bytes = (text: string) => new TextEncoder().encode(text).length;

const wordFields = {
  subject: z
    .string()
    .transform(headerLine)
    .pipe(z.string().min(1, problem("required")).max(lengths.templateSubject, problem("too_long"))),
  html_content: z
    .string()
    .refine((text) => text.trim() !== "", problem("required"))
    .refine((text) => bytes(text) <= limits.templateBytes, problem("too_long")),
  text_content: z
    .string()
    .default("")
    .refine((text) => bytes(text) <= limits.templateBytes, problem("too_long")),
};
const editedTemplateSchema = z.strictObject(wordFields);
const newTemplateSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, problem("required"))
    .regex(/^[a-z0-9_]{1,64}$/, problem("name_invalid")),
  ...wordFields,
});

/** Reads a new template. Its name identifies it in the choice of templates and never changes. */
export function readNewTemplate(
  values: unknown,
): Outcome<TemplateWords & { readonly name: string }, TemplateFormRefusal> {
  const parsed = newTemplateSchema.safeParse(values);
  if (!parsed.success) return refused(refusalOf(parsed.error));
  const { name, ...rest } = parsed.data;
  return refuseStrayBraces(rest, (words) => ({ name, ...words }));
}

/** Reads the editable fields of a template: subject, HTML and text. */
export function readTemplate(values: unknown): Outcome<TemplateWords, TemplateFormRefusal> {
  const parsed = editedTemplateSchema.safeParse(values);
  return parsed.success ? refuseStrayBraces(parsed.data, (words) => words) : refused(refusalOf(parsed.error));
}

type Typed = { subject: string; html_content: string; text_content: string };

/**
 * The words as `convert` returns them. Refuses braces that are no variable, such as `{{#each}}` or `{{ticket_code`:
 * every email would show them.
 */
function refuseStrayBraces<Converted>(
  typed: Typed,
  convert: (words: TemplateWords) => Converted,
): Outcome<Converted, TemplateFormRefusal> {
  const problems: Partial<Record<TemplateField, TemplateProblem>> = {};
  for (const field of ["subject", "html_content", "text_content"] as const)
    if (strayBraces(typed[field]).length > 0) problems[field] = "braces";
  if (Object.keys(problems).length > 0) return refused({ reason: "fields", problems });
  return done(convert({ subject: typed.subject, html: typed.html_content, text: typed.text_content }));
}

const variable = /\{\{ ?[a-z_]{1,40} ?\}\}/g;

/** The parts in double braces that are not a variable's name. */
export function strayBraces(text: string): string[] {
  return [...text.replace(variable, "").matchAll(/\{\{[^{}\n]{0,40}(?:\}\})?|\}\}/g)].map(([found]) => found);
}

function refusalOf(error: z.ZodError): TemplateFormRefusal {
  const problems: Partial<Record<TemplateField, TemplateProblem>> = {};
  for (const issue of error.issues) {
    const field = issue.path[0];
    if (field !== "name" && field !== "subject" && field !== "html_content" && field !== "text_content")
      return { reason: "not_understood" };
    problems[field] ??= issue.code === "invalid_type" ? "required" : (issue.message as TemplateProblem);
  }
  return { reason: "fields", problems };
}
