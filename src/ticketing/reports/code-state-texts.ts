/** The states of a code, each with its word. `available`: somebody may still come in with it. */
export const codeStates = {
  available: "Disponibil",
  used: "Folosit",
  over: "A trecut",
  night_cancelled: "Noapte anulată",
  given_back: "Dată înapoi",
  suspended: "Suspendat",
  refunded: "Rambursat",
  cancelled: "Anulat",
} as const;
export type CodeState = keyof typeof codeStates;

/** Whether the ticket itself was taken back, and not only its night. */
export const isCodeEnded = (state: CodeState) => state === "refunded" || state === "cancelled";
