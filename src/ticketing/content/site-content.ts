import { webAddress } from "#kernel/typed-text.ts";

/** The editable texts of the site, and their defaults. */
export type HeroContent = {
  readonly title: string;
  readonly subtitle: string;
  readonly cta_text: string;
  /** The address of a stored picture; empty for the painted horizon. */
  readonly background_url: string;
};

export type AboutContent = { readonly title: string; readonly content: string };

export type ClubContent = {
  readonly short_name: string;
  readonly full_name: string;
  /** The seller as free text, from before the separate fields existed. */
  readonly trader: string;
  readonly company: string;
  /** The company code (CUI). */
  readonly company_code: string;
  /** The number in the register of commerce. */
  readonly register_no: string;
  readonly seat: string;
  /** Whether guests may buy, without an account. */
  readonly guests: boolean;
};

export type FooterContent = {
  readonly description: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly copyright: string;
  readonly social_links: { readonly instagram: string; readonly facebook: string; readonly twitter: string };
};

// no real name: a club that has not saved its own must not show another's
export const defaultClub: ClubContent = {
  short_name: "Club",
  full_name: "Clubul de vară",
  trader: "",
  company: "",
  company_code: "",
  register_no: "",
  seat: "",
  guests: false,
};

/** SQL: whether guests may buy, without an account. */
export const guestsMayBuy =
  "EXISTS (SELECT FROM site_content WHERE key = 'club' AND content -> 'guests' = 'true')";

export const defaultHero: HeroContent = {
  title: "Clubul de vară",
  subtitle: "Locul unde muzica întâlnește vara",
  cta_text: "Cumpara Bilete Acum",
  background_url: "",
};

export const defaultAbout: AboutContent = { title: "", content: "" };

export const defaultFooter: FooterContent = {
  description: "Nopți de vară, cu muzică până la primul pescăruș.",
  address: "",
  phone: "",
  email: "",
  copyright: "Toate drepturile rezervate.",
  social_links: { instagram: "", facebook: "", twitter: "" },
};

/** The first content of each key that `createInitialContent` writes. */
export const firstContent = { hero: defaultHero, about: defaultAbout, footer: defaultFooter } as const;

/** The stored fields over the defaults. A field of the wrong type is ignored: a damaged row never breaks a page. */
export function withDefaults<T extends Record<string, unknown>>(defaults: T, storedContent: unknown): T {
  if (typeof storedContent !== "object" || storedContent === null) return defaults;
  const result: Record<string, unknown> = { ...defaults };
  for (const [key, defaultValue] of Object.entries(defaults)) {
    const value = (storedContent as Record<string, unknown>)[key];
    if (typeof defaultValue === "object" && defaultValue !== null)
      result[key] = withDefaults(defaultValue as Record<string, unknown>, value);
    else if (typeof value === typeof defaultValue && value !== "") result[key] = value;
  }
  return result as T;
}

/** The social links of a footer; null for a stored text that is no web address. */
export function socialLinks({
  social_links: { instagram, facebook, twitter },
}: FooterContent): Record<"instagram" | "facebook" | "twitter", string | null> {
  const link = (text: string) => webAddress(text) ?? null;
  return { instagram: link(instagram), facebook: link(facebook), twitter: link(twitter) };
}
