import { Hono, type MiddlewareHandler } from "hono";
import { isUuid, type Uuid } from "#kernel/id.ts";
import { createNetworkLimit } from "#kernel/minute-limit.ts";
import { contentTypeOf } from "#platform/storage/picture-format.ts";
import { lookOf } from "#ticketing/content/brand.ts";
import { readContent } from "#ticketing/content/content-queries.server.ts";
import { defaultClub, withDefaults } from "#ticketing/content/site-content.ts";
import { findEventPage } from "#ticketing/events/event-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { openPictureLookup } from "#ticketing/pictures/known-pictures.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { tooManyRequests } from "./bare-screen.ts";
import { serveFiles } from "./built-files.ts";
import { namesTag } from "./kept-answer.ts";
import type { RenderingLimit } from "./rendering-limit.ts";
import { barePolicy, forOtherSites } from "./security-headers.ts";

/** How long browsers may cache a picture: the bytes of a name never change. */
const yearInSeconds = 31_536_000;
/** These headers keep a picture from running a script, whatever it contains. */
const headers = {
  ...forOtherSites,
  "content-security-policy": `${barePolicy}; sandbox`,
  "content-disposition": "inline",
};

/**
 * Serves stored pictures under /pictures/, with the same headers wherever they are stored. From a bucket it reads
 * only pictures that a row of the database names, and at most `bucketPicturesPerAddressAndMinute` for one network.
 */
export function servePictures<E extends { Variables: { address: string } }>({
  database,
  storage,
}: Pick<SiteServices, "database" | "storage">): MiddlewareHandler<E> {
  if (storage.folder !== undefined)
    return serveFiles<E>({
      root: storage.folder,
      maxAge: yearInSeconds,
      isImmutable: true,
      headers,
      rewriteRequestPath: (path) => path.slice("/pictures".length),
    });
  const perAddress = createNetworkLimit(limits.bucketPicturesPerAddressAndMinute);
  const isKnown = openPictureLookup({ database, storage });
  return async (c) => {
    const name = storage.nameOf(c.req.path);
    if (name === undefined) return c.text("", 404);
    const cacheHeaders = {
      "cache-control": `public, max-age=${yearInSeconds}, immutable`,
      etag: `W/"${name}"`,
    };
    if (namesTag(c.req.header("if-none-match") ?? "", cacheHeaders.etag))
      return c.body(null, 304, cacheHeaders);
    const wait = perAddress.waitFor(c.get("address"));
    if (wait > 0) return tooManyRequests(wait, c.req.raw);
    if (!(await isKnown(name))) return c.text("", 404);
    const pictureHeaders = { ...cacheHeaders, ...headers, "content-type": contentTypeOf(name) };
    // the answer to HEAD has no body, so the bucket is not asked for the picture
    if (c.req.method === "HEAD") return c.body(null, 200, pictureHeaders);
    // the whole picture is read before the answer begins: if the storage fails, the answer is 503, not half a picture
    const bytes = await storage.read(name);
    if (!bytes) return c.text("", 404);
    return c.body(new Uint8Array(bytes), 200, pictureHeaders);
  };
}

/**
 * `/events/{id}/share.jpg`: the picture that messengers show for a link to a night. Pages add a hash of the picture's
 * look to the address. After a change the address is another one, so the picture may be cached for long.
 */
export function createSharePictures(site: SiteServices, renderings: RenderingLimit) {
  return new Hono<{ Variables: { address: string } }>().get("/:id/share.jpg", async (c) => {
    const id = c.req.param("id");
    if (!isUuid(id)) return c.text("", 404);
    const drawn = await renderings.render(
      { visitor: { kind: "anonymous" }, address: c.get("address"), work: "print" },
      () => pictureOfNight(site, id),
    );
    if ("wait" in drawn) return tooManyRequests(drawn.wait, c.req.raw);
    if (!drawn.result) return c.text("", 404);
    return c.body(new Uint8Array(drawn.result), 200, {
      ...forOtherSites,
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=86400",
    });
  });
}

async function pictureOfNight(site: SiteServices, id: Uuid): Promise<Buffer | undefined> {
  const reader = site.database.anonymous;
  const found = await findEventPage(reader, id);
  if (!found) return undefined;
  const content = await readContent(reader, ["club", "brand"]);
  const club = withDefaults(defaultClub, content.get("club"));
  return site.shares.pictureOf(found.event, club.full_name, lookOf(content.get("brand")));
}
