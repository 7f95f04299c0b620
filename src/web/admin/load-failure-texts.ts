import { adminTexts } from "./admin-texts.ts";
import { artistTexts } from "./artists/artist-texts.ts";
import { eventTexts } from "./events/event-texts.ts";
import { notificationTexts } from "./notifications/notification-texts.ts";
import { ticketTexts } from "./tickets/ticket-texts.ts";

/** The message for a screen that could not be read, by its address (B14). */
const failures: readonly (readonly [address: RegExp, text: string])[] = [
  [/^\/admin\/events/, eventTexts.loadFailed],
  [/^\/admin\/artists/, artistTexts.loadFailed],
  [/^\/admin\/tickets/, ticketTexts.loadFailed],
  [/^\/admin\/abonamente/, ticketTexts.loadSpecialFailed],
  [/^\/admin\/notifications/, notificationTexts.loadFailed],
];

export function loadFailureText(pathname: string): string {
  return failures.find(([address]) => address.test(pathname))?.[1] ?? adminTexts.broken;
}
