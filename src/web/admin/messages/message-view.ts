import type { MessageField } from "#ticketing/delivery/night-messages/night-message-form.ts";

export type MessageValues = {
  kind: string;
  types: string[];
  at: string;
  subject: string;
  body: string;
};

export type MessageRow = {
  id: string;
  subject: string;
  kind: string;
  whom: string;
  at: string;
  /** Null until the emails are queued. */
  recipients: number | null;
  letters: { sent: number; waiting: number; failed: number; dropped: number };
  canStop: boolean;
};

export type MessagesView = {
  night: { id: string; title: string; when: string; isLongOver: boolean };
  types: { id: string; name: string }[];
  messages: MessageRow[];
};

/** What was typed, with what is wrong about it, or the question before it leaves. */
export type MessagesAnswer = {
  values: MessageValues | null;
  errors: Partial<Record<MessageField, string>>;
  notice: string | null;
  question: {
    /** The id of the message, by which it is sent once. */
    id: string;
    people: number;
    received: number;
    subject: string;
    html: string;
  } | null;
};
