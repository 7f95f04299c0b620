import type { Uuid } from "#kernel/id.ts";
import { isSlug, type SlugKind } from "#ticketing/events/slug.ts";
import type { SlugCache } from "#ticketing/events/slug-queries.server.ts";
import type { RenderingLimit } from "./rendering-limit.ts";

/** The pages of a night or artist and everything below them, in canonical spelling. */
const namedPage = /^\/(events|artists)\/([a-z0-9-]+)((?:\/[a-z]+)*(?:\.[a-z]+)?)$/;
const kinds: Readonly<Record<string, SlugKind>> = { events: "event", artists: "artist" };

/**
 * Replaces the readable name in a path by the id, because the screens know only ids, so a night has one page. A path
 * without a known name stays as it is. Looking up a name that is not in memory counts as half a
 * rendering for its network, and as a whole one if there is no such name.
 */
export function createReadablePaths(slugs: SlugCache, renderings: RenderingLimit) {
  return async (path: string, address: string): Promise<{ path: string } | { wait: number }> => {
    const [, folder = "", slug = "", rest = ""] = namedPage.exec(path) ?? [];
    const kind = kinds[folder];
    if (!kind || !isSlug(slug)) return { path };
    const withId = (id: Uuid | undefined) => ({ path: id ? `/${folder}/${id}${rest}` : path });
    const cachedId = slugs.findInMemory(kind, slug);
    if (cachedId) return withId(cachedId);
    const found = await renderings.render(
      { visitor: { kind: "anonymous" }, address },
      () => slugs.find(kind, slug),
      (id) => (id === undefined ? "whole" : "half"),
    );
    return "wait" in found ? found : withId(found.result);
  };
}
