import { data } from "react-router";
import type { Outcome } from "#kernel/outcome.ts";
import type { Problems } from "#ticketing/forms/field-problem.ts";
import type { AcceptedBy, Fields, Name, TypedIn } from "#ticketing/forms/form.ts";
import type { CatalogueAnswer } from "./catalogue-form.tsx";
import { conflictOf, openedValues } from "./conflict-view.ts";
import { openedForm, type PostedForm, postedForm } from "./posted-form.server.ts";
import type { WordedForm } from "./ui/form-words.ts";

type SentAnswer<F extends Fields> = CatalogueAnswer<Name<F>> & { values: TypedIn<F> };
type Again<F extends Fields> = ReturnType<typeof data<SentAnswer<F>>>;

/** A form as a request sent it: what is typed, what of it is accepted, and the answers that show it again. */
export type SentForm<F extends Fields> = {
  readonly posted: PostedForm;
  readonly values: TypedIn<F>;
  readonly read: Outcome<AcceptedBy<F>, Problems<Name<F>>>;
  /** Of the saved row that the form was opened with. */
  readonly version: number;
  again(answer: Partial<SentAnswer<F>>, status: number): Again<F>;
  /** With the sentence beside each field that is wrong. */
  wrong(problems: Problems<Name<F>>): Again<F>;
  /** Both versions, where another person saved meanwhile. */
  conflict(title: string, saved: AcceptedBy<F> & { readonly version: number }): Again<F>;
};

/** `along` are the names of what the form sends beside its fields; a form of a saved row sends `version` and `opened`. */
export async function sentForm<const F extends Fields>(
  request: Request,
  form: WordedForm<F>,
  along: readonly string[] = [],
): Promise<SentForm<F>> {
  const posted = await postedForm(request, { one: [...form.sent.one, ...along], many: form.sent.many });
  const values = form.typed(posted);
  const based = along.includes("version") ? openedForm(posted) : null;
  const again: SentForm<F>["again"] = (answer, status) =>
    data({ values, errors: {}, notice: null, conflict: null, based, ...answer }, { status });
  return {
    posted,
    values,
    again,
    read: form.read(values),
    version: Number(posted.text("version")),
    wrong: (problems) => again({ errors: form.sentences(problems) }, 422),
    conflict: (title, saved) => {
      const conflict = conflictOf({
        title,
        version: saved.version,
        mine: form.flat(values),
        saved: form.flat(form.written(saved)),
        opened: openedValues(posted.text("opened")),
        labels: form.labels,
        shown: form.shown,
      });
      return again({ conflict, based: null }, 409);
    },
  };
}
