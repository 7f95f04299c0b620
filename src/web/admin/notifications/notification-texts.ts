import { disputeLost } from "../purchases/purchase-texts.ts";

export const notificationTexts = {
  title: "Notificări",
  bell: (unread: string) => `Notificări: ${unread}`,
  manyUnread: "99+ necitite",
  unread: "necitită",
  allRead: "toate citite",
  readAll: "Marchează toate ca citite",
  markedRead: "Notificările sunt marcate ca citite",
  markFailed: "Nu s-au putut marca notificările ca citite",
  loadFailed: "Nu s-au putut încărca notificările",
  all: "Toate notificările",
  none: "Nicio notificare",
  noneText:
    "Aici apar vânzările noi, stocurile mici, scrisorile eșuate și plățile în verificare sau contestate.",
  kinds: {
    sale: "Vânzare nouă",
    low_stock: "Stoc mic",
    letter: "Scrisoare eșuată",
    review: "Plată în verificare",
    disputed: "Plată contestată",
    lost: disputeLost,
  },
  letterTo: (kind: string, recipient: string) => `${kind} către ${recipient}`,
  // The hour beside it says since when few were left, so the number says "now".
  soldOut: (type: string) => `${type}: acum epuizat`,
  /** `left`: the unsold ones, those that somebody is paying for too. */
  leftOf: (type: string, left: number, capacity: number) => `${type}: acum ${left} de vândut din ${capacity}`,
} as const;
