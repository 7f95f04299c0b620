/** The file of a night's guest lists: the names of its sheet and columns. */
export const guestFile = {
  name: "Invitați",
  columns: [
    { head: "Nume", kind: "text" },
    { head: "Locuri", kind: "number" },
    { head: "Lista", kind: "text" },
    { head: "Notă", kind: "text" },
    { head: "Au intrat", kind: "number" },
    { head: "Ora", kind: "moment" },
  ],
} as const;
