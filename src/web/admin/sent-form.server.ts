import { data } from "react-router";
import type { Outcome } from "#kernel/outcome.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import type { AcceptedBy, Fields, Name, TypedIn } from "#ticketing/forms/form.ts";
import { reentryFields } from "#web/sign-in/password-again-view.ts";
import type { CatalogueAnswer } from "./catalogue-form.tsx";
import { conflictOf, openedValues, type Sides } from "./conflict-view.ts";
import { openedForm, type PostedForm, postedForm } from "./posted-form.server.ts";
import type { Sentences, WordedForm } from "./ui/form-words.ts";

/** The answer to a form when nothing was saved. */
export type SentAnswer<F extends Fields> = CatalogueAnswer<Name<F>> & { values: TypedIn<F> };

/** A form that was sent: the typed values, the accepted ones, and the answers that show it again. */
export type SentForm<F extends Fields> = {
  readonly posted: PostedForm;
  readonly values: TypedIn<F>;
  readonly read: Outcome<AcceptedBy<F>, Problems<Name<F>>>;
  /** The sentence for each wrong field. */
  readonly errors: Sentences<F>;
  /** The version of the saved row that the form was opened with. */
  readonly version: number;
  /** The typed values, without errors. */
  readonly answer: SentAnswer<F>;
  again(about: Partial<SentAnswer<F>>, status: number): ReturnType<typeof data<SentAnswer<F>>>;
  wrong(): ReturnType<typeof data<SentAnswer<F>>>;
  /** Returns both versions, when another person saved meanwhile. */
  conflict(
    title: string,
    saved: AcceptedBy<F> & { readonly version: number },
    more?: Partial<Pick<Sides<Name<F>>, "along" | "shown">>,
  ): Pick<SentAnswer<F>, "conflict" | "based">;
};

/**
 * Reads a sent form. `along` names the fields that it sends beside its own; the form of a saved row sends `version`
 * and `opened`. The question for the password adds its fields.
 */
export async function sentForm<const F extends Fields>(
  request: Request,
  form: WordedForm<F>,
  along: readonly string[] = [],
): Promise<SentForm<F>> {
  const posted = await postedForm(request, {
    one: [...form.sent.one, ...along, ...reentryFields],
    many: form.sent.many,
  });
  const values = form.typed(posted);
  const read = form.read(values);
  const errors = read.ok ? {} : form.sentences(read.refusal);
  const based = along.includes("version") ? openedForm(posted) : null;
  const answer: SentAnswer<F> = { values, errors: {}, notice: null, conflict: null, based };
  const again: SentForm<F>["again"] = (about, status) => data({ ...answer, ...about }, { status });
  return {
    posted,
    values,
    read,
    errors,
    version: Number(posted.text("version")),
    answer,
    again,
    wrong: () => again({ errors }, 422),
    conflict: (title, saved, more) => ({
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
      based: null,
    }),
  };
}
