import { useState } from "react";
import type { VoucherField, VoucherValues } from "#ticketing/orders/vouchers/voucher-form.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { TextInput } from "#web/ui/text-input.tsx";
import { useEnhanced } from "#web/ui/use-enhanced.ts";
import { tickTexts } from "../tickets/ticket-texts.ts";
import { typedForm } from "../typed-form.ts";
import { Optional, Required } from "../ui/field-label.tsx";
import { FieldCell, FieldRow, Section } from "../ui/form-page.tsx";
import { TickList } from "../ui/tick-list.tsx";
import type { CodeFormView } from "./code-form-reading.server.ts";
import type { CodeFormAnswer } from "./code-sentences.ts";
import { codeValues } from "./code-sentences.ts";
import { codeTexts } from "./code-texts.ts";
import { codeWarnings, exampleInWords } from "./code-words.ts";

const { labels } = codeTexts;

type CodeFieldsProps = {
  view: CodeFormView;
  values: VoucherValues;
  errors: CodeFormAnswer["errors"];
};

const number = { inputMode: "numeric", className: "input--number" } as const;

/** The fields of a code. Without a script those of every kind are there, and what the chosen one does not have is not read. */
export function CodeFields({ view, values, errors }: CodeFieldsProps) {
  const enhanced = useEnhanced();
  const [typed, setTyped] = useState(values);
  const { kind, many } = typed;
  const warnings = codeWarnings(typed, view.types, view.now);
  const shows = (chosen: string, one: string) => !enhanced || chosen === one;
  const input = (name: VoucherField, more: Partial<Parameters<typeof TextInput>[0]> = {}) => (
    <TextInput
      label={more.unit ? labels[name] : <Optional>{labels[name]}</Optional>}
      name={name}
      defaultValue={String(values[name])}
      error={errors[name]}
      {...more}
    />
  );
  return (
    <div
      onInput={({ currentTarget }) =>
        setTyped(codeValues(typedForm(new FormData(currentTarget.closest("form") ?? undefined))))
      }
    >
      <Section title={codeTexts.what}>
        {view.saved ? (
          <input type="hidden" name="kind" value={values.kind} />
        ) : (
          <Segments
            legend={labels.kind}
            name="kind"
            initial={values.kind}
            options={Object.entries(codeTexts.whatKinds).map(([value, label]) => ({ value, label }))}
          />
        )}
        <FieldRow>
          {shows(kind, "percent") ? (
            <FieldCell span={4}>
              {input("percent", { ...number, unit: "%", hint: codeTexts.percentHint })}
            </FieldCell>
          ) : null}
          {shows(kind, "fixed") ? (
            <FieldCell span={4}>
              {input("amount", { ...number, inputMode: "decimal", unit: codeTexts.amountUnit })}
            </FieldCell>
          ) : null}
          <FieldCell span={8}>
            {input("name", {
              label: <Required>{labels.name}</Required>,
              hint: codeTexts.nameHint,
              required: true,
            })}
          </FieldCell>
        </FieldRow>
        <p className="muted" aria-live="polite">
          {exampleInWords(typed)}
        </p>
      </Section>
      {view.saved ? null : (
        <Section title={codeTexts.which}>
          <Segments
            legend={labels.many}
            name="many"
            initial={values.many}
            options={Object.entries(codeTexts.many).map(([value, label]) => ({ value, label }))}
          />
          <FieldRow>
            {enhanced && many === "" && kind === "unlock" ? (
              <FieldCell span={12}>
                <p className="field__hint">{codeTexts.randomHint}</p>
              </FieldCell>
            ) : shows(many, "") ? (
              <FieldCell span={12}>
                {input("code", { hint: codeTexts.codeHint, spellCheck: false, autoComplete: "off" })}
              </FieldCell>
            ) : null}
            {shows(many, "set") ? (
              <>
                <FieldCell span={4}>
                  {input("count", { label: labels.count, hint: codeTexts.countHint, inputMode: "numeric" })}
                </FieldCell>
                <FieldCell span={8}>
                  {input("prefix", { hint: codeTexts.prefixHint, spellCheck: false, autoComplete: "off" })}
                </FieldCell>
              </>
            ) : null}
          </FieldRow>
        </Section>
      )}
      <Section title={codeTexts.where}>
        <FieldRow>
          {(["events", "types"] as const).map((name) => (
            <FieldCell span={12} key={name}>
              <TickList
                name={name}
                legend={<Optional>{labels[name]}</Optional>}
                texts={tickTexts[name === "events" ? "nights" : "types"]}
                hint={codeTexts[`${name}Hint`]}
                rows={name === "events" ? view.nights : view.types}
                chosen={values[name]}
                error={errors[name]}
              />
            </FieldCell>
          ))}
        </FieldRow>
      </Section>
      <Section title={codeTexts.limits}>
        <FieldRow>
          <FieldCell span={6}>{input("uses", { hint: codeTexts.usesHint, inputMode: "numeric" })}</FieldCell>
          <FieldCell span={6}>
            {input("per_person", { hint: codeTexts.perPersonHint, inputMode: "numeric" })}
          </FieldCell>
          <FieldCell span={6}>{input("starts_at", { type: "datetime-local" })}</FieldCell>
          <FieldCell span={6}>{input("ends_at", { type: "datetime-local" })}</FieldCell>
        </FieldRow>
        <div role="status">
          {[warnings.limits, warnings.end].map((warning) =>
            warning === null ? null : (
              <p className="form-warning" key={warning}>
                <Icon name="info" /> {warning}
              </p>
            ),
          )}
        </div>
        <label className="setting">
          <span>
            <b>{labels.returns_uses}</b>
            <small className="muted">{codeTexts.returnsHint}</small>
          </span>
          <input type="checkbox" name="returns_uses" value="1" defaultChecked={values.returns_uses === "1"} />
        </label>
      </Section>
    </div>
  );
}
