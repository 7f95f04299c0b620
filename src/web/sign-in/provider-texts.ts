import { translatable } from "#kernel/language.ts";
import { addressWithNext } from "#web/request/return-address.ts";

/** The sign-in providers that the site's own pages offer, if the installation has them. */
export const offeredProviders = ["google", "apple"] as const;
export type OfferedProvider = (typeof offeredProviders)[number];

const names: Record<OfferedProvider, string> = { google: "Google", apple: "Apple" };

export const providerTexts = translatable({
  continueWith: (provider: OfferedProvider) => `Continuă cu ${names[provider]}`,
  refused: {
    cancelled: (provider: OfferedProvider) =>
      `Ai renunțat la ${names[provider]}. Poți încerca din nou sau intra cu emailul.`,
    over: "Conectarea a durat prea mult sau a început în alt browser. Încearcă din nou.",
    provider_failed: (provider: OfferedProvider) =>
      `${names[provider]} nu ne-a confirmat cine ești. Încearcă din nou sau intră cu emailul.`,
    away: (provider: OfferedProvider) =>
      `${names[provider]} nu răspunde acum. Încearcă din nou peste un minut sau intră cu emailul.`,
    email_unverified: (provider: OfferedProvider) =>
      `${names[provider]} nu ne-a dat o adresă de email confirmată. Intră cu emailul și parola sau fă-ți un cont.`,
    email_taken: (provider: OfferedProvider) =>
      `Adresa are deja un cont, iar ${names[provider]} nu știe dacă e și azi a ta. Intră cu emailul și parola sau alege o parolă nouă.`,
  },
});

/** The address where a sign-in with a provider begins; it comes back to `returnTo`. */
export function loginWith(provider: OfferedProvider, returnTo: string | null): string {
  return addressWithNext(`/login/with/${provider}`, returnTo);
}
