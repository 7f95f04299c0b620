import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { fromBase45, toBase45 } from "./base45.ts";
import { checkGroupMessage, checkGroupOf, readCheckGroup } from "./check-group.ts";
import { type QrPayload, qrMessage, qrText, readQrText, scopeOf } from "./qr-payload.ts";
import { readTicketCode } from "./ticket-code-reading.ts";
import { placeInWindow, ticketWindow } from "./ticket-window.ts";

const payload: QrPayload = {
  kid: 1,
  purchaseId: newId(),
  scope: scopeOf(newId()),
  notBefore: 1_800_000_000,
  notAfter: 1_800_100_000,
  entries: 5,
  secretVersion: 1,
  isPass: false,
  isTest: false,
};
const signature = new Uint8Array(64).fill(7);
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

describe("Base45", () => {
  it("writes the examples of RFC 9285", () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(toBase45(bytes("AB"))).toBe("BB8");
    expect(toBase45(bytes("Hello!!"))).toBe("%69 VD92EX0");
    expect(toBase45(bytes("base-45"))).toBe("UJCLQE7W581");
    expect(new TextDecoder().decode(fromBase45("QED8WEX0"))).toBe("ietf!");
  });
  it("reads back only its own texts: one text for each sequence of bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
        expect(fromBase45(toBase45(bytes))).toEqual(bytes);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 12 }), (text) => {
        const read = fromBase45(text);
        fc.pre(read !== undefined);
        expect(toBase45(read)).toBe(text);
      }),
    );
    expect(fromBase45("U5")).toEqual(new Uint8Array([255]));
    for (const text of ["V5", "A", "AAAA", ":::", "::", "GGW", "bb8", "ĂĂĂ", "A\0A"])
      expect(fromBase45(text)).toBeUndefined();
  });
});

describe("the QR of a ticket", () => {
  it("is 160 upper-case characters and reads back to the same payload", () => {
    const text = qrText(qrMessage(payload), signature);
    expect(text).toHaveLength(160);
    expect(text).toMatch(/^FSC1:[0-9A-Z $%*+\-./:]{155}$/);
    const read = { payload, message: qrMessage(payload), signature };
    expect(readQrText(text)).toEqual(read);
    expect(readTicketCode(text)).toEqual({ kind: "qr", ...read });
  });
  it("keeps every payload that fits, and writes 255 for more people than that", () => {
    fc.assert(
      fc.property(
        fc.record({
          kid: fc.integer({ min: 1, max: 255 }),
          notBefore: fc.integer({ min: 0, max: 0x7fffffff }),
          entries: fc.integer({ min: 1, max: 1000 }),
          secretVersion: fc.integer({ min: 1, max: 65_535 }),
          isPass: fc.boolean(),
          isTest: fc.boolean(),
        }),
        (some) => {
          const wanted = { ...payload, ...some, notAfter: some.notBefore + 3600 };
          const read = readQrText(qrText(qrMessage(wanted), signature));
          expect(read?.payload).toEqual({ ...wanted, entries: Math.min(255, some.entries) });
        },
      ),
    );
  });
  it("is refused when its form is not exactly ours, and nothing throws", () => {
    const text = qrText(qrMessage(payload), signature);
    const junk = [
      "",
      " ",
      text.toLowerCase(),
      text.slice(0, -1),
      `${text} `,
      ` ${text}`,
      text.replace("FSC1", "FSC2"),
      text.slice(5),
      "FSC1:".padEnd(160, ":"),
      "FSC1:".padEnd(160, "Ș"),
      "A".repeat(4096),
      "🎫".repeat(80),
      "\u0000".repeat(160),
      "https://example.invalid/".padEnd(160, "A"),
      "__proto__",
    ];
    for (const one of junk) {
      expect(readQrText(one)).toBeUndefined();
      expect(readTicketCode(one).kind).toBe("junk");
    }
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200, unit: "grapheme" }),
        (any) => readTicketCode(any).kind !== "qr",
      ),
    );
  });
  it("lies where the comment says: 39 bytes, big-endian", () => {
    const message = qrMessage({
      kid: 2,
      purchaseId: "00112233-4455-7677-8899-aabbccddeeff",
      scope: "0102030405060708",
      notBefore: 0x11121314,
      notAfter: 0x21222324,
      entries: 3,
      secretVersion: 0x0405,
      isPass: true,
      isTest: true,
    });
    expect(Buffer.from(message).toString("hex")).toBe(
      "0102001122334455767788" + "99aabbccddeeff0102030405060708" + "111213142122232403" + "0405" + "0003",
    );
  });
  it("says in its last bits whether it is a guest's name", () => {
    const guest = qrMessage({ ...payload, isGuest: true });
    expect(Buffer.from(guest).toString("hex").slice(-4)).toBe("0004");
    expect(readQrText(qrText(guest, signature))?.payload).toEqual({ ...payload, isGuest: true });
  });
  it("takes what just fits", () => {
    for (const fits of [
      { kid: 255 },
      { notBefore: 0, notAfter: 0 },
      { notAfter: 0xffffffff },
      { entries: 0xffff },
      { secretVersion: 0xffff },
    ])
      expect(readQrText(qrText(qrMessage({ ...payload, ...fits }), signature))).toBeDefined();
  });
  it("is written of a whole message and a whole signature only", () => {
    for (const [message, signed] of [
      [qrMessage(payload).slice(1), signature],
      [qrMessage(payload), signature.slice(1)],
    ] as const)
      expect(() => qrText(message, signed)).toThrow("not a signed ticket");
    expect(() => qrMessage({ ...payload, purchaseId: "x" })).toThrow("a ticket has an id");
    expect(() => qrMessage({ ...payload, kid: 0 })).toThrow("0 is not between 1 and 255");
    expect(() => qrMessage({ ...payload, scope: "1" })).toThrow("not an id");
  });
  it("names its night by the last half of the night's id", () => {
    expect(scopeOf("00112233-4455-7677-8899-aabbccddeeff")).toBe("8899aabbccddeeff");
  });
  it("has no room for unknown fields", () => {
    const message = qrMessage(payload);
    for (const [at, value] of [
      [0, 2],
      [1, 0],
      [26, 0xff],
      [8, 0xff],
      [34, 0],
      [36, 0],
      [37, 1],
      [38, 8],
    ] as const) {
      const changed = message.slice();
      changed[at] = value;
      expect(readQrText(qrText(changed, signature))).toBeUndefined();
    }
    for (const wrong of [
      { purchaseId: "x" },
      { purchaseId: payload.purchaseId.toUpperCase() },
      { scope: "g".repeat(16) },
      { scope: `g${"0".repeat(15)}` },
      { scope: `${"0".repeat(15)}g` },
      { scope: `${payload.scope}00` },
      { scope: payload.scope.toUpperCase().replace(/\d/g, "A") },
      { notBefore: -1 },
      { notBefore: 1.5 },
      { notAfter: 0x1_0000_0000 },
      { entries: 0x1_0000 },
      { secretVersion: 0 },
      { kid: 256 },
      { kid: 0 },
      { secretVersion: 70_000 },
      { entries: 0 },
      { scope: "12" },
      { notAfter: 5 },
    ])
      expect(() => qrMessage({ ...payload, ...wrong })).toThrow(RangeError);
  });
});

describe("typed codes", () => {
  it("are read with their group, in one field or two, in every usual way of typing", () => {
    const label = { kind: "label", label: "FSC-4821-093175", group: "K7QX9M2P" };
    for (const typed of [
      "FSC-4821-093175-K7QX9M2P",
      " fsc-4821-093175 k7qx 9m2p ",
      "FSC-4821-093175-K7QX-9M2P",
      "FSC 4821 093175 K7QX9M2P",
      "fsc4821093175 k7qx9m2p",
      "FSC-4821-093175K7QX9M2P",
      "fsc4821093175k7qx-9m2p",
    ])
      expect(readTicketCode(typed)).toEqual(label);
    expect(readTicketCode("FSC-4821-093175", "k7qx9m2p")).toEqual(label);
    expect(readTicketCode("SEASON-4821-093175-02-01IL2345")).toMatchObject({
      label: "SEASON-4821-093175-02",
      group: "01112345",
    });
    expect(readTicketCode("season 4821 093175 02 01234567")).toMatchObject({
      label: "SEASON-4821-093175-02",
    });
    expect(readTicketCode("FSC-4821-093175")).toEqual({ ...label, group: null });
  });
  it("are invalid when the label or the group is malformed", () => {
    for (const typed of [
      "FSC-482-093175",
      "FSC-4821-093175-SHORT",
      "FSC-4821-093175-UUUUUUUU",
      "SEASON-4821-093175",
      "FSC-٤٨٢١-093175",
    ])
      expect(readTicketCode(typed).kind).toBe("junk");
    for (const typed of [
      "XFSC-4821-093175",
      "FSC-4821-0931751",
      "FSC-4821-093175K7QX9M2",
      "FSC-4821-0931751K7QX9M2P",
      "SEASON-4821-093175-02K7QX9M2P",
      "SEASON-4821-093175-1",
    ])
      expect(readTicketCode(typed).kind).toBe("junk");
    expect(readTicketCode("FSC-4821-093175", "x").kind).toBe("junk");
    expect(readTicketCode(`FSC-4821-093175${" ".repeat(65)}`)).toMatchObject({ kind: "label" });
    expect(readTicketCode(`FSC-4821-093175${" ".repeat(66)}`).kind).toBe("junk");
  });
  it("of passes and early birds may have a hundred nights, and a group of its own goes before one behind the label", () => {
    expect(readTicketCode("earlybird-4821-093175-100")).toEqual({
      kind: "label",
      label: "EARLYBIRD-4821-093175-100",
      group: null,
    });
    expect(readTicketCode("FSC-4821-093175 00000000", " 11111111 ")).toMatchObject({ group: "11111111" });
    expect(readTicketCode("FSC-4821-093175 00000000", " ")).toMatchObject({ group: "00000000" });
  });
  it("have groups that are read as people type them, and nothing longer", () => {
    expect(readCheckGroup("o1 il-LO 2a")).toBe("0111102A");
    for (const typed of ["0000000", "000000000", "0000000U", "x 00000000", `00000000${" ".repeat(33)}`])
      expect(readCheckGroup(typed)).toBeUndefined();
    expect(readCheckGroup(`00000000${" ".repeat(32)}`)).toBe("00000000");
  });
  it("have groups of 40 bits in Crockford's alphabet", () => {
    expect(checkGroupOf(new Uint8Array([0, 0, 0, 0, 0, 9, 9]))).toBe("00000000");
    expect(checkGroupOf(new Uint8Array([255, 255, 255, 255, 255]))).toBe("ZZZZZZZZ");
    expect(
      checkGroupOf(new Uint8Array([0b00001_000, 0b10_00011_0, 0b0100_0010, 0b1_00110_00, 0b111_01000])),
    ).toBe("12345678");
    expect(checkGroupMessage({ purchaseId: "p", label: "L", secretVersion: 3 })).toBe("p|L|3");
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 5, maxLength: 32 }), (mac) => {
        const group = checkGroupOf(mac);
        expect(readCheckGroup(group)).toBe(group);
      }),
    );
  });
});

describe("the window of a ticket", () => {
  it("is from its whole day to a day after the beginning, also on nights when the clock jumps (F35)", () => {
    const window = ticketWindow("2027-03-28", "22:00:00");
    expect(new Date(window.notBefore * 1000).toISOString()).toBe("2027-03-27T22:00:00.000Z");
    expect(new Date(window.notAfter * 1000).toISOString()).toBe("2027-03-29T19:00:00.000Z");
    expect(placeInWindow(window, new Date("2027-03-28T19:00:00Z"))).toBe("now");
    expect(placeInWindow(window, new Date("2027-03-27T19:00:00Z"))).toBe("early");
    expect(placeInWindow(window, new Date("2027-03-29T19:00:01Z"))).toBe("late");
    expect(placeInWindow(window, new Date(window.notBefore * 1000))).toBe("now");
    expect(placeInWindow(window, new Date(window.notBefore * 1000 - 1))).toBe("early");
    expect(placeInWindow(window, new Date(window.notAfter * 1000))).toBe("now");
  });
  it("begins half a day before a morning's beginning", () => {
    const window = ticketWindow("2027-07-10", "04:30:00");
    expect(new Date(window.notBefore * 1000).toISOString()).toBe("2027-07-09T13:30:00.000Z");
  });
  it("is the day and the next morning for a night without a time", () => {
    const window = ticketWindow("2027-07-10", null);
    expect(new Date(window.notBefore * 1000).toISOString()).toBe("2027-07-09T21:00:00.000Z");
    expect(new Date(window.notAfter * 1000).toISOString()).toBe("2027-07-11T09:00:00.000Z");
  });
});
