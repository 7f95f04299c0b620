import { describe, expect, it } from "vitest";
import { listRows } from "./account-rows.server.ts";

const reading = { read: ({ id }: { readonly id: string }) => id };

/** The provider's list, one row to a page; `hasMore` is what it says of each. */
async function listed(...pages: readonly (readonly [id: string, hasMore: boolean])[]) {
  const asked: (string | undefined)[] = [];
  const answer = await listRows(async ({ starting_after: after }) => {
    const page = pages[asked.length];
    if (!page) throw new Error("asked beyond the last page");
    asked.push(after);
    return { data: [{ id: page[0], currency: "ron" }], has_more: page[1] };
  }, reading);
  return { asked, answer };
}

describe("a list of the provider's account", () => {
  it("has the rows of all pages, each asked for after the last row of the one before", async () => {
    const { asked, answer } = await listed(["a", true], ["b", true], ["c", false]);
    expect(asked).toEqual([undefined, "a", "b"]);
    expect(answer).toEqual({ kind: "listed", ours: ["a", "b", "c"], foreign: [], unreadable: [] });
  });

  it.each([
    [
      "the same page comes again",
      [
        ["a", true],
        ["a", true],
      ],
    ],
    [
      "an earlier page comes again",
      [
        ["a", true],
        ["b", true],
        ["a", true],
      ],
    ],
    [
      "the same page comes again as the last",
      [
        ["a", true],
        ["a", false],
      ],
    ],
  ] as const)("is unknown when %s, and no further page is asked for", async (_, pages) => {
    const { asked, answer } = await listed(...pages);
    expect(answer).toEqual({ kind: "unknown", message: "The card provider answered a page of a list twice" });
    expect(asked).toHaveLength(pages.length);
  });

  it("is unknown when a page without rows says that there are more", async () => {
    const empty = async () => ({ data: [] as never[], has_more: true });
    expect(await listRows(empty, reading)).toEqual({
      kind: "unknown",
      message: "The card provider answered a page that leads to no other",
    });
  });
});
