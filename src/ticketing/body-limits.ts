/** How large a request's body may be, and of how many parts, because parsing time grows. Included in `limits`. */
export const bodyLimits = {
  /** Bytes of a team form: long texts and lists, and the fields beside a picture. */
  formBytes: 256 * 1024,
  /** Bytes of any other form, which has some dozens of fields. */
  visitorFormBytes: 32 * 1024,
  /** Fields of a team form. Parsing a hundred thousand empty ones would block the process. */
  formFields: 1000,
  /** Fields of any other form. A night's page has the most: three for each ticket type, so this is enough for ninety. */
  visitorFormFields: 300,
  jsonBytes: 64 * 1024,
  /** Brackets, commas and colons in one JSON body. Two hundred rows of a gate phone have half as many. */
  jsonTokens: 4000,
  jsonDepth: 12,
  /**
   * Paths in one request of the browser's router for the files of screens. The router sends at most 7680 characters.
   */
  pathsPerManifest: 160,
  /** Bytes of a card provider's event. They are some kilobytes; a longer body is not read. */
  webhookBytes: 256 * 1024,
} as const;
