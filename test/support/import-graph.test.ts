import { describe, expect, it } from "vitest";
import { cycles, type Import, importsOf } from "./import-graph.ts";

const edge = (from: string, to: string): Import => ({
  from,
  to,
  written: to,
  kind: "file",
  isType: false,
  isDynamic: false,
});

describe("the reader of imports", () => {
  it("finds cycles of any length, and none where there is none", () => {
    expect(cycles([edge("a", "b"), edge("b", "c"), edge("a", "c")])).toEqual([]);
    expect(cycles([edge("a", "b"), edge("b", "c"), edge("c", "b")])).toEqual([["b", "c", "b"]]);
    expect(cycles([edge("a", "a")])).toEqual([["a", "a"]]);
  });

  it("distinguishes values from types, packages from files, and dynamic imports", () => {
    const found = importsOf("src/host/main.ts");
    expect(found).toContainEqual(
      expect.objectContaining({ to: "devkit/demo.ts", kind: "file", isDynamic: true }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({ to: "src/host/config.ts", kind: "file", isDynamic: false }),
    );
    const tables = importsOf("src/ticketing/orders/order-tables.server.ts");
    expect(tables).toContainEqual(
      expect.objectContaining({ to: "drizzle-orm", kind: "package", isType: false }),
    );
    expect(importsOf("src/platform/database/sql.ts")).toContainEqual(
      expect.objectContaining({ to: "pg", isType: true }),
    );
  });
});
