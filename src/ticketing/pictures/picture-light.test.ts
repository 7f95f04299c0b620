import { expect, it } from "vitest";
import { luminance } from "#kernel/colour.ts";
import { lightOf } from "./picture-light.ts";

const channels = (light: string) =>
  [1, 3, 5].map((at) => Number.parseInt(light.slice(at, at + 2), 16)) as [number, number, number];

it("a bright colour stays as it is", () => {
  expect(lightOf([56, 242, 192])).toBe("#38F2C0");
});

it.each([[[0, 0, 0]], [[8, 8, 40]], [[120, 8, 8]], [[40, 40, 40]], [[26, 58, 110]]] as const)(
  "a dark colour is brightened until it can be read: %j",
  (colour) => {
    const light = lightOf(colour);
    expect(light).toMatch(/^#[0-9A-F]{6}$/);
    expect(luminance(channels(light))).toBeGreaterThanOrEqual(0.33);
  },
);

it("a brightened colour keeps its hue: a dark red becomes a light red", () => {
  const [red, green, blue] = channels(lightOf([120, 8, 8]));
  expect(red).toBe(255);
  expect(green).toBe(blue);
});
