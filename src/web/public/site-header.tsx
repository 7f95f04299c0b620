import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Form, Link, NavLink, useLocation } from "react-router";
import { may, type Who } from "#ticketing/rights/role-rights.ts";
import { ClubMark } from "#web/ui/brand-mark.tsx";
import { sunsetHero } from "#web/ui/horizon-pictures.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { forgetSecretFlag, useSecretFlag } from "#web/ui/secret-flag.ts";
import type { Route } from "./+types/site-layout.ts";
import { publicTexts } from "./public-texts.ts";

type SiteHeaderProps = Pick<Route.ComponentProps["loaderData"]["view"], "club" | "viewer" | "guests"> & {
  /** `none` before the payment, so that nothing leads away. */
  navigation?: "shown" | "none";
  /** In demo mode `sessionStorage.secretAdminAccess` shows three links; it gives no rights. */
  secretFlag: "honoured" | "ignored";
};

export function SiteHeader({ club, viewer, guests, navigation = "shown", secretFlag }: SiteHeaderProps) {
  const entersOffice = may(viewer, "office.enter");
  const flag = useSecretFlag(entersOffice ? "ignored" : secretFlag);
  const opaque = useScrolledPast(20);
  const links = navigationFor(viewer, { privileged: entersOffice || flag, guests });
  return (
    <header className={opaque ? "site-head site-head--opaque" : "site-head"}>
      <div className="wrap">
        <Link className="brand display" to="/" aria-label={publicTexts.homeOf(club.fullName)}>
          <ClubMark id="head-mark" logo={club.look?.logo?.small} />
          <span>{club.shortName}</span>
        </Link>
        {navigation === "shown" ? (
          <>
            <nav className="site-nav" aria-label={publicTexts.mainMenu}>
              <NavigationLinks links={links} />
            </nav>
            <MenuSheet links={links} />
          </>
        ) : null}
      </div>
    </header>
  );
}

type Navigation = { to: string; label: string }[];

function navigationFor(
  viewer: Who,
  { privileged, guests }: { privileged: boolean; guests: SiteHeaderProps["guests"] },
): { pages: Navigation; logout: boolean } {
  const pages: Navigation = [
    { to: "/", label: publicTexts.home },
    { to: "/events", label: publicTexts.events },
  ];
  // a signed-in person goes on from there to the tickets of the account
  if (guests === "buy") pages.push({ to: "/orders", label: publicTexts.guestTickets });
  if (viewer === "anonymous") {
    pages.push({ to: "/login", label: publicTexts.login }, { to: "/register", label: publicTexts.register });
  } else {
    pages.push({ to: "/profile", label: publicTexts.profile });
  }
  if (privileged) {
    pages.push(
      { to: "/season-pass", label: publicTexts.specialTickets },
      { to: "/admin", label: publicTexts.admin },
    );
  }
  return { pages, logout: privileged };
}

function NavigationLinks({ links }: { links: ReturnType<typeof navigationFor> }) {
  return (
    <>
      {links.pages.map((page) => (
        <NavLink
          key={page.to}
          to={page.to}
          end={page.to === "/"}
          className={page.to === "/register" ? "site-nav__join" : undefined}
        >
          {page.label}
        </NavLink>
      ))}
      {links.logout ? (
        <Form method="post" action="/logout" onSubmit={forgetSecretFlag}>
          <button type="submit">{publicTexts.logout}</button>
        </Form>
      ) : null}
    </>
  );
}

/** A phone's menu. It is a native `details`, so it opens without JavaScript. */
function MenuSheet({ links }: { links: ReturnType<typeof navigationFor> }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const place = useRef(key);
  // a navigation closes the menu; a menu that was opened before the script was loaded stays open
  useEffect(() => {
    if (place.current !== key) menu.current?.removeAttribute("open");
    place.current = key;
  }, [key]);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !menu.current?.open) return;
    menu.current.removeAttribute("open");
    menu.current.querySelector("summary")?.focus();
  };
  return (
    <details className="site-menu" ref={menu} onKeyDown={closeOnEscape}>
      <summary>
        <span className="site-menu__open">
          {publicTexts.menu} <Icon name="menu" />
        </span>
        <span className="site-menu__close">
          {publicTexts.closeMenu} <Icon name="close" />
        </span>
      </summary>
      <div className="menu-sheet">
        <nav className="display" aria-label={publicTexts.menu}>
          <NavigationLinks links={links} />
        </nav>
        <Picture picture={sunsetHero} seed="menu" alt="" sizes="100vw" />
      </div>
    </details>
  );
}

function useScrolledPast(pixels: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const look = () => setPast(window.scrollY > pixels);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [pixels]);
  return past;
}
