import { describe, expect, it } from "vitest";
import { artistTexts } from "./artists/artist-texts.ts";
import { attempt } from "./attempt.server.ts";
import { eventTexts } from "./events/event-texts.ts";
import { loadFailureText } from "./load-failure-texts.ts";
import { permissionText, rowSecurityTexts } from "./permission-texts.ts";
import { pictureTexts } from "./pictures/picture-texts.ts";
import { ticketTexts } from "./tickets/ticket-texts.ts";

const { every, special } = ticketTexts.kind;

const quoted: [row: string, shown: string, text: string][] = [
  ["B14-01", loadFailureText("/admin/events"), "Failed to load events"],
  ["B14-06", loadFailureText("/admin/artists/new"), "Failed to load artists"],
  ["B14-09", loadFailureText("/admin/tickets"), "Failed to load data"],
  ["B14-33", loadFailureText("/admin/abonamente"), "A apărut o eroare la încărcarea abonamentelor"],
  ["B14-02", eventTexts.saveFailed, "Failed to save event"],
  ["B14-03", eventTexts.deleteFailed, "Failed to delete event"],
  ["B14-04", eventTexts.availabilityFailed, "Failed to update event availability"],
  ["B14-07", artistTexts.saveFailed, "Failed to save artist"],
  ["B14-08", artistTexts.updateFailed, "Failed to update artist"],
  ["B4-05", artistTexts.deleteFailed, "Failed to delete artist"],
  ["B14-10", every.saveFailed, "Failed to save ticket"],
  ["B14-11", every.deleteFailed, "Failed to delete ticket"],
  ["B14-12", ticketTexts.statusFailed, "Failed to update ticket status"],
  ["B14-13", ticketTexts.visibilityFailed, "Failed to update ticket visibility"],
  [
    "B14-18",
    ticketTexts.passConflict,
    "Error saving season pass ticket: A configuration already exists with this key.",
  ],
  ["B14-17", ticketTexts.duplicate, "Error: A duplicate entry already exists."],
  ["B14-35", special.saveFailed, "Nu s-a putut salva abonamentul"],
  ["B14-36", special.deleteFailed, "Nu s-a putut șterge abonamentul"],
  ["B14-37", ticketTexts.quickFailed, "Nu s-a putut actualiza statusul achiziției rapide"],
  ["B14-38", eventTexts.created, "Event created successfully"],
  ["B14-39", eventTexts.updated, "Event updated successfully"],
  ["B14-40", eventTexts.deleted, "Event deleted successfully"],
  ["B14-41", artistTexts.created, "Artist created successfully"],
  ["B14-42", artistTexts.updated, "Artist updated successfully"],
  ["B14-43", artistTexts.deleted, "Artist deleted successfully"],
  ["B14-44", every.created, "Bilet creat cu succes"],
  ["B14-45", every.updated, "Bilet actualizat cu succes"],
  ["B14-46", every.deleted, "Bilet șters cu succes"],
  ["B14-60", special.created, "Abonamentul a fost creat cu succes"],
  ["B14-61", special.updated, "Abonamentul a fost actualizat cu succes"],
  ["B14-62", special.deleted, "Abonamentul a fost șters cu succes"],
  ["B5-19", ticketTexts.noNight, "At least one event must be available to create a season pass ticket"],
  ["B13-07", permissionText("/admin/email"), "Nu aveți dreptul să modificați setările de email"],
  ["B13-10", permissionText("/admin/email/config"), "Nu aveți dreptul să modificați setările de email"],
  ["B13-11", permissionText("/admin/email/test.data"), "Nu aveți dreptul să testați emailul"],
  ["B13-09", permissionText("/admin/pictures/events"), "You do not have permission to upload images"],
  [
    "B13-15",
    rowSecurityTexts.events,
    "Permission denied: You do not have the required admin privileges to modify events",
  ],
  ["B13-16", rowSecurityTexts.special, "Permisiune refuzată: Nu aveți privilegiile admin necesare."],
  ["B3-13", pictureTexts.advice.event, "1920x1080 (16:9), minimum 1280x720, JPG or PNG, maximum 5MB"],
  ["B4-09", pictureTexts.advice.artist, "800x800, minimum 500x500, maximum 5MB"],
  [
    "B6-10",
    pictureTexts.advice.specialTicket,
    "JPG or PNG, recommended 1200x800, minimum 900x600, maximum 5MB",
  ],
];

describe("texts of the catalogue, in both languages as they were specified (B1-03)", () => {
  it.each(quoted)("%s: %s", (_, shown, text) => {
    expect(shown).toBe(text);
  });
});

describe("a change that fails", () => {
  const lines: unknown[] = [];
  const site = { log: { error: (...line: unknown[]) => lines.push(line) } } as never;

  it("is logged and answered as failed, so that the form stays (B14-02, B14-07, B14-10)", async () => {
    const answer = await attempt(site, () => Promise.reject(new Error("disk full")));
    expect(answer).toEqual({ ok: false, refusal: { reason: "failed" } });
    expect(JSON.stringify(lines)).toContain("disk full");
  });

  it("that was refused is returned unchanged", async () => {
    const refusal = { ok: false, refusal: { reason: "missing" } } as const;
    expect(await attempt(site, async () => refusal)).toBe(refusal);
  });
});
