import { data, Form, Link } from "react-router";
import { newId } from "#kernel/id.ts";
import { dayOf, formatDayAndMonth, formatLongDate, wallTimeOf } from "#kernel/time.ts";
import { messageForm } from "#ticketing/delivery/night-messages/night-message-form.ts";
import {
  findNightOfMessages,
  listNightMessages,
  type NightOfMessages,
  type SentMessage,
} from "#ticketing/delivery/night-messages/night-message-queries.server.ts";
import { previewNightMessage } from "#ticketing/delivery/night-messages/preview-night-message.server.ts";
import { sendNightMessage } from "#ticketing/delivery/night-messages/send-night-message.server.ts";
import { stopNightMessage } from "#ticketing/delivery/night-messages/stop-night-message.server.ts";
import { passwordAgain } from "#web/request/password-again.server.ts";
import { ReentryDialog } from "#web/sign-in/password-again-dialog.tsx";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { AskedDialog } from "#web/ui/asked-dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { Select } from "#web/ui/select.tsx";
import { adminTexts } from "../admin-texts.ts";
import { officeOf, readAs } from "../administrator.server.ts";
import { attempt, statusOfRefusal } from "../attempt.server.ts";
import { MailPreview } from "../email/mail-preview.tsx";
import { rowSecurityTexts } from "../permission-texts.ts";
import { idOf, redirectWithMessage } from "../posted-form.server.ts";
import { readSentForm } from "../sent-form.server.ts";
import { useMayOpen } from "../shown-rights.ts";
import { Submit } from "../ui/act-buttons.tsx";
import { fieldsIn } from "../ui/form-field.tsx";
import { Card, FormPage, Section } from "../ui/form-page.tsx";
import { type Sentences, withWords } from "../ui/form-words.ts";
import { NothingHere } from "../ui/nothing-here.tsx";
import { type Column, columnsOf, OfficeTable } from "../ui/office-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { Route } from "./+types/messages-route.ts";
import { messageTexts as texts } from "./message-texts.ts";
import { countUntold } from "./untold-holders.server.ts";

const message = withWords(messageForm, texts.fields);

export const meta: Route.MetaFunction = () => [{ title: adminTexts.pageTitle(texts.open) }];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const id = idOf(params);
  const { site, actor } = officeOf(context);
  const { database } = site;
  const night = await readAs(context, (sql) => findNightOfMessages(sql, id));
  if (!night) throw data(null, { status: 404 });
  // no role of the back-office may read other people's emails, so the delivery role counts them; the guard has
  // checked the right
  const messages = await database.withDuty("deliver", (sql) => listNightMessages(sql, id));
  const { name, date, time, isLongOver, types } = night;
  const ready = messageOfChange(night, new URL(request.url).searchParams.get("changed") ?? "");
  return {
    ready,
    untold: ready ? await countUntold(site, actor, id) : 0,
    night: {
      id,
      name,
      isLongOver,
      when: [formatLongDate(date), time && `ora ${time}`].filter(Boolean).join(", "),
    },
    types: [...types],
    messages: messages.map(rowOf),
  };
}

/**
 * Returns the prepared message about what the night's form has changed; null when nothing concerns ticket holders.
 */
function messageOfChange({ title, location, address, minimumAge }: NightOfMessages, changed: string) {
  const changes = changed.split("-");
  const sentences = [
    ...(changes.includes("place")
      ? [texts.changed.place([location, address].filter(Boolean).join(", "))]
      : []),
    ...(changes.includes("age") ? [texts.changed.age(minimumAge)] : []),
  ];
  if (sentences.length === 0) return null;
  return { subject: texts.changed.subject(title), body: [...sentences, texts.changed.same].join("\n") };
}

function rowOf({ id, subject, kind, typeNames, atGate, at, stoppedAt, recipients, letters }: SentMessage) {
  return {
    id,
    subject,
    kind: texts.kindShort[kind],
    recipients,
    letters,
    whom: [typeNames.join(", "), texts.atShort[atGate]].filter(Boolean).join("; ") || texts.all,
    at: `${formatDayAndMonth(dayOf(at))}, ${wallTimeOf(at)}`,
    canStop: stoppedAt === null && (recipients === null || letters.waiting > 0),
  };
}

type Reason = "not_allowed" | keyof typeof texts.refused;

export async function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  const eventId = idOf(params);
  const { site, actor } = officeOf(context);
  const typed = await request.clone().formData();
  const { posted, values, read, errors } = await readSentForm(request, message, ["intent", "id"]);
  const flash = (text: string) =>
    redirectWithMessage(site, `/admin/events/${eventId}/messages`, "success", text);
  const again = (answer: Partial<MessagesAnswer>, status: number) =>
    data<MessagesAnswer>({ values, errors: {}, notice: null, question: null, ...answer }, { status });
  const refusedWith = (reason: Reason) => again({ notice: noticeFor(reason) }, statusOfRefusal(reason));
  const id = posted.text("id");
  const intent = posted.text("intent");
  if (intent === "stop") {
    const stopped = await attempt(site, () => stopNightMessage(site, { actor, eventId, id }));
    return stopped.ok ? flash(texts.stopped(stopped.value)) : refusedWith(stopped.refusal.reason);
  }
  if (intent !== "send" && intent !== "preview") throw data(null, { status: 400 });
  if (!read.ok) return again({ errors }, 422);
  const form = read.value;
  if (intent === "send") {
    const confirmation = await passwordAgain(args, "send-night-message", typed, texts.sending(form.subject));
    if (!confirmation.ok) {
      const { data: passwordQuestion, init } = confirmation.refusal;
      return again(passwordQuestion, init?.status ?? 403);
    }
    const sent = await attempt(site, () => sendNightMessage(site, { actor, eventId, id, form }));
    return sent.ok ? flash(texts.sent) : refusedWith(sent.refusal.reason);
  }
  const night = await site.database.readAs(actor, (sql) => findNightOfMessages(sql, eventId));
  if (!night) throw data(null, { status: 404 });
  const reader = actor.fullName ?? "";
  const preview = await attempt(site, () =>
    previewNightMessage(site, { actor, eventId, night, form, reader }),
  );
  if (!preview.ok) return refusedWith(preview.refusal.reason);
  const { people, received, subject, html } = preview.value;
  if (people === 0) return refusedWith("nobody");
  return again({ question: { id: newId(), people, received, subject, html } }, 200);
}

function noticeFor(reason: Reason): string {
  return reason === "not_allowed" ? rowSecurityTexts.events : texts.refused[reason];
}

type MessagesPageProps = { view: MessagesView; answer: MessagesAnswer | null };

/** The messages to a night's ticket holders: the form, the question before sending, and the progress of sent ones. */
export default function Messages({ loaderData: view, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null;
  const { night, messages } = view;
  const maySeeOutbox = useMayOpen()("/admin/email/outbox");
  return (
    <>
      <PageHead
        title={texts.title(night.name)}
        sub={night.when}
        back={{ to: `/admin/events/${night.id}`, label: night.name }}
      />
      {view.untold > 0 ? <Notice kind="warn">{texts.untold(view.untold)}</Notice> : null}
      {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
      {night.isLongOver ? (
        <Notice kind="info">{texts.over}</Notice>
      ) : (
        <MessageFields view={view} answer={answer} />
      )}
      {messages.length > 0 ? (
        <section className="message-list" aria-label={texts.list}>
          <h2>
            {texts.list} <span className="muted">{texts.count(messages.length)}</span>
          </h2>
          <OfficeTable label={texts.list} columns={columnsFor(maySeeOutbox)} rows={messages} />
          <p className="muted">{texts.noTracking}</p>
        </section>
      ) : (
        <NothingHere title={texts.none} text={texts.noneText} />
      )}
      {answer?.reentry ? <ReentryDialog view={answer.reentry} /> : null}
      {answer?.question ? (
        <Question question={answer.question} values={answer.values} openedBy={answer} />
      ) : null}
    </>
  );
}

const kinds = ["service", "news"] as const;
const gateFilters = ["all", "entered", "not_entered"] as const;

function MessageFields({ view: { types, ready }, answer }: MessagesPageProps) {
  const values = answer?.values ?? { ...message.empty, ...ready };
  const errors = answer?.errors ?? {};
  const field = fieldsIn(message, values, errors);
  return (
    <Form method="post" preventScrollReset noValidate aria-label={texts.words}>
      <input type="hidden" name="intent" value="preview" />
      <FormPage
        side={
          <>
            <Card>
              <Section title={texts.who}>
                <p>{texts.holders}</p>
                <p>{texts.once}</p>
              </Section>
            </Card>
            <Notice kind="info" title={texts.selling}>
              {texts.sellingText}
            </Notice>
          </>
        }
      >
        <Card>
          <Section title={texts.whom}>
            <RadioCards
              legend={message.labels.kind}
              name="kind"
              initial={values.kind || "service"}
              cards={kinds.map((value) => ({ value, ...texts.kinds[value], end: "" }))}
            />
            <div className="message-whom">
              {types.length > 1 ? (
                <fieldset className="message-types field" data-choice>
                  <legend className="field-label">{message.labels.types}</legend>
                  <div className="message-types__list">
                    {types.map(({ id, name }) => (
                      <label key={id}>
                        <input
                          type="checkbox"
                          name="types"
                          value={id}
                          defaultChecked={values.types.includes(id)}
                        />{" "}
                        {name}
                      </label>
                    ))}
                  </div>
                  {errors.types ? (
                    <p className="field__error">
                      <Icon name="alert" /> <span>{errors.types}</span>
                    </p>
                  ) : null}
                  <p className="field__hint">{texts.fields.types.hint}</p>
                </fieldset>
              ) : null}
              <Select
                label={message.labels.at}
                name="at"
                hint={texts.fields.at.hint}
                error={errors.at}
                defaultValue={values.at || "all"}
              >
                {gateFilters.map((at) => (
                  <option key={at} value={at}>
                    {texts.ats[at]}
                  </option>
                ))}
              </Select>
            </div>
          </Section>
          <Section title={texts.words}>
            <div className="message-words">
              {field("subject", { autoComplete: "off" })}
              {field("body", { lines: 8 })}
            </div>
            <p className="message-go">
              <Submit look="sun" icon="eye" label={texts.preview} />
              <span className="muted">{texts.previewHint}</span>
            </p>
          </Section>
        </Card>
      </FormPage>
    </Form>
  );
}

type QuestionProps = {
  question: NonNullable<MessagesAnswer["question"]>;
  values: typeof message.empty;
  openedBy: unknown;
};

function Question({ question: { id, people, received, subject, html }, values, openedBy }: QuestionProps) {
  const { types, ...single } = values;
  return (
    <AskedDialog title={texts.question(people)} openedBy={openedBy}>
      {received > 0 ? <p>{texts.received(received)}</p> : null}
      <MailPreview preview={{ subject, html }} title={texts.look} note={texts.lookNote} />
      <div className="actions">
        <form method="dialog">
          <Submit label={texts.back} />
        </form>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="send" />
          <input type="hidden" name="id" value={id} />
          {Object.entries(single).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {types.map((type) => (
            <input key={type} type="hidden" name="types" value={type} />
          ))}
          <Submit look="sun" icon="mail" label={texts.send(people)} />
        </Form>
      </div>
    </AskedDialog>
  );
}

function columnsFor(maySeeOutbox: boolean): Column<MessageRow>[] {
  return columnsOf(texts.columns, {
    subject: { card: "title" },
    kind: { card: "corner" },
    whom: { card: "labelled" },
    arrived: { card: "line", cell: (row) => <Arrived row={row} maySeeOutbox={maySeeOutbox} /> },
    at: { align: "right", card: "start" },
    acts: {
      head: "hidden",
      align: "right",
      card: "end",
      cell: ({ id, subject, canStop }) =>
        canStop ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="id" value={id} />
            <Submit
              size="small"
              name="intent"
              value="stop"
              aria-label={texts.stop(subject)}
              label={texts.stopShort}
            />
          </Form>
        ) : null,
    },
  });
}

function Arrived({
  row: { recipients, letters, canStop },
  maySeeOutbox,
}: {
  row: MessageRow;
  maySeeOutbox: boolean;
}) {
  if (recipients === null) return canStop ? texts.soon : texts.stoppedEarly;
  const { sent, waiting, failed, dropped } = letters;
  return (
    <span className="figures">
      <b>{texts.arrived(sent, recipients)}</b>
      {waiting > 0 ? `, ${texts.waiting(waiting)}` : ""}
      {dropped > 0 ? `, ${texts.dropped(dropped)}` : ""}
      {failed > 0 ? ", " : ""}
      {failed > 0 && maySeeOutbox ? (
        <Link to="/admin/email/outbox?status=failed">{texts.failed(failed)}</Link>
      ) : null}
      {failed > 0 && !maySeeOutbox ? texts.failed(failed) : null}
    </span>
  );
}

type MessageRow = MessagesView["messages"][number];

type MessagesView = Route.ComponentProps["loaderData"];

/** The typed values with their errors, or the question before sending. */
type MessagesAnswer = {
  values: typeof message.empty;
  errors: Sentences<typeof message.fields>;
  notice: string | null;
  reentry?: ReentryView;
  question: {
    /** The id of the message; it makes the message leave only once. */
    id: string;
    people: number;
    received: number;
    subject: string;
    html: string;
  } | null;
};
