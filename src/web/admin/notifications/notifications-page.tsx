import { Card } from "../ui/form-page.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { NotificationList, ReadAllForm } from "./notification-list.tsx";
import { notificationTexts as texts } from "./notification-texts.ts";
import { type NotificationsView, unreadWords } from "./notification-view.ts";

/** The latest of all notifications. */
export function NotificationsPage({ view: { notifications, unread, until } }: { view: NotificationsView }) {
  return (
    <>
      <PageHead title={texts.title} sub={notifications.length === 0 ? undefined : unreadWords(unread)}>
        {until && unread > 0 ? <ReadAllForm until={until} /> : null}
      </PageHead>
      {notifications.length === 0 ? (
        <NothingHere title={texts.none} text={texts.noneText} />
      ) : (
        <Card>
          <NotificationList notifications={notifications} />
        </Card>
      )}
    </>
  );
}
