export const searchTexts = {
  title: "Căutare",
  everywhere: "Căutare în administrare",
  label: "Caută evenimente, bilete, achiziții, persoane",
  hint: "Caută eveniment, comandă, cod, persoană",
  within: "Evenimente, artiști, tipuri de bilete, coduri, comenzi, plăți, telefoane, nume",
  results: (text: string) => `„${text}”`,
  none: "Nimic găsit",
  noneText: "Nimic din ce poți deschide nu are aceste cuvinte.",
  ask: "Scrie ce cauți",
  askText:
    "Un nume de eveniment sau artist, un tip de bilet, un cod, numărul unei comenzi, al unei plăți sau al unui telefon, ori numele cuiva care a cumpărat sau e pe o listă de invitați.",
  kinds: {
    order: "Comenzi",
    event: "Evenimente",
    artist: "Artiști",
    ticket_type: "Bilete",
    person: "Persoane",
    purchase: "Achiziții",
    guest: "Invitați",
  },
  all: "Toate",
} as const;
