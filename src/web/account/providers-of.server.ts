import type { SiteServices } from "#web/request/site-services.ts";
import { type OfferedProvider, offeredProviders } from "#web/sign-in/provider-texts.ts";

/** The account services of the site's own pages that this installation has. */
export function providersOf({ tokens }: Pick<SiteServices, "tokens">): OfferedProvider[] {
  const names = new Set(tokens.oidc.names());
  return offeredProviders.filter((name) => names.has(name));
}
