/** The domains that most people here use. A real domain is never called a mistake, however near it is to another. */
const usualDomains = ["gmail.com", "yahoo.com", "yahoo.ro", "hotmail.com", "outlook.com", "icloud.com"];
const realDomains = new Set([
  ...usualDomains,
  "ymail.com",
  "mail.com",
  "email.com",
  "hotmail.ro",
  "yahoo.co",
  "yahoo.de",
  "yahoo.fr",
]);

/** The address that was probably meant: the same at a usual domain, one slip away. Null when nothing looks wrong. */
export function likelyEmail(email: string): string | null {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at);
  const meant = realDomains.has(domain) ? undefined : usualDomains.find((one) => isOneSlip(domain, one));
  return meant === undefined ? null : email.slice(0, at) + meant;
}

/** Whether the texts differ by one letter (added, missing or replaced), or by two neighbours swapped. */
function isOneSlip(typed: string, meant: string): boolean {
  let from = 0;
  while (from < meant.length && typed[from] === meant[from]) from += 1;
  const [a, b] = [typed.slice(from), meant.slice(from)];
  return (
    a.slice(1) === b ||
    a === b.slice(1) ||
    a.slice(1) === b.slice(1) ||
    (a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0])
  );
}
