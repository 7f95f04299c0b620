import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { chiefMark } from "#ticketing/gate/signed-bytes.ts";
import type { Camera } from "./camera.ts";
import { CameraControls } from "./scanner-camera.tsx";
import { scannerTexts } from "./scanner-texts.ts";

const nothing = () => {};

/** The camera's screen with a code still in view that was read. */
function screen(
  same: string,
  readsTickets?: false,
  off: { title: string; hint: string } | null = null,
): string {
  const camera = { hasTorch: () => false } as unknown as Camera;
  return renderToStaticMarkup(
    createElement(CameraControls, {
      camera: { camera, same, sight: { kind: "blind", trouble: "silent" } },
      last: null,
      isOld: false,
      off,
      reads: { title: "", hint: "", readsTickets },
      onLatest: nothing,
      onType: nothing,
      onTools: nothing,
      onReadTickets: nothing,
    }),
  );
}

it("says of a ticket still in view that it was read, and not of a code that another phone shows, nor while no ticket is wanted", () => {
  expect(screen("FSC1:A")).toContain(scannerTexts.sameTicket);
  for (const other of [screen(`${chiefMark}{}`), screen("ESR1:0"), screen("FSC1:A", false)])
    expect(other).not.toContain(scannerTexts.sameTicket);
});

it("says before any ticket is shown that the night lets in nobody, in the words of the tools", () => {
  const off = { title: "Noaptea s-a anulat", hint: "Nu lăsa pe nimeni." };
  expect(screen("", undefined, off)).toMatch(/role="note".*Noaptea s-a anulat.*Nu lăsa pe nimeni/s);
  expect(screen("")).not.toContain(off.title);
});
