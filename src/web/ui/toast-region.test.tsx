import { globSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { toast, useToaster } from "react-hot-toast/headless";
import { beforeEach, expect, it } from "vitest";
import { permissionText } from "../admin/permission-texts.ts";
import { meaningOfToast } from "./quoted-toast-texts.ts";
import { ToastRegion } from "./toast-region.tsx";

const quotedToasts = "src/web/ui/quoted-toast-texts.ts";

// files of the same process have toasts of their own
beforeEach(() => {
  for (let n = 0; n < 30; n += 1) toast.remove();
});

/** The values that the region works with: the library's own figures, since it exports none. */
function Toasts() {
  const { toasts } = useToaster();
  return <pre>{JSON.stringify(toasts.map(({ type, duration }) => [type, duration]))}</pre>;
}
const shown = (): [string, number | null][] =>
  JSON.parse(
    renderToStaticMarkup(<Toasts />)
      .replace(/<\/?pre>/g, "")
      .replaceAll("&quot;", '"'),
  );

it.each([
  ["A18-14", "error", 4000, () => toast.error("x")],
  ["A18-15", "blank", 4000, () => toast("x")],
  ["A18-16", "success", 2000, () => toast.success("x")],
  // JSON has no value for "until a person closes it"
  ["A18-17", "loading", null, () => toast.loading("x")],
  ["A18-18", "custom", 4000, () => toast.custom("x")],
] as const)("%s: a toast of the kind %s stays %s ms", (_row, kind, ms, say) => {
  say();
  expect(shown()).toEqual([[kind, ms]]);
});

it("at most 20 toasts are kept (A18-19)", () => {
  for (let n = 0; n < 25; n += 1) toast(String(n));
  expect(shown()).toHaveLength(20);
});

it("a flash that came with the page is in its HTML, and screen readers read a failure at once", () => {
  expect(renderToStaticMarkup(<ToastRegion flash={{ kind: "error", text: "Nu a mers" }} />)).toMatch(
    /role="alert"[\s\S]*Nu a mers/,
  );
  const calm = renderToStaticMarkup(<ToastRegion flash={{ kind: "success", text: "Gata" }} />);
  expect(calm).toMatch(/role="status"[\s\S]*Gata/);
  expect(calm).not.toContain('role="alert"');
  const plain = renderToStaticMarkup(<ToastRegion flash={{ kind: "info", text: "Aici" }} />);
  expect(plain).toContain("Aici");
  expect(plain).not.toMatch(/role="alert"|<svg/);
});

it("words that the specification quotes in English have a Romanian sentence beside them (57)", () => {
  const shown = renderToStaticMarkup(
    <ToastRegion flash={{ kind: "success", text: "Event updated successfully" }} />,
  );
  expect(shown).toContain("<span>Event updated successfully</span><small>Noaptea a fost salvată.</small>");
  expect(renderToStaticMarkup(<ToastRegion flash={{ kind: "success", text: "Gata" }} />)).not.toContain(
    "<small>",
  );
});

it("every English sentence of a toast has a Romanian one (57; one kind: a toast that only English says)", () => {
  // a page that could not be read ("Failed to load") has its own Romanian text
  const english =
    /"((?:[A-Z]\w+ )+(?:successfully|marked as \w+|now \w+|no longer \w+)|(?:Failed to (?!load)|You do not|\w+ denied:)[^"]*)"/g;
  const said = globSync("src/**/*-texts.ts", { exclude: [quotedToasts] }).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(english)].map(([, sentence = ""]) => sentence),
  );
  const byAddress = ["events", "artists", "tickets", "content", "pictures"].flatMap((part) => [
    permissionText(`/admin/${part}`),
    permissionText(`/admin/${part}/1/delete`),
  ]);
  expect(said).toContain("Event marked as unavailable");
  expect([...said, ...byAddress].filter((sentence) => meaningOfToast(sentence) === undefined)).toEqual([]);
});

it("the region exists before any toast, each of which is read alone", () => {
  expect(renderToStaticMarkup(<ToastRegion />)).toMatch(
    /^<div class="toasts" role="status" aria-atomic="false"><\/div>$/,
  );
});
