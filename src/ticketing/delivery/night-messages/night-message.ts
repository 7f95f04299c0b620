/** `service`: about the night itself, for every ticket holder. `news`: only for people who agreed to get news. */
export const messageKinds = ["service", "news"] as const;
export type MessageKind = (typeof messageKinds)[number];

/** The holders that a message is for: those who have come in, those who have not, or all. */
export const atGates = ["all", "entered", "not_entered"] as const;
export type AtGate = (typeof atGates)[number];

/** To whom a message of a night goes. The people are determined when its emails are queued. */
export type MessageChoice = {
  readonly kind: MessageKind;
  /** Ticket types of the night. Empty means all. */
  readonly typeIds: readonly string[];
  readonly atGate: AtGate;
};

/** The words of a message: a subject of one line, and a text whose line ends are kept. */
export type MessageWords = { readonly subject: string; readonly body: string };
