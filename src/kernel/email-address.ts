import { cleanedText } from "./typed-text.ts";
import { parsedUrl } from "./url.ts";

// the pattern that browsers use for type="email", with a dot required in the domain; its last part begins with a letter,
// as every one of the DNS does, so a number for a host (127.0.0.1) is no domain
const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*\.[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The canonical form of an email address: lower case, the domain as DNS writes it (xn--…), no blanks around it.
 * Undefined when it is none. A letter that Unicode's compatibility form would change (a full-width @, a Kelvin sign)
 * is refused, not translated. No accepted address can break a line of an email's header.
 */
export function canonicalEmail(text: string): string | undefined {
  if (text.length > 320) return undefined;
  const written = cleanedText(text).toLowerCase();
  if ([...text].some(isLookAlike) || /[\p{Cc}\s]/u.test(written)) return undefined;
  const at = written.lastIndexOf("@");
  const email = written.slice(0, at + 1) + asciiDomain(written.slice(at + 1));
  if (email.length > 254 || at > 64) return undefined;
  return pattern.test(email) ? email : undefined;
}

/** Whether Unicode's compatibility form would turn this letter into plain ASCII. */
const isLookAlike = (letter: string) => letter > "\x7f" && /[!-~]/.test(letter.normalize("NFKC"));

/** A domain with letters beyond ASCII in the form that DNS uses; another domain stays as it is. */
function asciiDomain(domain: string): string {
  if (!/[^\0-\x7f]/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return domain;
  return parsedUrl(`http://${domain}`)?.hostname ?? domain;
}

/**
 * The mailbox of a canonical address, for counting only, never for sending: without the part after a plus and, at
 * Gmail, without dots. The database's `mailbox_key` is a hash of the same.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const [local = ""] = email.slice(0, at).split("+");
  const domain = email.slice(at + 1);
  return /^g(?:oogle)?mail\.com$/.test(domain)
    ? `${local.replaceAll(".", "")}@gmail.com`
    : `${local}@${domain}`;
}

/** The address with most letters hidden, such as a•••@exemplu.ro; a person who knows it recognises it. */
export function maskedEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, "$1•••");
}
