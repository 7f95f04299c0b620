import { loginWith, type OfferedProvider, providerTexts } from "#web/sign-in/provider-texts.ts";
import { ButtonLink } from "#web/ui/button.tsx";

/** "Continuă cu Google": links to the sign-ins that this installation has, which come back to the interrupted page. */
export function ProviderLinks({
  providers,
  returnTo,
}: {
  providers: readonly OfferedProvider[];
  returnTo: string | null;
}) {
  return providers.map((provider) => (
    <ButtonLink key={provider} look="line" width="full" href={loginWith(provider, returnTo)}>
      {providerTexts.continueWith(provider)}
    </ButtonLink>
  ));
}
