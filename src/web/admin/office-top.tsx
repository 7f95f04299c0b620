import { useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import { adminTexts } from "./admin-texts.ts";
import { Bell } from "./notifications/bell.tsx";
import type { OfficeFrameView } from "./office-frame-view.ts";
import { ClubPlate, LogoutForm, SideEndLinks, SideLinks } from "./office-side.tsx";
import { searchTexts } from "./search/search-texts.ts";
import { useMayOpen } from "./shown-rights.ts";
import { statusTabs } from "./status/status-tabs.tsx";
import { Disclosure } from "./ui/disclosure.tsx";
import { OfficeIcon } from "./ui/office-icon.tsx";

/** The bar above every screen: a phone's menu, the title, and the signed-in person. */
export function OfficeTop({ view }: { view: OfficeFrameView }) {
  const maySearch = useMayOpen()("/admin/search");
  return (
    <header className="office-top">
      <PhoneMenu view={view} />
      <p className="office-top__title">{adminTexts.barTitle}</p>
      {view.mode === "demo" ? (
        <span className="office-top__demo" title={adminTexts.demoHint}>
          {adminTexts.demo}
        </span>
      ) : null}
      {maySearch ? <SearchField /> : null}
      <div className="office-top__end">
        {maySearch ? (
          <Link className="office-top__search" to="/admin/search" aria-label={searchTexts.title}>
            <OfficeIcon name="search" />
          </Link>
        ) : null}
        {view.unread === null ? null : <Bell unread={view.unread} />}
        <AccountMenu person={view.person} />
      </div>
    </header>
  );
}

/** The menu on a phone. It is a native `details`, so it opens without JavaScript. */
function PhoneMenu({ view }: { view: OfficeFrameView }) {
  return (
    <Disclosure className="office-menu" label={adminTexts.openMenu} sign={<OfficeIcon name="menu" />}>
      <nav className="office-side office-side--drawer" aria-label={adminTexts.menu}>
        <ClubPlate view={view} markId="menu-mark" />
        <SideLinks />
        <ul className="office-side__end">
          <SideEndLinks />
          <li>
            <LogoutForm />
          </li>
        </ul>
      </nav>
    </Disclosure>
  );
}

function AccountMenu({ person }: { person: OfficeFrameView["person"] }) {
  const mayOpen = useMayOpen();
  const name = person?.name ?? adminTexts.shell.nobody;
  const status = person ? statusTabs.find(({ to }) => mayOpen(to)) : undefined;
  return (
    <Disclosure
      className="office-account"
      label={null}
      sign={
        <>
          <span
            className={person ? "office-account__face" : "office-account__face is-nobody"}
            aria-hidden="true"
          >
            {person ? initialsOf(name) : "–"}
          </span>
          <span className="office-account__name">{name}</span>
          <OfficeIcon name="chevronDown" />
        </>
      }
    >
      <div className="office-pop">
        {person ? (
          <p className="office-pop__head">
            <b>{person.name}</b>
            <small>{person.email}</small>
          </p>
        ) : null}
        <ul>
          <li>
            <Link to="/profile">
              <OfficeIcon name="user" />
              {adminTexts.profile}
            </Link>
          </li>
          {status ? (
            <li>
              <Link to={status.to}>
                <OfficeIcon name="activity" />
                {status.label}
              </Link>
            </li>
          ) : null}
          <li>
            <LogoutForm />
          </li>
        </ul>
      </div>
    </Disclosure>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}

/** The search of the top bar. The key "/" focuses it from anywhere except a field. */
function SearchField() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element | null)?.closest?.("input, textarea, select, dialog[open]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", focusOnSlash);
    return () => document.removeEventListener("keydown", focusOnSlash);
  }, []);
  return (
    <Form className="office-find" role="search" action="/admin/search" aria-label={searchTexts.everywhere}>
      <OfficeIcon name="search" />
      <input
        ref={input}
        type="search"
        name="q"
        aria-label={searchTexts.label}
        placeholder={searchTexts.hint}
        autoComplete="off"
      />
      <span className="office-find__key" aria-hidden="true">
        /
      </span>
    </Form>
  );
}
