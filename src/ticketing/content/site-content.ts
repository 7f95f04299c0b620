/** The editable texts of the site, with what stands there until somebody writes something else. */
export type HeroContent = {
  readonly title: string;
  readonly subtitle: string;
  readonly cta_text: string;
  readonly background_url: string;
};

export type ClubContent = {
  readonly short_name: string;
  readonly full_name: string;
  readonly trader: string;
};

export const defaultClub: ClubContent = {
  short_name: "Fosfor",
  full_name: "Fosfor Summer Club",
  trader: "Fosfor Summer Club SRL (societate demonstrativă), CUI RO00000000",
};

export type FooterContent = {
  readonly description: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly copyright: string;
  readonly social_links: { readonly instagram: string; readonly facebook: string; readonly twitter: string };
};

export const defaultHero: HeroContent = {
  title: "Fosfor Summer Club",
  subtitle: "Locul unde muzica întâlnește vara",
  cta_text: "Cumpara Bilete Acum",
  background_url: "",
};

export const defaultFooter: FooterContent = {
  description:
    "Nopți de vară la malul mării, pe Plaja Licurici. De la ultima lumină până la primul pescăruș.",
  address: "Plaja Licurici, digul de nord",
  phone: "+40 700 000 000",
  email: "salut@fosfor.example",
  copyright: "Fosfor Summer Club. Toate drepturile rezervate.",
  social_links: { instagram: "", facebook: "", twitter: "" },
};

/** What was written over the defaults: fields of the same kind only, so that a damaged row never breaks a page. */
export function withDefaults<T extends Record<string, unknown>>(defaults: T, written: unknown): T {
  if (typeof written !== "object" || written === null) return defaults;
  const result: Record<string, unknown> = { ...defaults };
  for (const [key, standard] of Object.entries(defaults)) {
    const value = (written as Record<string, unknown>)[key];
    if (typeof standard === "object" && standard !== null)
      result[key] = withDefaults(standard as Record<string, unknown>, value);
    else if (typeof value === typeof standard && value !== "") result[key] = value;
  }
  return result as T;
}
