import { typedLine } from "./typed-text.ts";

/**
 * A person's name as it is stored: letters of any language, apostrophes, hyphens, dots and blanks. Undefined for
 * control characters, line ends and private signs, and for anything that makes a link in an email: a scheme, "www.",
 * five digits, slashes (except in "s/o"). Full-width letters count as what they look like.
 */
export function personName(text: string): string | undefined {
  if (!text.isWellFormed() || forbiddenSigns.test(text.trim())) return undefined;
  const name = typedLine(text);
  return linkPattern.test(name.normalize("NFKC")) || slashes.test(name) ? undefined : withoutDomain(name);
}

/**
 * A name in which no mail program finds a web or email address: a blank follows each dot that could be part of one,
 * and the signs of a scheme (`://`) go. Names from before `personName` are stored unchecked, so call this wherever a
 * name is shown to somebody else.
 */
export function withoutDomain(name: string): string {
  return name.replace(schemes, " ").replace(dots, "$& ");
}

/** A person's name in an email or page for somebody else: the first word only, which is no message and no link. */
export function firstName(fullName: string | null): string {
  return (
    withoutDomain(fullName?.trim() ?? "")
      .split(/\s+/)[0]
      ?.slice(0, 40) ?? ""
  );
}

const forbiddenSigns = /[\p{Cc}\p{Co}\p{Zl}\p{Zp}]/u;
const linkPattern =
  /:\S|www\.|\p{Nd}\.\p{Nd}|(?:\p{Nd}\P{Nd}*){5}|(?<!(?:^|\s)\p{L})\/|\/(?!\p{L}(?:\s|$))/iu;
const slashes = /[\\\u2044\u2215\u29f8\u2571\uff0f\uff3c]/u;
const schemes = /:\/+|(?<=\S):(?=\S)/g;
// dots of every script; not before a last part of one letter, which is an initial
const dots = /(?<=\S)[.\u2024\u3002\ufe52\uff0e\uff61](?=[\p{L}\p{M}\p{N}-]{2})|(?<=www)\.(?=\S)/giu;
