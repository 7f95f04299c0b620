import { expect, it } from "vitest";
import { openTokenSession } from "#platform/identity/tokens/token-session.server.ts";
import { paidOrder } from "#test/support/paid-order.ts";
import { plainPicture } from "#test/support/sample-pictures.ts";
import { openSourceSite } from "#test/support/source-site.ts";

const { season, site, http, origin } = await openSourceSite();
const { db } = season;
const night = await season.night();
const ticketTypeId = await season.ticketType({ events: [night] });
const picture = new Blob([new Uint8Array(await plainPicture("png", { width: 640, height: 360 }))], {
  type: "image/png",
});

const json = (body: unknown) => ({ body: JSON.stringify(body), type: "application/json" });
const upload = (field: string, words: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(words)) form.set(name, value);
  form.set(field, picture, "a.png");
  return form;
};
type Person = Awaited<ReturnType<typeof season.person>> & { readonly purchaseId: string };
type Body = FormData | URLSearchParams | ReturnType<typeof json>;

/** Each address that takes a body and acts for its sender, with a call that is answered when nothing ends. */
const calls: Record<string, readonly [role: "user" | "admin", path: string, body: (who: Person) => Body]> = {
  "POST /functions/v1/send-ticket-confirmation": [
    ...(["user", "/functions/v1/send-ticket-confirmation"] as const),
    ({ purchaseId }) => json({ ticket: { id: purchaseId } }),
  ],
  "POST /functions/v1/send-season-pass-confirmation": [
    ...(["user", "/functions/v1/send-season-pass-confirmation"] as const),
    ({ purchaseId }) => json({ purchaseId }),
  ],
  "POST /functions/v1/resend-purchase-confirmation": [
    ...(["admin", "/functions/v1/resend-purchase-confirmation"] as const),
    ({ purchaseId, userId }) => json({ purchase_id: purchaseId, email: `${userId}@exemplu.ro` }),
  ],
};
