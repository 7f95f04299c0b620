import {
  readNewCodes,
  readVoucherForm,
  type VoucherField,
  type VoucherValues,
  voucherTextFields,
} from "#ticketing/orders/vouchers/voucher-form.ts";
import type { CatalogueAnswer } from "../catalogue-form.tsx";
import { sentencesFor } from "../field-texts.ts";
import type { PostedForm } from "../posted-form.server.ts";
import { severalOf } from "../typed-form.ts";
import { codeTexts } from "./code-texts.ts";

export type CodeFormAnswer = CatalogueAnswer<VoucherField> & { values: VoucherValues };

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
export function codeValues(form: PostedForm): VoucherValues {
  const texts = Object.fromEntries(voucherTextFields.map((name) => [name, form.text(name)]));
  return {
    ...(texts as Omit<VoucherValues, "events" | "types">),
    events: severalOf(form, "events"),
    types: severalOf(form, "types"),
  };
}

/** Each field as one line of text, for comparing versions. */
export function flatCode({ events, types, ...values }: VoucherValues): Record<keyof VoucherValues, string> {
  return { ...values, events: [...events].sort().join(","), types: [...types].sort().join(",") };
}
