import { type Context, Hono } from "hono";
import { readRequestKey } from "#ticketing/orders/checkout/order-form.ts";
import { uploadPicture } from "#ticketing/pictures/upload-picture.server.ts";
import { isFromUs, noteRefusedOrigin } from "#web/request/origin-check.server.ts";
import { findUploader, readUpload } from "#web/request/read-upload.server.ts";
import { requestTexts } from "#web/request/request-texts.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import {
  noUploadPermission,
  uploadFailed,
  uploadRefusal,
  uploadSucceeded,
} from "#web/request/upload-texts.ts";

/**
 * `POST /admin/pictures/{folder}`: one picture (`file`, optionally `alt_text`) from a field of the back-office whose
 * script shows the progress. It calls the same act as the form without script (`formWithPictures`). A retry with the
 * same `Idempotency-Key` makes no second file.
 */
export function createUploads(site: SiteServices): Hono {
  const uploads = new Hono();

  uploads.post("/:folder", async (c) => {
    const folder = c.req.param("folder");
    const failed = (status: number, why: string, error = uploadFailed(folder)) =>
      c.json({ error, why }, status as 400);
    if (!isFromUs(c.req.raw, site.origin)) {
      await noteRefusedOrigin(site, c.req.raw);
      return failed(403, requestTexts.notOurs);
    }
    const notAllowed = () => failed(403, uploadRefusal({ reason: "not_allowed" }).why, noUploadPermission);
    if (!(await findUploader(site, c.req.raw))) return notAllowed();
    const received = await readUpload(c.req.raw);
    const read = received.ok ? await received.value() : received;
    if (!read.ok) return failed(read.refusal.status, read.refusal.sentence);
    const actor = await findUploader(site, c.req.raw);
    if (!actor) return notAllowed();
    const file = read.value.get("file");
    const altText = read.value.get("alt_text") ?? "";
    if (file === null || typeof file === "string" || typeof altText !== "string" || altText.includes("\0"))
      return failed(400, requestTexts.formUnreadable);
    const requestKey = readRequestKey(c.req.header("idempotency-key"));
    if (requestKey === undefined) return failed(400, requestTexts.formUnreadable);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const uploaded = await uploadPicture(site, { actor, folder, bytes, altText, requestKey }).catch(
      (error: unknown) => broken(error, c),
    );
    if (uploaded === undefined) return failed(500, requestTexts.ourFault);
    if (uploaded.ok) return c.json({ message: uploadSucceeded(folder), picture: uploaded.value });
    const { status, why } = uploadRefusal(uploaded.refusal);
    if (uploaded.refusal.reason === "too_often") c.header("retry-after", "60");
    return failed(status, why);
  });

  uploads.all("/*", (c) => {
    c.header("allow", "POST");
    return c.json({ error: requestTexts.postOnly }, 405);
  });

  function broken(error: unknown, c: Context): undefined {
    site.log.error({ path: c.req.path, error: String(error) }, "a picture could not be stored");
    return undefined;
  }
  return uploads;
}
