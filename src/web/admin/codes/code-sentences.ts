import {
  readNewCodes,
  readVoucherForm,
  type VoucherField,
  type VoucherValues,
  voucherTextFields,
} from "#ticketing/orders/vouchers/voucher-form.ts";
import { sentencesFor } from "../field-texts.ts";
import type { CodeFormAnswer } from "./code-form-reading.server.ts";
import { codeTexts } from "./code-texts.ts";

/** The sentence beside each field that is wrong, by the rules of the server. */
export function codeSentences(values: VoucherValues, which: "new" | "saved"): CodeFormAnswer["errors"] {
  const read = readVoucherForm(values);
  const codes = which === "new" ? readNewCodes(values) : read;
  return sentencesFor<VoucherField>(
    { ...(codes.ok ? {} : codes.refusal), ...(read.ok ? {} : read.refusal) },
    codeTexts.wrong,
  );
}

/** The values as typed, from any source of its fields. */
export function codeValues(form: {
  text: (name: string) => string;
  all: (name: string) => string[];
}): VoucherValues {
  const texts = Object.fromEntries(voucherTextFields.map((name) => [name, form.text(name)]));
  // a choice between two versions sends several as one field with commas
  const many = (name: string) =>
    form
      .all(name)
      .flatMap((value) => value.split(","))
      .filter(Boolean);
  return {
    ...(texts as Omit<VoucherValues, "events" | "types">),
    events: many("events"),
    types: many("types"),
  };
}

/** The values of the form as they stand in it. */
export function typedVoucher(data: FormData): VoucherValues {
  return codeValues({
    text: (name) => String(data.get(name) ?? ""),
    all: (name) => data.getAll(name).map(String),
  });
}

/** Each field as one line of text, for comparing versions. */
export function flatCode({ events, types, ...values }: VoucherValues): Record<string, string> {
  return { ...values, events: [...events].sort().join(","), types: [...types].sort().join(",") };
}
