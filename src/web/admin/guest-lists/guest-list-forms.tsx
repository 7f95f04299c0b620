import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type {
  correctionForm,
  guestForm,
  guestListForm,
  pastedForm,
} from "#ticketing/guest-lists/guest-list-form.ts";
import type { ReentryView } from "#web/sign-in/password-again-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { Submit } from "../ui/act-buttons.tsx";
import { AddressDialog } from "../ui/address-dialog.tsx";
import { Optional, Required } from "../ui/field-label.tsx";
import type { Sentences } from "../ui/form-words.ts";
import { TextArea } from "../ui/text-area.tsx";
import type { TimelineStep } from "../ui/timeline.tsx";
import { guestListTexts as texts } from "./guest-list-texts.ts";

type AnswerTo<Kind extends GuestListAnswer["form"]> = Extract<GuestListAnswer, { form: Kind }> | null;

/** Empties the form after a save, but keeps the chosen list. */
function useFormEmptiedAfterSave(names: readonly string[], answer: object | null) {
  const form = useRef<HTMLFormElement>(null);
  const { state, formMethod } = useNavigation();
  const wasSent = useRef(false);
  useEffect(() => {
    if (state === "submitting" && formMethod === "POST") wasSent.current = true;
    if (state !== "idle" || !wasSent.current) return;
    wasSent.current = false;
    if (answer) return;
    for (const name of names) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
        field.value = field.defaultValue;
    }
  }, [state, formMethod, answer, names]);
  return form;
}

const namesOfOne = ["name", "places", "note", "email"];
const namesOfMany = ["names"];

export function AddGuestForm({ lists, answer }: { lists: GuestListCard[]; answer: AnswerTo<"add"> }) {
  const form = useFormEmptiedAfterSave(namesOfOne, answer);
  return (
    <Form method="post" preventScrollReset className="guest-add" ref={form} noValidate aria-label={texts.add}>
      <input type="hidden" name="intent" value="add" />
      <TextInput
        label={<Required>{texts.name}</Required>}
        name="name"
        required
        autoComplete="off"
        placeholder={texts.namePlaceholder}
        defaultValue={answer?.values.name ?? ""}
        error={answer?.errors.name}
      />
      <TextInput
        label={texts.places}
        name="places"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={answer?.values.places ?? "1"}
        error={answer?.errors.places}
      />
      <TextInput
        label={<Optional>{texts.note}</Optional>}
        name="note"
        autoComplete="off"
        defaultValue={answer?.values.note ?? ""}
        error={answer?.errors.note}
      />
      <TextInput
        label={<Optional>{texts.email}</Optional>}
        name="email"
        type="email"
        autoComplete="off"
        defaultValue={answer?.values.email ?? ""}
        error={answer?.errors.email}
      />
      <ListChoice lists={lists} chosen={answer?.values.list} error={answer?.errors.list} />
      <Submit look="sun" icon="plus" label={texts.addOne} />
    </Form>
  );
}

export function PasteForm({ lists, answer }: { lists: GuestListCard[]; answer: AnswerTo<"paste"> }) {
  const form = useFormEmptiedAfterSave(namesOfMany, answer);
  return (
    <details className="guest-paste" open={answer !== null || undefined}>
      <summary>{texts.paste}</summary>
      <Form method="post" preventScrollReset ref={form} noValidate aria-label={texts.paste}>
        <input type="hidden" name="intent" value="paste" />
        <TextArea
          label={texts.pasted}
          name="names"
          rows={6}
          hint={texts.pastedHint}
          defaultValue={answer?.values.names ?? ""}
          error={answer?.errors.names}
        />
        {answer?.rows ? <PastedRows rows={answer.rows} /> : null}
        <div className="guest-paste__end">
          <ListChoice lists={lists} chosen={answer?.values.list} error={answer?.errors.list} />
          <Submit icon="plus" label={answer?.rows?.asked ? texts.addAsked : texts.addAll} />
        </div>
      </Form>
    </details>
  );
}

function PastedRows({ rows: { said, understood, seats, asked } }: { rows: PastedRowsView }) {
  return (
    <>
      <input type="hidden" name="asked" value={asked} />
      <ul className="guest-paste__rows" role={said.length > 0 ? "alert" : undefined}>
        {said.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <b>{texts.understood(understood.length, seats)}</b>
      <ul className="guest-paste__rows">
        {understood.map((guest) => (
          <li key={guest}>{guest}</li>
        ))}
      </ul>
    </>
  );
}

type ListChoiceProps = { lists: GuestListCard[]; chosen: string | undefined; error: string | undefined };

function ListChoice({ lists, chosen, error }: ListChoiceProps) {
  return (
    <Select label={texts.list} name="list" defaultValue={chosen ?? lists[0]?.id} error={error}>
      {lists.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

type CorrectGuestProps = { guest: ListedGuestView; closeTo: string; answer: AnswerTo<"correct"> };

/** Changes the number of people for a name, and its note. */
export function CorrectGuest({ guest, closeTo, answer }: CorrectGuestProps) {
  return (
    <AddressDialog
      shape="dialog"
      title={texts.correct(guest.name)}
      closeTo={closeTo}
      actions={<Submit look="sun" form="correct-guest" label={texts.saveCorrection} />}
    >
      <Form method="post" id="correct-guest" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="correct" />
        <input type="hidden" name="guest" value={guest.id} />
        <input type="hidden" name="was_places" value={answer?.was.places ?? guest.places} />
        <input type="hidden" name="was_note" value={answer?.was.note ?? guest.note} />
        {answer?.notice ? <Notice kind="bad">{answer.notice}</Notice> : null}
        <TextInput
          label={texts.places}
          name="places"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={answer?.values.places ?? String(guest.places)}
          error={answer?.errors.places}
        />
        <TextInput
          label={<Optional>{texts.note}</Optional>}
          name="note"
          autoComplete="off"
          defaultValue={answer?.values.note ?? guest.note}
          error={answer?.errors.note}
        />
        <TextInput
          label={<Optional>{texts.sendCode}</Optional>}
          name="email"
          type="email"
          autoComplete="off"
          defaultValue={answer?.values.email ?? ""}
          error={answer?.errors.email}
        />
      </Form>
    </AddressDialog>
  );
}

type RemovedGuestsProps = { removed: GuestListView["removed"] };

/** The removed names, each with a button to put it back. */
export function RemovedGuests({ removed }: RemovedGuestsProps) {
  return (
    <details className="guest-removed">
      <summary>{texts.removedNames(removed.length)}</summary>
      <ul>
        {removed.map(({ id, name, list, places }) => (
          <li key={id}>
            <span>
              {name} <small className="muted">{`${list}, ${texts.seats(places)}`}</small>
            </span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="guest" value={id} />
              <Submit
                size="small"
                name="intent"
                value="restore"
                aria-label={texts.restoreName(name)}
                icon="undo"
                label={texts.restore}
              />
            </Form>
          </li>
        ))}
      </ul>
    </details>
  );
}

type ListFormProps = { list: GuestListCard | null; isFirst: boolean; answer: AnswerTo<"list"> };

/** Makes a list, or changes the name and the places of one. */
export function ListForm({ list, isFirst, answer }: ListFormProps) {
  return (
    <details className="guest-list__form" open={isFirst || answer !== null || undefined}>
      <summary>{list ? texts.changeList : texts.newList}</summary>
      <Form
        method="post"
        preventScrollReset
        noValidate
        // a new key, so that the saved values become the defaults
        key={list ? `${list.name} ${list.quota}` : "new"}
        aria-label={list ? `${texts.changeList}: ${list.name}` : texts.newList}
      >
        <input type="hidden" name="intent" value="list" />
        <input type="hidden" name="list" value={list?.id ?? ""} />
        <input type="hidden" name="was_name" value={answer?.was.name ?? list?.name ?? ""} />
        <input type="hidden" name="was_quota" value={answer?.was.quota ?? list?.quota ?? ""} />
        <TextInput
          label={<Required>{texts.listName}</Required>}
          name="name"
          required
          autoComplete="off"
          hint={list ? undefined : texts.listNameHint}
          defaultValue={answer?.values.name ?? list?.name ?? ""}
          error={answer?.errors.name}
        />
        <TextInput
          label={<Optional>{texts.quota}</Optional>}
          name="quota"
          inputMode="numeric"
          autoComplete="off"
          hint={list ? undefined : texts.quotaHint}
          defaultValue={answer?.values.quota ?? list?.quota ?? ""}
          error={answer?.errors.quota}
        />
        <Button type="submit">{texts.saveList}</Button>
      </Form>
    </details>
  );
}

export type GuestListCard = {
  id: string;
  name: string;
  named: number;
  /** As typed; "" for no limit. */
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
  /** Where the code was sent; null when it was not. */
  email: string | null;
  editTo: string;
  gate: { kind: "awaited" | "partly" | "inside"; words: string };
};

export type GuestListView = {
  night: {
    id: string;
    name: string;
    when: string;
    capacity: number;
    taken: number;
    isOpen: boolean;
    isCancelled: boolean;
  };
  figures: { places: number; names: number; entered: number; beyond: number; lastAt: string | null };
  lists: GuestListCard[];
  guests: ListedGuestView[];
  /** The removed names, the last one first. */
  removed: { id: string; name: string; list: string; places: number }[];
  history: TimelineStep[];
  /** The name that is being corrected; null when none is. */
  edited: ListedGuestView | null;
  /** `here`: the address of the page without an open form. `file`: the query that selects the file's content. */
  here: string;
  file: string;
  search: { text: string; list: string | null; at: "all" | "in" | "out" };
};

/** How a pasted list was understood, with a sentence for each row that is wrong or unclear. */
export type PastedRowsView = { understood: string[]; seats: number; said: string[]; asked: string };

/** Fields that also send the value that they were opened with, in `was_{name}`. */
export const openedFields = ["name", "quota", "places", "note"] as const;

/** The refused form and what was typed into it. */
export type GuestListAnswer = {
  notice: string | null;
  /** The question for the password, which comes before names with an address or many places. */
  reentry?: ReentryView;
  /** The values of the fields when the page was opened. */
  was: Readonly<Record<(typeof openedFields)[number], string>>;
} & (
  | {
      form: "list";
      values: typeof guestListForm.empty & { list: string };
      errors: Sentences<typeof guestListForm.fields>;
    }
  | { form: "add"; values: typeof guestForm.empty; errors: Sentences<typeof guestForm.fields> }
  | {
      form: "paste";
      values: typeof pastedForm.empty;
      errors: Sentences<typeof pastedForm.fields>;
      rows: PastedRowsView | null;
    }
  | {
      form: "correct";
      guest: string;
      values: typeof correctionForm.empty;
      errors: Sentences<typeof correctionForm.fields>;
    }
  | { form: "remove" }
);
