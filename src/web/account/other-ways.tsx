import { toast } from "react-hot-toast/headless";
import { Link } from "react-router";
import { addressWithNext } from "#web/request/return-address.ts";
import { loginWith, type OfferedProvider, providerTexts } from "#web/sign-in/provider-texts.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { guestTexts } from "./guest-texts.ts";

type Way = { to: string; icon: IconName; name: string; note: string };

/** Returns a link to another form, which later goes on to `returnTo`. */
export function wayTo(
  path: "/guest" | "/login" | "/register",
  returnTo: string | null,
  way: Omit<Way, "to">,
): Way {
  return { ...way, to: addressWithNext(path, returnTo) };
}

export const guestWay = (returnTo: string | null) =>
  wayTo("/guest", returnTo, { icon: "ticket", name: guestTexts.guestWay, note: guestTexts.guestWayNote });

export const loginWay = (returnTo: string | null) =>
  wayTo("/login", returnTo, { icon: "key", name: guestTexts.loginWay, note: guestTexts.loginWayNote });

export const registerWay = (returnTo: string | null, icon: "key" | "ticket") =>
  wayTo("/register", returnTo, { icon, name: guestTexts.registerWay, note: guestTexts.registerWayNote });

/** Other ways to the same tickets, below a form. */
export function OtherWays({ ways }: { ways: readonly Way[] }) {
  return (
    <>
      <p className="or">{guestTexts.or}</p>
      <Ways name={guestTexts.or} ways={ways} />
    </>
  );
}

/** The shortest way, above a form, so that a phone shows it without scrolling. */
export function FirstWay({ way }: { way: Way }) {
  return (
    <>
      <Ways name={way.name} ways={[way]} />
      <p className="or">{guestTexts.or}</p>
    </>
  );
}

function Ways({ name: label, ways }: { name: string; ways: readonly Way[] }) {
  return (
    <nav className="other-ways" aria-label={label}>
      {ways.map(({ to, icon, name, note }) => (
        // what a toast asked for is answered by another way
        <Link key={to} to={to} onClick={() => toast.dismiss()}>
          <Icon name={icon} />
          <span>
            <strong>{name}</strong>
            <small>{note}</small>
          </span>
          <Icon name="arrowRight" />
        </Link>
      ))}
    </nav>
  );
}

/** "Continuă cu Google": links to the providers of this installation. The sign-in comes back to `returnTo`. */
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
