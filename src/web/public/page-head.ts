import type { MetaDescriptor } from "react-router";
import { clubName, type Match, pageTitle } from "#web/ui/page-title.ts";

/** The facts of a page for search engines and messengers. */
export type PageMeta = {
  /** The title without the club's name, which the layout's data has. */
  readonly title: string;
  readonly description: string;
  /** The canonical address of this page, with the site's own origin. */
  readonly url: string;
  readonly type: "website" | "article" | "profile";
  /** A picture with the site's own origin. */
  readonly picture: string;
  /** Null when the size is unknown. */
  readonly pictureSize: { readonly width: number; readonly height: number } | null;
  /** JSON-LD of schema.org. */
  readonly facts: Readonly<Record<string, unknown>> | null;
};

function headTags(head: PageMeta, matches: readonly Match[]): MetaDescriptor[] {
  const title = pageTitle(matches, head.title);
  return [
    { title },
    { name: "description", content: head.description },
    { tagName: "link", rel: "canonical", href: head.url },
    { property: "og:title", content: title },
    { property: "og:description", content: head.description },
    { property: "og:type", content: head.type },
    { property: "og:url", content: head.url },
    { property: "og:image", content: head.picture },
    ...(head.pictureSize
      ? [
          { property: "og:image:width", content: String(head.pictureSize.width) },
          { property: "og:image:height", content: String(head.pictureSize.height) },
        ]
      : []),
    { property: "og:site_name", content: clubName(matches) ?? head.title },
    { property: "og:locale", content: "ro_RO" },
    { name: "twitter:card", content: "summary_large_image" },
    ...(head.facts ? [{ "script:ld+json": head.facts }] : []),
  ];
}

type OfPage = {
  readonly loaderData?: { readonly head: PageMeta } | undefined;
  readonly error?: unknown;
  readonly matches: readonly Match[];
};

/** The `meta` of a page whose loader returns a `head`. When the loader failed, the page has only a title. */
export const metaOfHead =
  (title: (error: unknown) => string) =>
  ({ loaderData, error, matches }: OfPage): MetaDescriptor[] =>
    loaderData ? headTags(loaderData.head, matches) : [{ title: pageTitle(matches, title(error)) }];
