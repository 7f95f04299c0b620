import type { Services } from "#platform/services.ts";
import { framedPng } from "#platform/storage/square-png.server.ts";
import type { Club } from "./ticket-wording.ts";

/** The logo at this address as a PNG, for icons, emails and tickets; undefined when there is no such file. */
export type LogoPng = (url: string) => Promise<Buffer | undefined>;

const side = 512;

/** The club's logo for its printed tickets. If it cannot be drawn, the ticket is printed without it. */
export async function logoOf(
  services: { readonly logoPng?: LogoPng; readonly log: Services["log"] },
  club: Club,
): Promise<Buffer | undefined> {
  if (!club.look?.logo) return undefined;
  try {
    return await services.logoPng?.(club.look.logo.url);
  } catch (error) {
    services.log.error({ error: String(error) }, "the club's logo could not be drawn");
    return undefined;
  }
}

/** Draws a logo at its first request and keeps the last one, because a club has only one. */
export function rememberLogoPng(pictureBytes: (url: string) => Promise<Uint8Array | undefined>): LogoPng {
  let last: { readonly url: string; readonly png: Promise<Buffer | undefined> } | undefined;
  return (url) => {
    if (last?.url === url) return last.png;
    const png = pictureBytes(url).then((bytes) => (bytes ? framedPng(bytes, side) : undefined));
    const drawn = { url, png };
    last = drawn;
    png.catch(() => {
      if (last === drawn) last = undefined;
    });
    return png;
  };
}
