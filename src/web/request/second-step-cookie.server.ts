const minutes = 10;

/** The ticket of a sign-in that waits for its second factor; it opens nothing without a code. */
export function secondStepCookie(ticket: string, siteOrigin: string): string {
  return line(ticket, minutes * 60, siteOrigin);
}

export function endedSecondStep(siteOrigin: string): string {
  return line("", 0, siteOrigin);
}

/** The ticket in a Cookie header, or null. */
export function readSecondStep(header: string | null): string | null {
  return /(?:^|;\s*)second-step=([A-Za-z0-9_-]{43})(?:;|$)/.exec(header ?? "")?.[1] ?? null;
}

function line(value: string, seconds: number, siteOrigin: string): string {
  const secure = siteOrigin.startsWith("https:") ? "; Secure" : "";
  return `second-step=${value}; Path=/login; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}
