import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import { SendButton } from "./account-fields.tsx";

const form = (data: Record<string, string>) => {
  const sent = new FormData();
  for (const [name, value] of Object.entries(data)) sent.set(name, value);
  return sent;
};

it("a form's button says that it is being sent only while that form is, and not while a link loads (one kind: another's waiting shown as one's own)", () => {
  const never = () => new Promise(() => {});
  const shownDuring = (go?: Parameters<ReturnType<typeof createMemoryRouter>["navigate"]>[1]) => {
    const router = createMemoryRouter([
      {
        path: "/",
        element: <SendButton label="Intră" busyLabel="Se conectează..." intent="login" />,
        action: never,
      },
      { path: "/other", loader: never, action: never },
    ]);
    if (go) void router.navigate("formMethod" in go ? "/" : "/other", go);
    const html = renderToStaticMarkup(<RouterProvider router={router} />);
    router.dispose();
    return html.replaceAll(/<[^>]*>/g, "");
  };
  expect(shownDuring()).toBe("Intră");
  expect(shownDuring({})).toBe("Intră");
  expect(shownDuring({ formMethod: "post", formData: form({ intent: "resend" }) })).toBe("Intră");
  expect(shownDuring({ formMethod: "post", formData: form({ intent: "login" }) })).toBe("Se conectează...");
});
