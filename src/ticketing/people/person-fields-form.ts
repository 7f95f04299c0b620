import { z } from "zod";
import { canonicalEmail } from "#kernel/email-address.ts";
import { personName } from "#kernel/person-name.ts";
import { phoneNumber } from "#kernel/phone-number.ts";
import { lengths } from "#ticketing/limits.ts";

/** A field that stores what `read` returns; if it returns undefined, the field has this problem. */
const textReadBy = (read: (text: string) => string | undefined, problem: string) =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  });

/** One line, of so many characters at most. */
export const textLine = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u);

const isWritten = (text: string) => text.trim() !== "";

/** A person's name with at least `least` letters (`personName`). */
export const nameField = (least: number = 1) =>
  z
    .string()
    .refine(isWritten, { error: "full_name_required" })
    .pipe(textReadBy(personName, "full_name_refused"))
    .pipe(
      z
        .string()
        .min(least, { error: "full_name_too_short" })
        .max(lengths.personName, { error: "full_name_too_long" }),
    );

/** A telephone number (`phoneNumber`), or empty for none. */
export const phoneField = textReadBy((text) => (isWritten(text) ? phoneNumber(text) : ""), "phone_invalid");

export const requiredPhone = z.string().refine(isWritten, { error: "phone_required" }).pipe(phoneField);

/** An email address (`canonicalEmail`). */
export const emailField = z
  .string()
  .refine(isWritten, { error: "email_required" })
  .pipe(textReadBy(canonicalEmail, "email_invalid"));
