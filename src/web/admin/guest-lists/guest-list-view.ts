import type {
  CorrectedField,
  GuestListField,
  ListedGuestField,
  PastedField,
} from "#ticketing/guest-lists/guest-list-form.ts";

export type GuestListCard = {
  id: string;
  name: string;
  named: number;
  /** As it is typed; "" for no limit. */
  quota: string;
  /** "20 de locuri; 7 intrați" */
  note: string;
  /** 0 to 100; null without a limit. */
  share: number | null;
};

export type ListedGuestView = {
  id: string;
  name: string;
  places: number;
  list: string;
  note: string;
  editTo: string;
  gate: { kind: "awaited" | "partly" | "inside"; words: string };
};

export type GuestListView = {
  night: { id: string; title: string; when: string; capacity: number; taken: number; isOpen: boolean };
  figures: { places: number; names: number; entered: number; lastAt: string | null };
  lists: GuestListCard[];
  guests: ListedGuestView[];
  /** Names that were taken off, the last first. */
  removed: { id: string; name: string; list: string; places: number }[];
  /** The name that is being corrected. */
  edited: ListedGuestView | null;
  /** The address of the list without the form over it, and of its file. */
  here: string;
  file: string;
  search: { text: string; list: string | null; at: "all" | "in" | "out" };
};

/** How a pasted list is understood, and a sentence for each row that is wrong or may be meant in another way. */
export type PastedRowsView = { understood: string[]; said: string[]; asked: string };

/** What was typed and refused; the form it was typed into. */
export type GuestListAnswer = { notice: string | null } & (
  | {
      form: "list";
      values: Record<GuestListField | "list", string>;
      errors: Partial<Record<GuestListField, string>>;
    }
  | {
      form: "add";
      values: Record<ListedGuestField, string>;
      errors: Partial<Record<ListedGuestField, string>>;
    }
  | {
      form: "paste";
      values: Record<PastedField, string>;
      errors: Partial<Record<PastedField, string>>;
      rows: PastedRowsView | null;
    }
  | {
      form: "correct";
      guest: string;
      values: Record<CorrectedField, string>;
      errors: Partial<Record<CorrectedField, string>>;
    }
  | { form: "remove" }
);
