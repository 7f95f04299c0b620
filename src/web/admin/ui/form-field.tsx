import { type FormEvent, type InputHTMLAttributes, type ReactNode, useState } from "react";
import type { Fields, Name, TypedIn } from "#ticketing/forms/form.ts";
import { Segments } from "#web/ui/segments.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { typedForm } from "../typed-form.ts";
import { Optional, Required } from "./field-label.tsx";
import { FieldCell } from "./form-page.tsx";
import type { Sentences, WordedForm } from "./form-words.ts";
import { TextArea } from "./text-area.tsx";
import { TickList, type TickListProps } from "./tick-list.tsx";

type FormFieldProps<F extends Fields> = {
  form: WordedForm<F>;
  name: Name<F>;
  values: TypedIn<F>;
  errors: Sentences<F>;
  /** Width in twelfths of the row; without it the field is not in a row. */
  span?: Parameters<typeof FieldCell>[0]["span"];
  /** A hint that replaces the field's usual one. */
  hint?: string | undefined;
  /** The number of lines of a long text. */
  lines?: number;
  /** The rows that can be ticked. */
  ticks?: Pick<TickListProps, "rows" | "texts">;
} & Pick<InputHTMLAttributes<HTMLInputElement>, "spellCheck" | "autoComplete">;

/** Draws a field of a form by its name. */
export type DrawField<F extends Fields> = (
  name: Name<F>,
  about?: Omit<FormFieldProps<F>, "form" | "name" | "values" | "errors">,
) => ReactNode;

export const fieldsIn =
  <F extends Fields>(form: WordedForm<F>, values: TypedIn<F>, errors: Sentences<F>): DrawField<F> =>
  (name, about) => <FormField {...about} form={form} name={name} values={values} errors={errors} />;

const types = { link: "url", date: "date", time: "time", moment: "datetime-local" } as const;
const modes = { number: "numeric", lei: "decimal" } as const;

/** One field of a form, drawn by its kind: label, control, hint and error. */
function FormField<F extends Fields>({ span, ...about }: FormFieldProps<F>) {
  const control = controlOf(about);
  return span === undefined ? control : <FieldCell span={span}>{control}</FieldCell>;
}

function controlOf<F extends Fields>({
  form,
  name,
  values,
  errors,
  hint: otherHint,
  lines,
  ticks,
  ...attributes
}: Omit<FormFieldProps<F>, "span">): ReactNode {
  const { control, isRequired, where, options = [] } = form.fields[name] as Fields[string];
  const { label, unit, hint: usualHint, options: optionWords = {} } = form.words[name];
  const hint = otherHint ?? usualHint;
  const value: string | readonly string[] = values[name];
  if (control === "choice")
    return (
      <Segments
        legend={label}
        name={name}
        initial={String(value)}
        options={options.map((option) => ({ value: option, label: optionWords[option] ?? option }))}
      />
    );
  const error = errors[name];
  if (control === "flag")
    return (
      <label className="setting">
        <span>
          <b>{label}</b>
          <small className="muted">{hint}</small>
          {error ? <small className="field__error">{error}</small> : null}
        </span>
        <input
          type="checkbox"
          name={name}
          value="1"
          defaultChecked={value === "1"}
          aria-invalid={error ? true : undefined}
        />
      </label>
    );
  // a field that appears only with a certain choice is always required, so it needs no mark
  const markedLabel = !isRequired ? (
    <Optional>{label}</Optional>
  ) : where ? (
    label
  ) : (
    <Required>{label}</Required>
  );
  if (control === "ticks")
    return ticks ? (
      <TickList {...ticks} name={name} legend={markedLabel} hint={hint} chosen={[...value]} error={error} />
    ) : null;
  const about = {
    name,
    hint,
    error,
    label: markedLabel,
    defaultValue: value,
    required: (isRequired && !where) || undefined,
  };
  if (control === "text") return <TextArea {...about} rows={lines} />;
  return (
    <TextInput
      {...about}
      {...attributes}
      type={types[control as keyof typeof types]}
      inputMode={modes[control as keyof typeof modes]}
      className={unit && "input--number"}
      unit={unit}
    />
  );
}

/**
 * Returns the typed values of a form, and a function that draws its fields. A field that belongs to one choice
 * disappears while another choice is made. Without JavaScript it stays, but the server does not read it.
 */
export function useFields<F extends Fields>(
  form: WordedForm<F>,
  values: TypedIn<F>,
  errors: Sentences<F>,
): { typed: TypedIn<F>; onInput: (input: FormEvent<HTMLElement>) => void; field: DrawField<F> } {
  const enhanced = useEnhanced();
  const [typed, setTyped] = useState(values);
  const draw = fieldsIn(form, values, errors);
  return {
    typed,
    onInput: ({ currentTarget }) =>
      setTyped(form.typed(typedForm(new FormData(currentTarget.closest("form") ?? undefined)))),
    field: (name, about) => {
      const { where } = form.fields[name] as Fields[string];
      const isVisible = !enhanced || !where || typed[where.name as Name<F>] === where.value;
      return isVisible ? draw(name, about) : null;
    },
  };
}
