import { typedLine } from "./typed-text.ts";

/**
 * A person's name as it is stored: letters of any language, apostrophes, hyphens, dots and blanks; undefined for what is
 * none: controls, line ends, private signs, and what makes a link in an email (a scheme, "www.", five digits, however they are grouped, slashes but in "s/o").
 * Full-width spellings count as the letters they look like.
 */
export function personName(text: string): string | undefined {
  if (!text.isWellFormed() || unseen.test(text.trim())) return undefined;
  const name = typedLine(text);
  return linked.test(name.normalize("NFKC")) || slashes.test(name) ? undefined : withoutDomain(name);
}

/**
 * A name in which no mail program finds an address of a site or of email: a blank after each dot that could be one's, none of
 * its scheme. Names of before `personName` are stored as they were: whatever shows one to somebody else asks this.
 */
export function withoutDomain(name: string): string {
  return name.replace(schemes, " ").replace(dots, "$& ");
}

/** What a letter or page to somebody else calls a person: the first word of the name, which is no message and no link. */
export function firstName(fullName: string | null): string {
  return (
    withoutDomain(fullName?.trim() ?? "")
      .split(/\s+/)[0]
      ?.slice(0, 40) ?? ""
  );
}

const unseen = /[\p{Cc}\p{Co}\p{Zl}\p{Zp}]/u;
const linked = /:\S|www\.|\p{Nd}\.\p{Nd}|(?:\p{Nd}\P{Nd}*){5}|(?<!(?:^|\s)\p{L})\/|\/(?!\p{L}(?:\s|$))/iu;
const slashes = /[\\\u2044\u2215\u29f8\u2571\uff0f\uff3c]/u;
const schemes = /:\/+|(?<=\S):(?=\S)/g;
// of every script and after every sign; a last part of one letter is an initial
const dots = /(?<=\S)[.\u2024\u3002\ufe52\uff0e\uff61](?=[\p{L}\p{M}\p{N}-]{2})|(?<=www)\.(?=\S)/giu;
