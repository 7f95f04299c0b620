import { describe, expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { done, refused } from "#kernel/outcome.ts";
import { openStage } from "#test/support/stage.ts";
import { placePicture } from "./place-picture.server.ts";

const { season, site: services } = await openStage();
const actor = { userId: (await season.person("admin")).userId, role: "admin" } as const;
const url = "/pictures/events/aaaa.webp";
await season.db`INSERT INTO pictures (url, width, height, sources) VALUES (${url}, 1600, 900, '[{"url": "/pictures/events/aaaa.webp", "width": 1600}]')`;
const artist = newId();
await season.db`INSERT INTO artists (id, name, bio) VALUES (${artist}, 'Lotca', 'Bio')`;
const placed = async () =>
  (await season.db`SELECT image_url, image_position FROM artists WHERE id = ${artist}`)[0];

describe("the picture of an artist", () => {
  it("is cropped to the center until another position is chosen (B12-20)", async () => {
    expect(await placed()).toMatchObject({ image_position: "center" });
  });

  it("is one that was uploaded here, with its position (B12-20)", async () => {
    expect(
      await placePicture(services, { actor, kind: "artist", id: artist, url, position: "top left" }),
    ).toEqual(done("done"));
    expect(await placed()).toEqual({ image_url: url, image_position: "top left" });
  });

  it.each([
    "javascript:alert(1)",
    "http://169.254.169.254/",
    "https://evil.example/pixel.gif",
    "/pictures/events/bbbb.webp",
  ])("is never %s", async (address) => {
    const place = (to: string) =>
      placePicture(services, { actor, kind: "artist", id: artist, url: to, position: "center" });
    expect((await place(url)).ok).toBe(true);
    expect(await place(address)).toEqual(refused({ reason: "unknown_picture" }));
    expect((await placed()).image_url).toBe(url);
  });

  it("can be removed, by administrators only, and only from a row that exists", async () => {
    const stale = { userId: (await season.person("user")).userId, role: "admin" } as const;
    const away = { kind: "artist", id: artist, url: null, position: "center" } as const;
    expect((await placePicture(services, { actor: stale, ...away })).ok).toBe(false);
    expect((await placePicture(services, { actor, ...away, id: newId() })).ok).toBe(false);
    expect((await placePicture(services, { actor, ...away })).ok).toBe(true);
    expect(await placed()).toMatchObject({ image_url: null, image_position: "center" });
  });
});
