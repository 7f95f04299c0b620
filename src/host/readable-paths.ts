import type { Uuid } from "#kernel/id.ts";
import { isSlug, type SlugKind } from "#ticketing/events/slug.ts";
import type { KnownSlugs } from "#ticketing/events/slug-queries.server.ts";
import type { RenderingLimit } from "./rendering-limit.ts";

/** The pages of a night or an artist and whatever lies below them, in their one spelling. */
const named = /^\/(events|artists)\/([a-z0-9-]+)((?:\/[a-z]+)*(?:\.[a-z]+)?)$/;
const kinds: Readonly<Record<string, SlugKind>> = { events: "event", artists: "artist" };

/**
 * The path with the id in the place of the readable name: the screens know ids alone, so that a night has one page,
 * however it is asked for. A path without such a name, or with one that nobody has, stays as it is. A name that is
 * not known yet is looked up, which counts as a rendering for its network.
 */
export function createReadablePaths(slugs: KnownSlugs, renderings: RenderingLimit) {
  return async (path: string, address: string): Promise<{ path: string } | { wait: number }> => {
    const [, folder = "", slug = "", rest = ""] = named.exec(path) ?? [];
    const kind = kinds[folder];
    if (!kind || !isSlug(slug)) return { path };
    const withId = (id: Uuid | undefined) => ({ path: id ? `/${folder}/${id}${rest}` : path });
    const known = slugs.known(kind, slug);
    if (known) return withId(known);
    const found = await renderings.render(
      { visitor: { kind: "anonymous" }, address },
      () => slugs.find(kind, slug),
      (id) => id !== undefined,
    );
    return "wait" in found ? found : withId(found.made);
  };
}
