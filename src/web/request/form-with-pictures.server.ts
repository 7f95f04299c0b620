import { done, refused } from "#kernel/outcome.ts";
import { leaveTurn } from "#kernel/turn-of-request.server.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { limits } from "#ticketing/limits.ts";
import { uploadPicture } from "#ticketing/pictures/upload-picture.server.ts";
import { type CheckedForm, checkedForm, type ReceivedForm, withoutFields } from "./checked-form.server.ts";
import type { parseForm } from "./parse-form.server.ts";
import { findUploader, readUpload } from "./read-upload.server.ts";
import { requestTexts } from "./request-texts.ts";
import type { SiteServices } from "./site-services.ts";
import { uploadFailed, uploadRefusal } from "./upload-texts.ts";

/** Whether this request is a form of the back-office that may carry files. */
export function mayCarryPictures(request: Request): boolean {
  return (
    new URL(request.url).pathname.startsWith("/admin/") &&
    /^multipart\/form-data/i.test(request.headers.get("content-type") ?? "")
  );
}

/**
 * Receives a form that may carry pictures, sent without JavaScript. Only a person who may upload pictures can send files;
 * of anybody else nothing is read.
 */
export async function receivePictures(request: Request, site: SiteServices): Promise<ReceivedForm> {
  if (!(await findUploader(site, request))) return withoutFields(request);
  const received = await readUpload(request);
  return received.ok ? done(() => formWithPictures(request, site, received.value)) : received;
}

/**
 * Stores the pictures of a form. From `x_file` and `x_folder` (see `ImageField`) it makes `x`, the stored address, or
 * `x_problem`, the reason why nothing was stored. `x_none` empties `x`.
 */
async function formWithPictures(
  request: Request,
  site: SiteServices,
  parse: () => ReturnType<typeof parseForm>,
): Promise<CheckedForm> {
  const read = await parse();
  if (!read.ok) return read;
  const actor = await findUploader(site, request);
  if (!actor) return refused({ status: 403, sentence: uploadRefusal({ reason: "not_allowed" }).why });
  const words = new URLSearchParams();
  const files = new Map<string, File>();
  for (const [name, value] of read.value) {
    // a text with a NUL is refused, so its picture is not stored either
    if (`${name}${value}`.includes("\0"))
      return refused({ status: 400, sentence: requestTexts.formUnreadable });
    if (typeof value === "string") words.append(name, value);
    else if (value.size > 0 && name.endsWith("_file")) files.set(name.slice(0, -"_file".length), value);
  }
  // a bucket may be slow
  if (files.size > 0) leaveTurn();
  for (const field of fieldsOf(words)) {
    const file = files.get(field);
    if (file) await store(actor, field, file);
    else if (words.has(`${field}_none`)) words.set(field, "");
    for (const part of ["folder", "none"]) words.delete(`${field}_${part}`);
  }
  if (words.toString().length > limits.formBytes)
    return refused({ status: 413, sentence: requestTexts.formTooLarge });
  return checkedForm(request, words);

  async function store(actor: Actor, field: string, file: File): Promise<void> {
    const folder = words.get(`${field}_folder`) ?? "";
    const uploaded = await uploadPicture(site, {
      actor,
      folder,
      bytes: new Uint8Array(await file.arrayBuffer()),
      altText: words.get(`${field}_alt`) ?? "",
    }).catch((error: unknown) => {
      site.log.error({ error: String(error) }, "a picture could not be stored");
      return undefined;
    });
    if (uploaded?.ok) words.set(field, uploaded.value.url);
    else
      words.set(
        `${field}_problem`,
        [`${uploadFailed(folder)}.`, ...(uploaded ? [uploadRefusal(uploaded.refusal).why] : [])].join(" "),
      );
  }
}

function fieldsOf(words: URLSearchParams): string[] {
  return [...words.keys()].flatMap((name) =>
    name.endsWith("_folder") ? [name.slice(0, -"_folder".length)] : [],
  );
}
