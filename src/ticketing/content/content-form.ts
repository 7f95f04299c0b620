import { z } from "zod";
import { type Colour, readColour } from "#kernel/colour.ts";
import { canonicalEmail } from "#kernel/email-address.ts";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { typedLine, typedText, webAddress } from "#kernel/typed-text.ts";
import { lengths } from "#ticketing/limits.ts";
import { areAlike, type BrandContent, problemWithColour, type UnreadableColour } from "./brand.ts";
import type { LegalText } from "./legal-text.ts";
import { parseLegalSections } from "./legal-writing.ts";
import { companyCode } from "./seller.ts";
import type { AboutContent, ClubContent, FooterContent, HeroContent } from "./site-content.ts";

export type ContentProblem =
  | "required"
  | "too_long"
  | "email_invalid"
  | "phone_invalid"
  | "link_invalid"
  | "colour_invalid"
  | "company_code_invalid"
  | "colours_alike"
  | "title_missing"
  | "text_missing"
  | UnreadableColour;

export type ContentProblems<Field extends string> = Partial<Record<Field, ContentProblem>>;

const line = (most: number) =>
  z
    .string()
    .transform(typedLine)
    .pipe(z.string().max(most, { error: "too_long" }));
const requiredLine = (most: number) => line(most).pipe(z.string().min(1, { error: "required" }));
const text = (most: number) =>
  z
    .string()
    .transform(typedText)
    .pipe(z.string().max(most, { error: "too_long" }));
const link = line(lengths.webAddress).transform((typed, context) => {
  const address = typed === "" ? "" : webAddress(typed);
  if (address !== undefined) return address;
  context.addIssue({ code: "custom", message: "link_invalid" });
  return z.NEVER;
});

const pageForm = z.object({
  hero_title: requiredLine(lengths.heroTitle),
  hero_subtitle: requiredLine(lengths.heroSubtitle),
  hero_cta_text: requiredLine(lengths.heroButton),
  background_url: line(lengths.pictureAddress),
  about_title: line(lengths.aboutTitle),
  about_content: text(lengths.aboutText),
});
export type PageField = keyof z.input<typeof pageForm>;
export type PageForm = { readonly hero: HeroContent; readonly about: AboutContent };

/** Reads the form of hero and about. Every text of the hero is required; the part about the club may stay empty. */
export function readPageForm(
  values: Record<PageField, string>,
): Outcome<PageForm, ContentProblems<PageField>> {
  const parsed = pageForm.safeParse(values);
  if (!parsed.success) return refused(problemsOf(parsed.error));
  const { hero_title, hero_subtitle, hero_cta_text, background_url, about_title, about_content } =
    parsed.data;
  if (about_title === "" && about_content !== "") return refused({ about_title: "title_missing" });
  if (about_title !== "" && about_content === "") return refused({ about_content: "text_missing" });
  return done({
    hero: { title: hero_title, subtitle: hero_subtitle, cta_text: hero_cta_text, background_url },
    about: { title: about_title, content: about_content },
  });
}

const colour = z.string().transform((typed, context) => {
  const read = typed.trim() === "" ? "" : readColour(typed);
  if (read !== undefined) return read;
  context.addIssue({ code: "custom", message: "colour_invalid" });
  return z.NEVER;
});

const brandForm = z.object({
  short_name: requiredLine(lengths.clubShortName),
  full_name: requiredLine(lengths.clubName),
  trader: line(lengths.trader),
  company: line(lengths.company),
  company_code: line(lengths.companyCode).transform((typed, context) => {
    const code = typed === "" ? "" : companyCode(typed);
    if (code !== undefined) return code;
    context.addIssue({ code: "custom", message: "company_code_invalid" });
    return z.NEVER;
  }),
  register_no: line(lengths.registerNo),
  seat: line(lengths.clubAddress),
  guests: z.enum(["", "da"]),
  logo_url: line(lengths.pictureAddress),
  light: colour,
  signal: colour,
});
export type BrandField = keyof z.input<typeof brandForm>;
export type BrandForm = { readonly club: ClubContent; readonly brand: BrandContent };

/**
 * Reads the form of the club: names, company, whether guests may buy, logo and colours. Both names are required. A
 * colour may be empty, else it must be readable, and the two must not look alike.
 */
export function readBrandForm(
  values: Record<BrandField, string>,
): Outcome<BrandForm, ContentProblems<BrandField>> {
  const parsed = brandForm.safeParse(values);
  if (!parsed.success) return refused(problemsOf(parsed.error));
  const { guests, logo_url, light, signal, ...club } = parsed.data;
  const brand = { logo_url, light, signal };
  const problems: ContentProblems<BrandField> = {};
  for (const field of ["light", "signal"] as const) {
    const problem = brand[field] === "" ? undefined : problemWithColour(brand[field] as Colour);
    if (problem) problems[field] = problem;
  }
  if (Object.keys(problems).length > 0) return refused(problems);
  if (areAlike(brand)) return refused({ [brand.signal === "" ? "light" : "signal"]: "colours_alike" });
  return done({ club: { ...club, guests: guests === "da" }, brand });
}

const footerForm = z.object({
  description: text(lengths.footerText).pipe(z.string().min(1, { error: "required" })),
  address: line(lengths.clubAddress),
  phone: line(lengths.clubPhone).pipe(
    z.string().regex(/^(?:\+?[0-9][0-9 ().-]{5,24})?$/, { error: "phone_invalid" }),
  ),
  email: line(lengths.clubEmail).transform((typed, context) => {
    const email = typed === "" ? "" : canonicalEmail(typed);
    if (email !== undefined) return email;
    context.addIssue({ code: "custom", message: "email_invalid" });
    return z.NEVER;
  }),
  copyright: requiredLine(lengths.copyright),
  instagram: link,
  facebook: link,
  twitter: link,
});
export type FooterField = keyof z.input<typeof footerForm>;
export type FooterForm = { readonly footer: FooterContent };

/** Reads the form of the footer: contact and social pages. Links must be http or https addresses. */
export function readFooterForm(
  values: Record<FooterField, string>,
): Outcome<FooterForm, ContentProblems<FooterField>> {
  const parsed = footerForm.safeParse(values);
  if (!parsed.success) return refused(problemsOf(parsed.error));
  const { instagram, facebook, twitter, ...footer } = parsed.data;
  return done({ footer: { ...footer, social_links: { instagram, facebook, twitter } } });
}

const legalForm = z.object({
  title: requiredLine(lengths.legalTitle),
  intro: text(lengths.legalNote),
  notice: text(lengths.legalNote),
  body: text(lengths.legalText),
});
export type LegalField = keyof z.input<typeof legalForm>;

/** Reads the form of a legal page: title, introduction, notice, and all sections in one field. */
export function readLegalForm(
  values: Record<LegalField, string>,
): Outcome<LegalText, ContentProblems<LegalField>> {
  const parsed = legalForm.safeParse(values);
  if (!parsed.success) return refused(problemsOf(parsed.error));
  const { title, intro, notice, body } = parsed.data;
  return done({ title, intro, notice, sections: parseLegalSections(body) });
}

function problemsOf<Field extends string>(error: z.ZodError): ContentProblems<Field> {
  const problems: ContentProblems<Field> = {};
  for (const issue of error.issues) problems[issue.path[0] as Field] ??= issue.message as ContentProblem;
  return problems;
}
