import type { Context } from "hono";
import { readGuest } from "#ticketing/orders/checkout/guest-form.ts";
import { openGuestSession } from "#ticketing/orders/checkout/open-guest-session.server.ts";
import { guestSessionRefusal } from "#web/request/checkout-refusals.ts";
import { guestCookie } from "#web/request/cookies.server.ts";
import { guestProblems } from "#web/request/refusal-texts.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";

/**
 * Opens a guest's session, as cookie and as bearer token. Both tokens of the answer are the session itself: it ends after
 * `expires_in` seconds, and nothing renews it.
 */
export async function answerGuestSession(site: SiteServices, c: Context, sent: unknown): Promise<Response> {
  c.header("cache-control", "no-store");
  const read = readGuest(sent);
  if (!read.ok) {
    if (read.refusal.reason === "not_understood") return c.json({ error: requestTexts.unreadable }, 400);
    const { problems } = read.refusal;
    const [first] = Object.values(problems);
    return c.json({ error: first ? guestProblems[first] : requestTexts.unreadable, fields: problems }, 422);
  }
  const { guest, captchaToken } = read.value;
  const opened = await openGuestSession(site, { guest, captchaToken });
  if (!opened.ok) {
    const { status, sentence, retryAfter } = guestSessionRefusal(opened.refusal);
    if (retryAfter) c.header("retry-after", String(retryAfter));
    const isCaptcha = opened.refusal.reason === "captcha_needed";
    return c.json({ error: sentence, ...(isCaptcha ? { code: "captcha_failed" } : {}) }, status as 400);
  }
  const { token, userId, expiresAt } = opened.value;
  c.header("set-cookie", await guestCookie(site, c.req.raw, token));
  return c.json(
    {
      access_token: token,
      refresh_token: token,
      token_type: "bearer",
      expires_in: Math.floor((expiresAt.getTime() - site.now().getTime()) / 1000),
      user: {
        id: userId,
        aud: "authenticated",
        role: "authenticated",
        email: guest.email,
        is_anonymous: true,
        user_metadata: { full_name: guest.fullName, phone: guest.phone ?? "" },
      },
    },
    201,
  );
}
