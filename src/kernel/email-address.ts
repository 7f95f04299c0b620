import { typed } from "./typed-text.ts";
import { parsedUrl } from "./url.ts";

// the pattern browsers use for type="email", with a dot required in the domain
const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/**
 * The canonical form of this e-mail address: lower case, a domain of any script as the DNS writes it (xn--…), nothing
 * around it; undefined when it is not one. What Unicode's compatibility form would turn into something else (a
 * full-width @, a Kelvin sign) is refused, not translated, and nothing that passes can break a line of an email's header.
 */
export function canonicalEmail(text: string): string | undefined {
  if (text.length > 320) return undefined;
  const written = typed(text).toLowerCase();
  if ([...text].some(isLookAlike) || /[\p{Cc}\s]/u.test(written)) return undefined;
  const at = written.lastIndexOf("@");
  const email = written.slice(0, at + 1) + asciiDomain(written.slice(at + 1));
  if (email.length > 254 || at > 64) return undefined;
  return pattern.test(email) ? email : undefined;
}

/** Whether compatibility would make plain ASCII of it. */
const isLookAlike = (letter: string) => letter > "\x7f" && /[!-~]/.test(letter.normalize("NFKC"));

/** A domain with letters beyond ASCII as the DNS writes it; others as they are. */
function asciiDomain(domain: string): string {
  if (!/[^\0-\x7f]/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain;
  return parsedUrl(`http://${domain}`)?.hostname ?? domain;
}

/**
 * The mailbox that a canonical address leads to, for counting and never for writing to it: without what stands behind a
 * plus, and at Gmail without dots. `mailbox_key` of the database is a hash of the same.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [local = ""] = email.slice(0, at).split("+");
  const domain = email.slice(at + 1);
  return /^g(?:oogle)?mail\.com$/.test(domain)
    ? `${local.replaceAll(".", "")}@gmail.com`
    : `${local}@${domain}`;
}

/** Enough for a person who knows it to recognize: a•••@exemplu.ro. */
export function maskedEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, "$1•••");
}
