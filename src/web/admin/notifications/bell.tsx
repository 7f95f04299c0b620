import { useEffect, useState } from "react";
import { Link, useFetcher } from "react-router";
import { Disclosure } from "../ui/disclosure.tsx";
import { OfficeIcon } from "../ui/office-icon.tsx";
import {
  NotificationList,
  type NotificationsView,
  ReadAllForm,
  unreadSign,
  unreadWords,
} from "./notification-list.tsx";
import { notificationTexts as texts } from "./notification-texts.ts";

const everyMs = 30_000;
const source = "/admin/notifications";

/** The number of unread notifications, on every screen; with JavaScript the latest too, else a link to all. */
export function Bell({ unread: first }: { unread: number }) {
  const { load, state, data } = useFetcher<{ view: NotificationsView | null }>({ key: "bell" });
  const [asked, setAsked] = useState(first);
  // the frame is loaded again with every screen, so its number is newer than the last poll
  const [seen, setSeen] = useState(data);
  if (asked !== first) {
    setAsked(first);
    setSeen(undefined);
  } else if (data !== seen && data) setSeen(data);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && state === "idle") void load(source);
    }, everyMs);
    return () => clearInterval(timer);
  }, [load, state]);
  const view = seen?.view ?? null;
  const unread = view?.unread ?? first;
  return (
    <Disclosure
      className="office-bell"
      label={unread === 0 ? texts.title : texts.bell(unreadWords(unread))}
      onOpen={() => void load(source)}
      sign={
        <>
          <OfficeIcon name="bell" />
          {unread > 0 ? (
            <span className="office-bell__count figures" aria-hidden="true">
              {unreadSign(unread)}
            </span>
          ) : null}
        </>
      }
    >
      <section className="office-pop office-pop--bell" aria-label={texts.title}>
        <header>
          <h2>{texts.title}</h2>
          {view?.until && unread > 0 ? <ReadAllForm until={view.until} /> : null}
        </header>
        {view ? <NotificationList notifications={view.notifications.slice(0, 7)} /> : null}
        {view?.notifications.length === 0 ? <p className="muted">{texts.noneText}</p> : null}
        <footer>
          <Link className="office-link" to={source}>
            {texts.all}
          </Link>
        </footer>
      </section>
    </Disclosure>
  );
}
