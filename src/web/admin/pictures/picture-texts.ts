import type { ImagePosition } from "#ticketing/pictures/picture.ts";
import { pictureLimit, uploadRefusal } from "#web/request/upload-texts.ts";

const wide = "1920x1080 (16:9), minimum 1280x720, JPG or PNG, maximum 5MB";

/** Texts of the picture fields. The advice is from the specification, byte for byte. */
export const pictureTexts = {
  advice: {
    event: wide,
    artist: "800x800, minimum 500x500, maximum 5MB",
    specialTicket: "JPG or PNG, recommended 1200x800, minimum 900x600, maximum 5MB",
    background: wide,
    logo: "PNG pătrat, 512 × 512",
  },
  limit: `Mărimile acestea sunt un sfat. Se primește orice JPG, PNG sau WebP de cel mult ${pictureLimit}.`,
  picture: "Imagine",
  save: "Salvează imaginea",
  drop: "Trage o imagine aici sau",
  choose: "alege un fișier",
  chooseLabel: "Fișierul imaginii",
  uploading: "Se încarcă",
  drawing: "Se prelucrează",
  held: "Se salvează îndată ce imaginea e gata.",
  sent: (sent: string, whole: string) => `${sent} din ${whole} MB`,
  stop: "Oprește",
  small: (width: number, height: number) =>
    `Imaginea are ${width} × ${height} pixeli, mai puțin decât se recomandă.`,
  tooLarge: uploadRefusal({ reason: "too_large" }).why,
  lost: "Legătura s-a întrerupt. Încearcă din nou.",
  altText: "Text alternativ",
  altHint: "Ce vede cineva care nu vede imaginea.",
  titled: "Afișul are deja titlul",
  titledHint: "Nebifat, pagina scrie titlul peste imagine. Bifat, titlul și data stau sub ea.",
  without: "Fără imagine",
  none: "Încă nicio imagine. Până atunci, site-ul pictează un orizont în locul ei.",
  noLogo: "Încă niciun semn.",
  position: "Poziția imaginii",
  positionChosen: "Ales:",
  positionHint: "Fiecare căsuță arată decupajul adevărat.",
  crop: (ratio: string) => `Decupajul ${ratio}`,
  positions: {
    "top left": "sus, stânga",
    top: "sus",
    "top right": "sus, dreapta",
    left: "stânga",
    center: "centru",
    right: "dreapta",
    "bottom left": "jos, stânga",
    bottom: "jos",
    "bottom right": "jos, dreapta",
  } satisfies Record<ImagePosition, string>,
} as const;

/** Returns "2,1": megabytes with one decimal. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1).replace(".", ",");
}
