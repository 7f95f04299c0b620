/** Romanian meanings of toasts that the specification quotes in English. The quoted words are shown too. */
const meanings: Readonly<Record<string, string>> = {
  "Event created successfully": "Noaptea a fost creată.",
  "Event updated successfully": "Noaptea a fost salvată.",
  "Event deleted successfully": "Noaptea a fost ștearsă.",
  "Artist created successfully": "Artistul a fost adăugat.",
  "Artist updated successfully": "Artistul a fost salvat.",
  "Artist deleted successfully": "Artistul a fost șters.",
  "Content updated successfully": "Textele au fost salvate.",
  "Initial content created successfully": "Primele texte au fost scrise.",
  "Image uploaded successfully": "Imaginea a fost încărcată.",
  "Failed to upload image": "Imaginea nu s-a putut încărca.",
  "Failed to update event availability": "Vânzarea nopții nu s-a putut schimba.",
  "Failed to update ticket status": "Starea tipului de bilet nu s-a putut schimba.",
  "Failed to update ticket visibility": "Vizibilitatea tipului de bilet nu s-a putut schimba.",
  "Failed to delete event": "Noaptea nu s-a putut șterge.",
  "Failed to delete artist": "Artistul nu s-a putut șterge.",
  "Failed to delete ticket": "Tipul de bilet nu s-a putut șterge.",
};

/** Returns the Romanian meaning of a quoted toast; undefined for a toast that is already Romanian. */
export const meaningOfToast = (text: string): string | undefined => meanings[text];
