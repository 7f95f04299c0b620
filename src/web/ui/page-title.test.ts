import { expect, it } from "vitest";
import { pageTitle } from "./page-title.ts";

const layout = { loaderData: { view: { club: { shortName: "Far", fullName: "Clubul Far" } } } };

it("a title ends with the club's name that the layout read, whatever it is", () => {
  expect(pageTitle([undefined, { loaderData: null }, layout, {}], "Evenimente")).toBe(
    "Evenimente | Clubul Far",
  );
});

it("and has no suffix where no layout read one", () => {
  for (const matches of [[], [undefined], [{}], [{ loaderData: { view: { club: { fullName: 3 } } } }]])
    expect(pageTitle(matches, "Evenimente")).toBe("Evenimente");
});
