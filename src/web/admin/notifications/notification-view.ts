import { counted } from "#kernel/romanian.ts";
import { notificationTexts } from "./notification-texts.ts";

export type NotificationView = {
  id: string;
  kind: "sale" | "low_stock" | "letter" | "review";
  what: string;
  /** "22:46" today, else "17.07.2027". */
  when: string;
  at: string;
  to: string;
  unread: boolean;
};

export type NotificationsView = {
  notifications: NotificationView[];
  unread: number;
  until: string | null;
};

const most = 99;

/** The number in the bell; exact up to the highest count. */
export function unreadSign(unread: number): string {
  return unread > most ? `${most}+` : String(unread);
}

export function unreadWords(unread: number): string {
  if (unread === 0) return notificationTexts.allRead;
  return unread > most ? notificationTexts.manyUnread : counted(unread, notificationTexts.unreadOf);
}
