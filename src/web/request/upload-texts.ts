import { counted } from "#kernel/romanian.ts";
import { limits } from "#ticketing/limits.ts";
import type { UploadRefusal } from "#ticketing/pictures/upload-picture.server.ts";

type Failure = { readonly status: number; readonly why: string };

/** Returns the sentence for a picture that could not be stored, by its folder (B§8). */
export function uploadFailed(folder: string): string {
  return folder === "season_passes" ? "Nu s-a putut încărca imaginea" : "Failed to upload image";
}

/** Returns the sentence for a stored picture. */
export function uploadSucceeded(folder: string): string {
  return folder === "season_passes" ? "Imaginea a fost încărcată cu succes" : "Image uploaded successfully";
}

const most = {
  file: `${limits.uploadBytes / 1024 ** 2} MB`,
  pixels: counted(limits.picturePixels / 1e6, "megapixel"),
};

/** The limits of a picture: its file size and its pixels. */
export const pictureLimit = `${most.file} și ${most.pixels}`;
export const fileTooLarge = `Fișierul are peste ${most.file}.`;

export const notAPictureForm = "Trimite imaginea ca formular.";
export const uploadTooSlow = "Imaginea nu a ajuns la timp. Încearcă din nou.";
export const noUploadPermission = "You do not have permission to upload images";

const failures: Record<UploadRefusal["reason"], Failure> = {
  not_allowed: { status: 403, why: "Doar administratorii pot încărca imagini." },
  unknown_folder: { status: 400, why: "Dosarul cerut nu există." },
  too_large: { status: 413, why: `${fileTooLarge} Micșorează imaginea și încearcă din nou.` },
  kind_refused: { status: 415, why: "Fișierul nu este o imagine JPG, PNG sau WebP." },
  unreadable: { status: 415, why: "Fișierul este deteriorat și nu poate fi citit ca imagine." },
  too_many_pixels: {
    status: 422,
    why: `Imaginea are peste ${most.pixels}. Micșoreaz-o și încearcă din nou.`,
  },
  too_small: {
    status: 422,
    why: `Imaginea este prea mică: cel puțin ${limits.pictureLeastSide} × ${limits.pictureLeastSide} pixeli.`,
  },
  too_narrow: {
    status: 422,
    why: "Imaginea este prea îngustă față de lungimea ei. Taie din ea și încearcă din nou.",
  },
  too_hard: { status: 422, why: "Imaginea nu a putut fi prelucrată. Salveaz-o din nou ca JPG și încearcă." },
  busy: { status: 503, why: "Se prelucrează deja alte imagini. Încearcă din nou peste câteva secunde." },
  too_often: {
    status: 429,
    why: `Cel mult ${counted(limits.uploadsPerAccountAndMinute, "picture")} pe minut. Așteaptă puțin și încearcă din nou.`,
  },
  storage_full: {
    status: 507,
    why: "Nu mai este loc pe server pentru imagini. Restul site-ului merge mai departe.",
  },
  storage_unavailable: {
    status: 503,
    why: "Locul în care se păstrează imaginile nu răspunde acum. Încearcă din nou peste câteva minute.",
  },
};

/** Returns the status and the reason of a refused picture. */
export function uploadRefusal(refusal: UploadRefusal): Failure {
  return failures[refusal.reason];
}
