/** An email as the mailbox of demo mode shows it. */
export type LetterView = {
  id: string;
  from: string;
  to: string;
  subject: string;
  /** An instant, ISO. */
  sentAt: string;
  /** The email as a document of its own, so that its styles and ours do not mix. */
  htmlUrl: string;
  text: string;
  attachments: { filename: string; contentType: string; size: number; url: string }[];
};
