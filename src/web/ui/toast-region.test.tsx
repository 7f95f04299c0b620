import { renderToStaticMarkup } from "react-dom/server";
import { toast, useToaster } from "react-hot-toast/headless";
import { beforeEach, expect, it } from "vitest";
import { ToastRegion } from "./toast-region.tsx";

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

it("the region exists before any toast, each of which is read alone", () => {
  expect(renderToStaticMarkup(<ToastRegion />)).toMatch(
    /^<div class="toasts" role="status" aria-atomic="false"><\/div>$/,
  );
});
