import { data } from "react-router";
import type { AcceptedBy, Fields, Name, TypedIn } from "#ticketing/forms/form.ts";
import { reentryFields } from "#web/sign-in/password-again-view.ts";
import type { CatalogueAnswer } from "./catalogue-form.tsx";
import { type ConflictInput, conflictOf, openedValues } from "./conflict-view.ts";
import { openedForm, postedForm } from "./posted-form.server.ts";
import type { Sentences, WordedForm } from "./ui/form-words.ts";

/**
 * Reads a sent form: the typed values, the accepted ones, and the answers that show it again. `extraFields` names
 * the fields that it sends beside its own; the form of a saved row sends `version` and `opened`. The question for the
 * password adds its fields.
 */
export async function readSentForm<const F extends Fields>(
  request: Request,
  form: WordedForm<F>,
  extraFields: readonly string[] = [],
) {
  const posted = await postedForm(request, {
    one: [...form.sent.one, ...extraFields, ...reentryFields],
    many: form.sent.many,
  });
  const values = form.typed(posted);
  const read = form.read(values);
  const errors: Sentences<F> = read.ok ? {} : form.sentences(read.refusal);
  const openedWith = extraFields.includes("version") ? openedForm(posted) : null;
  /** The typed values, without errors. */
  const answer: CatalogueAnswer<Name<F>> & { values: TypedIn<F> } = {
    values,
    errors: {},
    notice: null,
    conflict: null,
    openedWith,
  };
  const again = (more: Partial<typeof answer>, status: number) =>
    data<typeof answer>({ ...answer, ...more }, { status });
  return {
    posted,
    values,
    read,
    errors,
    /** The version of the saved row that the form was opened with. */
    version: Number(posted.text("version")),
    answer,
    again,
    wrong: () => again({ errors }, 422),
    /** Returns both versions, when another person saved meanwhile. */
    conflict: (
      title: string,
      saved: AcceptedBy<F> & { readonly version: number },
      more?: Partial<Pick<ConflictInput<Name<F>>, "sentAsTyped" | "shown">>,
    ) => ({
      conflict: conflictOf({
        title,
        version: saved.version,
        mine: form.flat(values),
        saved: form.flat(form.written(saved)),
        opened: openedValues(posted.text("opened")),
        labels: form.labels,
        shown: form.shown,
        ...more,
      }),
      openedWith: null,
    }),
  };
}
