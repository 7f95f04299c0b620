/** The columns of the file of a night's guest lists. */
export const guestFileColumns = ["Nume", "Locuri", "Lista", "Notă", "Au intrat", "Ora"] as const;
