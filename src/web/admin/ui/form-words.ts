import type { FieldProblem, Problems } from "#ticketing/forms/field-problem.ts";
import type { Fields, Form, Name } from "#ticketing/forms/form.ts";
import { sentencesFor } from "../field-texts.ts";
import { typedForm } from "../typed-form.ts";
import { officeTexts } from "./office-texts.ts";

type FieldWords = {
  readonly label: string;
  readonly hint?: string;
  /** The unit behind a number. */
  readonly unit?: string;
  /** The words for each option. */
  readonly options?: Readonly<Record<string, string>>;
  /** Better sentences than the usual ones. */
  readonly wrong?: Partial<Record<FieldProblem, string>>;
};
export type WordsOf<F> = Readonly<Record<Name<F>, FieldWords>>;
export type Sentences<F> = Partial<Record<Name<F>, string>>;

/** A form with its words for screens, errors, comparisons of versions and the history. */
export type WordedForm<F extends Fields> = Form<F> & {
  readonly words: WordsOf<F>;
  readonly labels: Readonly<Record<Name<F>, string>>;
  /** The better sentences of its fields, by name and problem. */
  readonly ownSentences: Readonly<Record<Name<F>, FieldWords["wrong"]>>;
  /** `sentences`: one for each wrong field. `check` finds the errors in the browser, by the server's rules. */
  sentences(wrong: Problems<Name<F>>): Sentences<F>;
  check(data: FormData): Sentences<F>;
  /** Returns a value as a comparison shows it. */
  shown(name: string, value: string): string;
};

export function withWords<const F extends Fields>(form: Form<F>, words: WordsOf<F>): WordedForm<F> {
  const wordsByKey = <Key extends keyof FieldWords>(key: Key) =>
    Object.fromEntries(form.names.map((name) => [name, words[name][key]])) as Record<
      Name<F>,
      FieldWords[Key]
    >;
  const ownSentences = wordsByKey("wrong");
  const sentences = (wrong: Problems<Name<F>>) => sentencesFor(wrong, ownSentences);
  return {
    ...form,
    words,
    labels: wordsByKey("label"),
    ownSentences,
    sentences,
    check: (data) => {
      const read = form.read(form.typed(typedForm(data)));
      return read.ok ? {} : sentences(read.refusal);
    },
    shown: (name, value) => {
      const { control } = (form.fields as Fields)[name] ?? {};
      if (control === "ticks") return String(value.split(",").filter(Boolean).length);
      if (control === "flag") return value === "1" ? officeTexts.yes : officeTexts.no;
      return control === "moment" ? value.replace("T", " ") : value;
    },
  };
}
