import type { Hono } from "hono";
import { isUuid } from "#kernel/id.ts";
import { findChallengeState, openChallenge } from "#platform/identity/factors/factor-challenge.server.ts";
import { grantAnew } from "#platform/identity/tokens/grant-tokens.server.ts";
import { linkSvg } from "#ticketing/delivery/ticket-qr.server.ts";
import { enrolFactor } from "#ticketing/people/enrol-factor.server.ts";
import { readEnrol, readFactorCode } from "#ticketing/people/factor-call-form.ts";
import { removeFactor } from "#ticketing/people/remove-factor.server.ts";
import { verifyFactor } from "#ticketing/people/verify-factor.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { type AuthVariables, withBearer, withBearersBody } from "./auth-call.ts";
import { refuse } from "./auth-refusals.ts";

/** The calls for second factors: enroll, challenge, verify, remove. */
export function addFactorCalls(auth: Hono<AuthVariables>, site: SiteServices): void {
  const { tokens } = site;

  auth.post("/factors", (c) =>
    withBearersBody(site, c, ["enrol-factor", readEnrol], async (session, { friendlyName }) => {
      const made = await enrolFactor(site, { ...session, friendlyName });
      if (!made.ok) return refuse(c, made.refusal);
      const { factorId, secret, uri } = made.value;
      const totp = { qr_code: linkSvg(uri), secret, uri };
      return c.json({ id: factorId, type: "totp", friendly_name: friendlyName, totp });
    }),
  );

  auth.post("/factors/:factorId/challenge", (c) =>
    withBearer(site, c, "verify-factor", async (session) => {
      const factorId = c.req.param("factorId");
      const asked = isUuid(factorId) ? await openChallenge(tokens, { ...session, factorId }) : undefined;
      if (!asked) return refuse(c, "factor_unknown");
      return c.json({ id: asked.id, type: "totp", expires_at: asked.expiresAt });
    }),
  );

  auth.post("/factors/:factorId/verify", (c) =>
    withBearersBody(site, c, ["verify-factor", readFactorCode], async (session, { challengeId, code }) => {
      const factorId = c.req.param("factorId");
      if (!isUuid(factorId)) return refuse(c, "factor_unknown");
      const state = await findChallengeState(tokens, { ...session, factorId }, challengeId);
      if (state !== "open") return refuse(c, state === "over" ? "challenge_over" : "factor_unknown");
      const shown = await verifyFactor(site, { ...session, factorId, code });
      if (shown.ok) return c.json(await grantAnew(tokens, session));
      const { refusal } = shown;
      return refuse(c, refusal.reason, "retryAfter" in refusal ? refusal.retryAfter : undefined);
    }),
  );

  auth.delete("/factors/:factorId", (c) =>
    withBearer(site, c, "remove-factor", async (session) => {
      const factorId = c.req.param("factorId");
      if (!isUuid(factorId)) return refuse(c, "factor_unknown");
      const removed = await removeFactor(site, { ...session, factorId });
      return removed.ok ? c.json({ id: factorId }) : refuse(c, removed.refusal);
    }),
  );
}
