import type { MetaDescriptor } from "react-router";

/** What search engines and messengers read of a page. */
export type PageHead = {
  readonly title: string;
  readonly description: string;
  /** The one address of this page, with the site's own origin. */
  readonly url: string;
  readonly type: "website" | "article" | "profile";
  /** A picture with the site's own origin. */
  readonly picture: string;
  readonly siteName: string;
  /** schema.org, as JSON-LD. */
  readonly facts: Readonly<Record<string, unknown>> | null;
};

export function headTags(head: PageHead): MetaDescriptor[] {
  return [
    { title: head.title },
    { name: "description", content: head.description },
    { tagName: "link", rel: "canonical", href: head.url },
    { property: "og:title", content: head.title },
    { property: "og:description", content: head.description },
    { property: "og:type", content: head.type },
    { property: "og:url", content: head.url },
    { property: "og:image", content: head.picture },
    { property: "og:site_name", content: head.siteName },
    { property: "og:locale", content: "ro_RO" },
    { name: "twitter:card", content: "summary_large_image" },
    ...(head.facts ? [{ "script:ld+json": head.facts }] : []),
  ];
}
