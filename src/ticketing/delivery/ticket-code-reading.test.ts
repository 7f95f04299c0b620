import { expect, it } from "vitest";
import { codeOfKeys } from "./ticket-code-reading.ts";

const qr = "FSC1:9-$ 7%*+./:Q";

it.each([
  ["the comma below of today's Romanian keyboard", "FSC1Ș9-$ 7%*+./ȘQ"],
  ["the cedilla of older ones", "FSC1\u015e9-$ 7%*+./\u015eQ"],
  ["Caps Lock", "fsc1:9-$ 7%*+./:q"],
  ["Caps Lock on a Romanian keyboard", "fsc1ș9-$ 7%*+./șq"],
  ["Caps Lock on an older one", "fsc1\u015f9-$ 7%*+./\u015fq"],
  ["the keys of a US keyboard", qr],
])("a QR that a scanner typed with other keys is read as it is printed: %s", (_, typed) => {
  expect(codeOfKeys(typed)).toBe(qr);
});

it.each(["FSC-4821-093175 7k2mq9xd", "Ștefan", "estival-chief:{}", "https://exemplu.ro/a", ""])(
  "a text that does not begin like our QR stays as it was typed: %j",
  (text) => {
    expect(codeOfKeys(text)).toBe(text);
  },
);
