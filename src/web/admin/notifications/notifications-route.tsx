import { data } from "react-router";
import { dayOf, formatShortDate, wallTimeOf } from "#kernel/time.ts";
import { faultPoint } from "#platform/faults/fault-points.server.ts";
import { markNotificationsRead } from "#ticketing/reports/mark-notifications-read.server.ts";
import { listNotifications, type Notification } from "#ticketing/reports/notification-queries.server.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { officeOf } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { emailTexts } from "../email/email-texts.ts";
import { backTo, postedForm } from "../posted-form.server.ts";
import { Card } from "../ui/form-page.tsx";
import { NothingHere } from "../ui/nothing-here.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/notifications-route.ts";
import { NotificationList, ReadAllForm, unreadWords } from "./notification-list.tsx";
import { notificationTexts as texts } from "./notification-texts.ts";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.title) }];

export async function loader({ context }: Route.LoaderArgs) {
  const { site, actor } = officeOf(context);
  await faultPoint("notifications.load");
  const list = await site.database.readAs(actor, (sql) => listNotifications(sql, actor.userId));
  const today = dayOf(site.now());
  return { view: { ...list, notifications: list.notifications.map((one) => notificationView(one, today)) } };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { site, actor } = officeOf(context);
  const until = (await postedForm(request, { one: ["until"] })).text("until");
  if (
    !/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{6}Z$/.test(until) ||
    Number.isNaN(Date.parse(until))
  )
    throw data(null, { status: 400 });
  const marked = await attempt(site, () => markNotificationsRead(site, { actor, until }));
  return seeOther(backTo(request, "/admin/notifications"), {
    origin: site.origin,
    flash: marked.ok
      ? { kind: "success", text: texts.markedRead }
      : {
          kind: "error",
          text: marked.refusal.reason === "failed" ? texts.markFailed : adminTexts.accessDenied,
        },
  });
}

function notificationView(notification: Notification, today: string) {
  const day = dayOf(notification.at);
  return {
    id: notification.id,
    kind: notification.kind,
    what: wordsOf(notification),
    when: day === today ? wallTimeOf(notification.at) : formatShortDate(day),
    at: notification.at.toISOString(),
    to: addressOf(notification),
    unread: notification.unread,
  };
}

function wordsOf({ kind, night, type, left, capacity, letter, recipient, problem }: Notification): string {
  const typeOfNight = [night, type].filter(Boolean).join(", ");
  switch (kind) {
    case "sale":
    case "review":
    case "disputed":
    case "lost":
      return typeOfNight;
    case "low_stock":
      return left === null || left <= 0
        ? texts.soldOut(typeOfNight)
        : texts.leftOf(typeOfNight, left, capacity ?? 0);
    case "letter": {
      const to = texts.letterTo(emailTexts.outbox.kinds[letter ?? ""] ?? letter ?? "", recipient ?? "");
      return problem ? `${to}: ${problem}` : to;
    }
  }
}

function addressOf({ kind, id, code, isPass }: Notification): string {
  switch (kind) {
    case "sale":
      return `/admin/purchases?q=${encodeURIComponent(code ?? "")}`;
    case "review":
      return "/admin/purchases?payment=review";
    case "disputed":
    case "lost":
      return `/admin/purchases?open=${id}`;
    case "low_stock":
      return `/admin/${isPass ? "abonamente" : "tickets"}/${id}`;
    case "letter":
      return `/admin/email/outbox?status=failed&open=${id}`;
  }
}

export default function Notifications({
  loaderData: {
    view: { notifications, unread, until },
  },
}: Route.ComponentProps) {
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
