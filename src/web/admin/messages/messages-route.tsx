import { data } from "react-router";
import { newId } from "#kernel/id.ts";
import { dayOf, formatDayAndMonth, formatLongDate, wallTimeOf } from "#kernel/time.ts";
import { readMessageForm } from "#ticketing/delivery/night-messages/night-message-form.ts";
import {
  findNightOfMessages,
  listNightMessages,
  type SentMessage,
} from "#ticketing/delivery/night-messages/night-message-queries.server.ts";
import { previewNightMessage } from "#ticketing/delivery/night-messages/preview-night-message.server.ts";
import { sendNightMessage } from "#ticketing/delivery/night-messages/send-night-message.server.ts";
import { stopNightMessage } from "#ticketing/delivery/night-messages/stop-night-message.server.ts";
import { siteContext } from "#web/request/request-context.ts";
import { seeOther } from "#web/request/responses.server.ts";
import { adminTexts } from "../admin-texts.ts";
import { administratorContext } from "../administrator.server.ts";
import { attempt } from "../attempt.server.ts";
import { sentencesFor } from "../field-texts.ts";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, postedForm } from "../posted-form.server.ts";
import type { Route } from "./+types/messages-route.ts";
import { messageTexts as texts } from "./message-texts.ts";
import type { MessageRow, MessagesAnswer, MessagesView } from "./message-view.ts";
import { MessagesPage } from "./messages-page.tsx";
import "../email/email.css";
import "./messages.css";

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.open) }];

export async function loader({ context, params }: Route.LoaderArgs): Promise<MessagesView> {
  const id = idOf(params);
  const { database } = context.get(siteContext);
  const night = await database.readAs(context.get(administratorContext), (sql) =>
    findNightOfMessages(sql, id),
  );
  if (!night) throw data(null, { status: 404 });
  // how many people have which emails is nobody's of the office to read: the guard has checked the right
  const messages = await database.withDuty("deliver", (sql) => listNightMessages(sql, id));
  const { title, date, time, isLongOver, types } = night;
  return {
    night: {
      ...{ id, title, isLongOver },
      when: [formatLongDate(date), time && `ora ${time}`].filter(Boolean).join(", "),
    },
    types: [...types],
    messages: messages.map(rowOf),
  };
}

function rowOf({
  id,
  subject,
  kind,
  typeNames,
  atGate,
  at,
  stoppedAt,
  recipients,
  letters,
}: SentMessage): MessageRow {
  return {
    ...{ id, subject, kind: texts.kindShort[kind], recipients, letters },
    whom: [typeNames.join(", "), texts.atShort[atGate]].filter(Boolean).join("; ") || texts.all,
    at: `${formatDayAndMonth(dayOf(at))}, ${wallTimeOf(at)}`,
    canStop: stoppedAt === null && (recipients === null || letters.waiting > 0),
  };
}

const clean: MessagesAnswer = { values: null, errors: {}, notice: null, question: null };
type Reason = "not_allowed" | keyof typeof texts.refused;

export async function action({ context, request, params }: Route.ActionArgs) {
  const eventId = idOf(params);
  const site = context.get(siteContext);
  const actor = context.get(administratorContext);
  const posted = await postedForm(request, {
    ...{ one: ["intent", "id", "kind", "at", "subject", "body"], many: ["types"] },
  });
  const flash = (text: string) =>
    seeOther(`/admin/events/${eventId}/messages`, { origin: site.origin, flash: { kind: "success", text } });
  const again = (answer: Partial<MessagesAnswer>, status: number) =>
    data<MessagesAnswer>({ ...clean, ...answer }, { status });
  const refusedWith = (reason: Reason, answer: Partial<MessagesAnswer> = {}) =>
    again({ ...answer, notice: noticeFor(reason) }, statusOf(reason));
  const id = posted.text("id");
  const intent = posted.text("intent");
  if (intent === "stop") {
    const stopped = await attempt(site, () => stopNightMessage(site, { actor, eventId, id }));
    return stopped.ok ? flash(texts.stopped(stopped.value)) : refusedWith(stopped.refusal.reason);
  }
  if (intent !== "send" && intent !== "preview") throw data(null, { status: 400 });
  const values = {
    ...{ kind: posted.text("kind"), at: posted.text("at"), types: posted.all("types") },
    ...{ subject: posted.text("subject"), body: posted.text("body") },
  };
  const read = readMessageForm(values);
  if (!read.ok) return again({ values, errors: sentencesFor(read.refusal) }, 422);
  const form = read.value;
  if (intent === "send") {
    const sent = await attempt(site, () => sendNightMessage(site, { actor, eventId, id, form }));
    return sent.ok ? flash(texts.sent) : refusedWith(sent.refusal.reason, { values });
  }
  const night = await site.database.readAs(actor, (sql) => findNightOfMessages(sql, eventId));
  if (!night) throw data(null, { status: 404 });
  const reader = actor.fullName ?? "";
  const preview = await attempt(site, () =>
    previewNightMessage(site, { actor, eventId, night, form, reader }),
  );
  if (!preview.ok) return refusedWith(preview.refusal.reason, { values });
  const { people, received, subject, html } = preview.value;
  if (people === 0) return refusedWith("nobody", { values });
  return again({ values, question: { id: newId(), people, received, subject, html } }, 200);
}

function noticeFor(reason: Reason): string {
  return reason === "not_allowed" ? rowSecurityTexts.events : texts.refused[reason];
}

function statusOf(reason: Reason): number {
  return reason === "not_allowed" ? 403 : reason === "missing" ? 404 : reason === "failed" ? 503 : 409;
}

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  return <MessagesPage view={loaderData} answer={actionData ?? null} />;
}
