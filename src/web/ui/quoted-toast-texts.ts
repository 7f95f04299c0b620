/** Romanian meanings of toasts that the specification quotes in English. The quoted words are shown too. */
const meanings: Readonly<Record<string, string>> = {
  "Event created successfully": "Noaptea a fost creată.",
  "Event updated successfully": "Noaptea a fost salvată.",
  "Event marked as available": "Noaptea e marcată ca disponibilă.",
  "Event marked as unavailable": "Noaptea e marcată ca indisponibilă: nu se mai poate cumpăra.",
  "Event deleted successfully": "Noaptea a fost ștearsă.",
  "Artist created successfully": "Artistul a fost adăugat.",
  "Artist updated successfully": "Artistul a fost salvat.",
  "Artist deleted successfully": "Artistul a fost șters.",
  "Artist now featured": "Artistul stă de acum în față.",
  "Artist no longer featured": "Artistul nu mai stă în față.",
  "Content updated successfully": "Textele au fost salvate.",
  "Initial content created successfully": "Primele texte au fost scrise.",
  "Image uploaded successfully": "Imaginea a fost încărcată.",
  "Failed to create initial content": "Primele texte nu s-au putut scrie.",
  "Failed to save changes": "Textele nu s-au putut salva.",
  "Failed to upload image": "Imaginea nu s-a putut încărca.",
  "Failed to save event": "Noaptea nu s-a putut salva.",
  "Failed to update event availability": "Vânzarea nopții nu s-a putut schimba.",
  "Failed to save ticket": "Tipul de bilet nu s-a putut salva.",
  "Failed to save artist": "Artistul nu s-a putut salva.",
  "Failed to update artist": "Artistul nu s-a putut schimba.",
  "Failed to update ticket status": "Starea tipului de bilet nu s-a putut schimba.",
  "Failed to update ticket visibility": "Vizibilitatea tipului de bilet nu s-a putut schimba.",
  "Failed to delete event": "Noaptea nu s-a putut șterge.",
  "Failed to delete artist": "Artistul nu s-a putut șterge.",
  "Failed to delete ticket": "Tipul de bilet nu s-a putut șterge.",
  "Access denied: Admin privileges required": "Contul tău nu are dreptul acesta.",
};

const meaningsByBeginning = [
  ["You do not have permission to modify", "Contul tău nu are dreptul să schimbe asta."],
  ["You do not have permission to delete", "Contul tău nu are dreptul să șteargă asta."],
  ["You do not have permission to upload", "Contul tău nu are dreptul să încarce imagini."],
  ["Permission denied:", "Contul tău nu mai are dreptul să schimbe asta."],
] as const;

/** Returns the Romanian meaning of a quoted toast; undefined for a toast that is already Romanian. */
export const meaningOfToast = (text: string): string | undefined =>
  meanings[text] ?? meaningsByBeginning.find(([beginning]) => text.startsWith(beginning))?.[1];
