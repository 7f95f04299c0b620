import { expect, it } from "vitest";
import { callForms } from "./hostile-calls.ts";
import { officeForms } from "./hostile-forms.ts";
import { writtenFields } from "./written-fields.ts";

const forms = [...officeForms, ...callForms];

it("every field that the source reads from a request has a row in the tables of hostile texts", () => {
  // a part of an object, or of a numbered row
  const known = (file: string) =>
    new Set(
      forms.flatMap(({ readBy, fields }) =>
        readBy.includes(file) ? Object.keys(fields).flatMap((name) => name.split(/\.|_\d_/)) : [],
      ),
    );
  const missing = writtenFields().filter(({ file, name }) => !known(file).has(name));
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  const files = new Set(writtenFields().map(({ file }) => file));
  const gone = forms.flatMap(({ readBy }) => readBy).filter((file) => !files.has(file));
  expect([...new Set(gone)]).toEqual([]);
});
