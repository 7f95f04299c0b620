import { parsedUrl } from "#kernel/url.ts";

const hosts = new Set(["youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be"]);

export type Video =
  | { readonly kind: "embed"; readonly videoId: string }
  | { readonly kind: "link"; readonly url: string };

/** What an artist's video link becomes: a video (known host, id of 11 characters), else an https link, else null. */
export function videoOf(link: string | null): Video | null {
  const url = parsedUrl(link ?? "");
  if (!url) return null;
  if (url.protocol !== "https:" || url.username || url.password) return null;
  const videoId = hosts.has(url.hostname) ? idIn(url) : undefined;
  return videoId && /^[A-Za-z0-9_-]{11}$/.test(videoId)
    ? { kind: "embed", videoId }
    : { kind: "link", url: url.href };
}

function idIn(url: URL): string | undefined {
  if (url.hostname === "youtu.be") return url.pathname.slice(1);
  if (url.pathname === "/watch") return url.searchParams.get("v") ?? undefined;
  return /^\/(?:embed|shorts|live)\/([^/]+)$/.exec(url.pathname)?.[1];
}
