import { done, type Outcome, refused } from "#kernel/outcome.ts";
import { limits } from "#ticketing/limits.ts";
import { mayDo } from "#ticketing/rights/act-rights.ts";
import { parseForm } from "./parse-form.server.ts";
import type { SiteServices } from "./site-services.ts";
import { fileTooLarge, notAPictureForm, uploadTooSlow } from "./upload-texts.ts";
import type { KnownVisitor } from "./visitor.server.ts";

type BodyRefusal = { readonly status: 400 | 408 | 413 | 415; readonly sentence: string };

const uploadTimeoutMs = 30_000;

/**
 * Receives a form with pictures, and returns what parses it. Refuses it at the first byte above the limits, and after 30
 * seconds without a byte.
 */
export async function readUpload(
  request: Request,
  { timeoutMs = uploadTimeoutMs }: { timeoutMs?: number } = {},
): Promise<Outcome<() => ReturnType<typeof parseForm>, BodyRefusal>> {
  const kind = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data *;/i.test(kind)) return refused({ status: 415, sentence: notAPictureForm });
  const most = limits.uploadBytes + limits.formBytes;
  const tooLarge = refused({ status: 413, sentence: fileTooLarge } as const);
  if (Number(request.headers.get("content-length") ?? 0) > most) return tooLarge;
  const body = await readWithTimeout(request, most, timeoutMs);
  if (body === "too large") return tooLarge;
  if (body === "too slow") return refused({ status: 408, sentence: uploadTooSlow });
  return done(() => parseForm(body, { kind, mostFields: limits.formFields }));
}

async function readWithTimeout(
  request: Request,
  most: number,
  timeoutMs: number,
): Promise<Buffer<ArrayBuffer> | "too large" | "too slow"> {
  if (!request.body) return Buffer.alloc(0);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), timeoutMs);
    });
    const read = await Promise.race([reader.read(), late]).finally(() => clearTimeout(timer));
    if (read === "late") {
      void reader.cancel().catch(() => {});
      return "too slow";
    }
    if (read.done) return Buffer.concat(chunks);
    chunks.push(read.value);
    length += read.value.byteLength;
    if (length > most) {
      void reader.cancel().catch(() => {});
      return "too large";
    }
  }
}

/** Returns the sender if they may upload, before and after the body is read: a role can end during a long upload. */
export async function findUploader(
  site: Pick<SiteServices, "findVisitor">,
  request: Request,
): Promise<KnownVisitor | undefined> {
  const visitor = await site.findVisitor(request);
  return visitor.kind === "person" && mayDo(visitor, "upload-picture") ? visitor : undefined;
}
