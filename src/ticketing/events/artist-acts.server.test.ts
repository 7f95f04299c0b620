import { describe, expect, it } from "vitest";
import { refused } from "#kernel/outcome.ts";
import { succeeded } from "#test/support/outcomes.ts";
import { openStage } from "#test/support/stage.ts";
import type { ArtistForm } from "./artist-form.ts";
import { createArtist } from "./create-artist.server.ts";
import { deleteArtist } from "./delete-artist.server.ts";
import { editArtist } from "./edit-artist.server.ts";
import { featureArtist } from "./feature-artist.server.ts";
import { findArtist, listOfficeArtists } from "./office-artist-queries.server.ts";

const { season, site: services } = await openStage();
const actor = await season.person("admin");

const form = (about: Partial<ArtistForm> = {}): ArtistForm => ({
  name: "Mareea Verde",
  bio: "Live electronic.",
  tagline: null,
  youtubeLink: null,
  ...about,
});

const made = async (about: Partial<ArtistForm> = {}): Promise<string> =>
  succeeded(await createArtist(services, { actor, form: form(about) })).id;

const found = (id: string) => services.database.withActor(actor, (sql) => findArtist(sql, id));
const listed = (text = "", only: "all" | "featured" = "all") =>
  services.database.withActor(actor, (sql) => listOfficeArtists(sql, { text, only, page: 1 }));

describe("artists", () => {
  it("are created, saved if the opened version is still the last, and not overwritten by a second editor (B4-12, B12-03)", async () => {
    const id = await made();
    expect(await found(id)).toMatchObject({ name: "Mareea Verde", featured: false, imagePosition: "center" });
    expect(
      (await editArtist(services, { actor, id, version: 1, form: form({ tagline: "Techno" }) })).ok,
    ).toBe(true);
    expect(
      await editArtist(services, { actor, id, version: 1, form: form({ tagline: "House" }) }),
    ).toMatchObject(refused({ reason: "changed_meanwhile", saved: { tagline: "Techno" } }));
  });

  it("are featured and unfeatured; a repeated click changes nothing (B4-04)", async () => {
    const id = await made();
    for (const _ of [1, 2]) await featureArtist(services, { actor, id, as: "featured" });
    expect(await found(id)).toMatchObject({ featured: true, version: 2 });
    expect(await listed()).toMatchObject({ inAll: 2, featured: 1 });
    await featureArtist(services, { actor, id, as: "not_featured" });
    expect(await found(id)).toMatchObject({ featured: false });
  });

  it("leave every bill when they are deleted (B4-05)", async () => {
    const id = await made();
    const night = await season.night();
    await season.db`INSERT INTO event_artists (event_id, artist_id) VALUES (${night}, ${id})`;
    expect(await deleteArtist(services, { actor, id })).toEqual({ ok: true, value: undefined });
    expect(await found(id)).toBeUndefined();
    const [deleted] =
      await season.db`SELECT before FROM journal WHERE subject_id = ${id} AND what = 'deleted'`;
    expect(deleted?.before).toEqual({ name: expect.any(String) });
    expect(await deleteArtist(services, { actor, id })).toEqual(refused({ reason: "missing" }));
  });

  it("are listed by name and found by name and tagline (B4-01, B4-02)", async () => {
    const id = await made({ name: "Țipirig", tagline: "Folk din deltă" });
    await made({ name: "Ștefan" });
    expect((await listed("DELTĂ")).artists.map((artist) => artist.id)).toEqual([id]);
    const names = (await listed()).artists.map((artist) => artist.name);
    expect(names).toEqual([...names].sort(new Intl.Collator("ro").compare));
    expect((await listed("", "featured")).artists).toEqual([]);
  });
});
