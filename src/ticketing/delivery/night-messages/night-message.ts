/** `service`: about the night itself, for everybody who has a ticket. `news`: only for people who agreed to get news. */
export const messageKinds = ["service", "news"] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Of the holders, those who have come in, those who have not, or both. */
export const atGates = ["all", "entered", "not_entered"] as const;
export type AtGate = (typeof atGates)[number];

/** To whom a message of a night goes. Which people these are is decided when it leaves. */
export type MessageChoice = {
  readonly kind: MessageKind;
  /** Ticket types of the night; empty means all of them. */
  readonly typeIds: readonly string[];
  readonly atGate: AtGate;
};

/** What they read: a subject of one line, and a text whose line ends are kept. */
export type MessageWords = { readonly subject: string; readonly body: string };
