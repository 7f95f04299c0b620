// the pattern browsers use for type="email", with a dot required in the domain
const pattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/**
 * The canonical form of this e-mail address: lower case, no blanks around it; undefined when it is not one. What
 * Unicode's compatibility form would turn into something else (a full-width @, a Kelvin sign) is refused, not
 * translated, and nothing that passes can break a line of an email's header.
 */
export function canonicalEmail(text: string): string | undefined {
  if (text.length > 320 || text.normalize("NFKC") !== text) return undefined;
  const email = text.replace(/^ +| +$/g, "").toLowerCase();
  if (email.length > 254 || email.indexOf("@") > 64) return undefined;
  return pattern.test(email) ? email : undefined;
}

/** Enough for who knows it to recognize: a•••@exemplu.ro. */
export function maskedEmail(email: string): string {
  return email.replace(/^(.)[^@]*/u, "$1•••");
}
