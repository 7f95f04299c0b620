/** How much of what is sent is read, and in how many pieces: parsing takes as long as they are many. `limits` has them all. */
export const bodyLimits = {
  /** A form of the team, with lists and long texts, and what stands in a form beside its picture. */
  formBytes: 256 * 1024,
  /** A form of anybody else: some dozens of fields. */
  visitorFormBytes: 32 * 1024,
  /** More fields than any form has. Parsing a hundred thousand empty ones would block the process. */
  formFields: 1000,
  /** Parts of such a form that comes as multipart: only forms with pictures are sent so, and their parts are dear. */
  formParts: 60,
  jsonBytes: 64 * 1024,
  /** Brackets, commas and colons of one JSON body; two hundred rows of a phone have half as many. */
  jsonTokens: 4000,
  jsonDepth: 12,
  /** Paths whose screens' files a browser asks for at once. Its router sends 7680 characters of them at most. */
  pathsPerManifest: 160,
  /** The card provider's events are some kilobytes; a longer body is not read. */
  webhookBytes: 256 * 1024,
} as const;
