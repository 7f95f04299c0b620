import { expect, it, vi } from "vitest";
import { publicSamples } from "./public-samples.tsx";
import { renderScreen } from "./render-screen.tsx";

// what a browser with a script shows
vi.mock("#web/ui/use-enhanced.ts", () => ({ useEnhanced: () => true }));

const shown = (name: string) => {
  const html = renderScreen(publicSamples[name]?.() ?? <p />);
  return ["Evenimentul următor", "Artiștii următori", "Grupuri de artiști"].map((label) =>
    html.includes(label),
  );
};

it("A3-29: artists have arrows and dots only when there are more than four", () => {
  expect(shown("home")).toEqual([true, true, true]);
  expect(shown("home-photo")).toEqual([true, false, false]);
});
