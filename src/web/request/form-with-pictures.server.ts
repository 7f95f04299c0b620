import { type Outcome, refused } from "#kernel/outcome.ts";
import type { Actor } from "#platform/database/database-roles.ts";
import { limits } from "#ticketing/limits.ts";
import { uploadPicture } from "#ticketing/pictures/upload-picture.server.ts";
import { checkedForm } from "./checked-form.server.ts";
import { findUploader, readUpload } from "./read-upload.server.ts";
import { requestTexts } from "./request-texts.ts";
import type { SiteServices } from "./site-services.ts";
import { uploadFailed, uploadRefusal } from "./upload-texts.ts";

type FormRefusal = { readonly status: number; readonly sentence: string };

/** Whether this request is a form of the back-office that may carry files. */
export function mayCarryPictures(request: Request): boolean {
  return (
    new URL(request.url).pathname.startsWith("/admin/") &&
    /^multipart\/form-data/i.test(request.headers.get("content-type") ?? "")
  );
}

/**
 * Reads a form that may carry pictures, sent without JavaScript, and stores them. From `x_file` and `x_folder` (see
 * `ImageField`) it makes `x`, the stored address, or `x_problem`, the reason why nothing was stored. `x_none` empties
 * `x`. Only a person who may upload pictures can send files; other forms go through `checkedForm`.
 */
export async function formWithPictures(
  request: Request,
  site: SiteServices,
): Promise<Outcome<Request, FormRefusal>> {
  if (!(await findUploader(site, request))) return checkedForm(request);
  const read = await readUpload(request);
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
  for (const field of fieldsOf(words)) {
    const file = files.get(field);
    if (file) await store(actor, field, file);
    else if (words.has(`${field}_none`)) words.set(field, "");
    for (const part of ["folder", "none"]) words.delete(`${field}_${part}`);
  }
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/x-www-form-urlencoded");
  headers.delete("content-length");
  headers.delete("transfer-encoding");
  return checkedForm(
    new Request(request.url, {
      method: request.method,
      headers,
      signal: request.signal,
      body: words.toString(),
    }),
    limits.formBytes,
  );

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
