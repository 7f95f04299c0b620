import { mayDo } from "#ticketing/rights/act-rights.ts";
import type { SiteServices } from "./site-services.ts";
import type { KnownVisitor } from "./visitor.server.ts";

/**
 * Who may upload a picture, if the sender of this request may. Asked before a byte of the picture is read, and again when
 * all of it is there: a role or a session can end in these minutes.
 */
export async function findUploader(
  site: Pick<SiteServices, "findVisitor">,
  request: Request,
): Promise<KnownVisitor | undefined> {
  const visitor = await site.findVisitor(request);
  return visitor.kind === "person" && mayDo(visitor, "upload-picture") ? visitor : undefined;
}
