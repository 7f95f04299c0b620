import { Form, Link } from "react-router";
import { counted } from "#kernel/romanian.ts";
import { OfficeIcon, type OfficeIconName } from "../ui/office-icon.tsx";
import type { Route } from "./+types/notifications-route.ts";
import { notificationTexts as texts } from "./notification-texts.ts";

const signs: Record<NotificationView["kind"], readonly [icon: OfficeIconName, tone: string]> = {
  sale: ["receipt", "ok"],
  low_stock: ["alert", "warn"],
  letter: ["mail", "bad"],
  review: ["clock", "warn"],
  disputed: ["alert", "bad"],
  lost: ["alert", "bad"],
};

/** The notifications, the latest first. An unread one has a mark and a word. */
export function NotificationList({ notifications }: { notifications: readonly NotificationView[] }) {
  return (
    <ul className="notices">
      {notifications.map((one) => {
        const [icon, tone] = signs[one.kind];
        return (
          <li
            key={`${one.kind} ${one.id}`}
            className={one.unread ? "notices__one is-unread" : "notices__one"}
          >
            <Link to={one.to}>
              <span className={`notices__sign notices__sign--${tone}`}>
                <OfficeIcon name={icon} />
              </span>
              <span className="notices__words">
                <b>{texts.kinds[one.kind]}</b>
                <small>{one.what}</small>
              </span>
              <time className="figures" dateTime={one.at}>
                {one.when}
              </time>
              {one.unread ? <span className="visually-hidden">{texts.unread}</span> : null}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** Marks the shown notifications as read, but not those that came later. */
export function ReadAllForm({ until }: { until: string }) {
  return (
    <Form method="post" action="/admin/notifications" preventScrollReset>
      <input type="hidden" name="until" value={until} />
      <button type="submit" className="office-link">
        {texts.readAll}
      </button>
    </Form>
  );
}

export type NotificationsView = Route.ComponentProps["loaderData"]["view"];
type NotificationView = NotificationsView["notifications"][number];

const mostShown = 99;

/** Returns the number for the bell; above the maximum with a "+". */
export function unreadSign(unread: number): string {
  return unread > mostShown ? `${mostShown}+` : String(unread);
}

export function unreadWords(unread: number): string {
  if (unread === 0) return texts.allRead;
  return unread > mostShown ? texts.manyUnread : counted(unread, "unread");
}
