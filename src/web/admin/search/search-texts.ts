export const searchTexts = {
  title: "Căutare",
  everywhere: "Căutare în administrare",
  label: "Caută evenimente, bilete, achiziții, persoane",
  hint: "Caută eveniment, bilet, cod, persoană",
  results: (text: string) => `„${text}”`,
  none: "Nimic găsit",
  noneText: "Niciun eveniment, artist, bilet sau nicio achiziție nu are aceste cuvinte.",
  ask: "Scrie ce cauți",
  askText: "Un nume de eveniment sau artist, un tip de bilet, un cod sau numele cuiva care a cumpărat.",
  kinds: { event: "Evenimente", artist: "Artiști", ticket_type: "Bilete", purchase: "Achiziții" },
  all: "Toate",
} as const;
