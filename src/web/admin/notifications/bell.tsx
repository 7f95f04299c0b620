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

const pollIntervalMs = 30_000;
const notificationsPath = "/admin/notifications";

/** The number of unread notifications, on every screen; with JavaScript the latest too, else a link to all. */
export function Bell({ unread: unreadAtLoad }: { unread: number }) {
  const { load, state, data } = useFetcher<{ view: NotificationsView | null }>({ key: "bell" });
  const [frameUnread, setFrameUnread] = useState(unreadAtLoad);
  // the frame is loaded again with every screen, so its number is newer than the last poll
  const [polledData, setPolledData] = useState(data);
  if (frameUnread !== unreadAtLoad) {
    setFrameUnread(unreadAtLoad);
    setPolledData(undefined);
  } else if (data !== polledData && data) setPolledData(data);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && state === "idle") void load(notificationsPath);
    }, pollIntervalMs);
    return () => clearInterval(timer);
  }, [load, state]);
  const view = polledData?.view ?? null;
  const unread = view?.unread ?? unreadAtLoad;
  return (
    <Disclosure
      className="office-bell"
      label={unread === 0 ? texts.title : texts.bell(unreadWords(unread))}
      onOpen={() => void load(notificationsPath)}
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
          <Link className="office-link" to={notificationsPath}>
            {texts.all}
          </Link>
        </footer>
      </section>
    </Disclosure>
  );
}
