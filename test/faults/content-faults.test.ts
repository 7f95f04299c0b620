import { describe, expect, it } from "vitest";
import { openAttackedSite } from "#test/attacks/attacked-site.ts";
import { plainPicture } from "#test/support/sample-pictures.ts";

/** Each point fails once, the first time it is passed; the next try shows that nothing was left broken. */
const { site, owner, season } = await openAttackedSite({
  LOG_LEVEL: "silent",
  ESTIVAL_FAULT: ["content.read", "content.written", "content.created", "storage.full", "picture.stored"]
    .map((point) => `${point}:error`)
    .join(","),
});
const admin = await season.person("admin");
const cookie = `session=${admin.token}`;
const picture = await plainPicture("jpeg");

const page = {
  hero_title: "Luna Plină",
  hero_subtitle: "Un subtitlu",
  hero_cta_text: "Cumpara Bilete Acum",
  background_url: "",
  about_title: "",
  about_content: "",
};

async function get(path: string) {
  const response = await fetch(site.origin + path, { headers: { cookie, accept: "text/html" } });
  return { status: response.status, text: await response.text() };
}

async function post(path: string, form: FormData) {
  const response = await fetch(site.origin + path, {
    method: "POST",
    body: form,
    headers: { cookie, accept: "text/html" },
    redirect: "manual",
  });
  const flash = /flash=([^;]*)/.exec(response.headers.get("set-cookie") ?? "")?.[1];
  return {
    status: response.status,
    text: await response.text(),
    flash: flash ? (JSON.parse(decodeURIComponent(flash)) as string[]) : null,
  };
}

function formOf(words: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(words)) form.set(name, value);
  return form;
}

const versions = async () => {
  const { rows } = await owner.query("SELECT key, version FROM site_content WHERE key IN ('hero', 'about')");
  return Object.fromEntries(rows.map((row) => [`${row.key}_version`, String(row.version)]));
};

describe("the texts of the site, when something fails", () => {
  it("cannot be read: the screen shows the specified sentence, and recovers (B14-14)", async () => {
    const failed = await get("/admin/content");
    expect(failed.status).toBe(500);
    expect(failed.text).toContain("Failed to load content");
    const again = await get("/admin/content");
    expect(again.status).toBe(200);
    expect(again.text).toContain("Continut Site");
  });

  it("cannot be saved: nothing is, the entered text stays, and the next submit saves (B14-15, B14-48)", async () => {
    const form = { ...page, ...(await versions()) };
    const failed = await post("/admin/content", formOf(form));
    expect(failed.status).toBe(500);
    expect(failed.text).toContain("Failed to save changes");
    expect(failed.text).toContain('value="Luna Plină"');
    expect(
      (await owner.query("SELECT FROM site_content WHERE content->>'title' = 'Luna Plină'")).rowCount,
    ).toBe(0);
    const saved = await post("/admin/content", formOf(form));
    expect(saved).toMatchObject({ status: 303, flash: ["success", "Content updated successfully"] });
  });

  it("cannot be initialised: the answer shows so, and the next time they are (B14-16, B14-49)", async () => {
    await owner.query("DELETE FROM site_content WHERE key = 'about'");
    expect((await get("/admin/content")).text).toContain("Creează conținutul inițial");
    // reading wrote nothing
    expect((await owner.query("SELECT FROM site_content WHERE key = 'about'")).rowCount).toBe(0);
    expect((await post("/admin/content", formOf({ intent: "create" }))).status).toBe(500);
    expect((await post("/admin/content", formOf({ intent: "create" }))).status).toBe(200);
    expect((await owner.query("SELECT FROM site_content WHERE key = 'about'")).rowCount).toBe(1);
  });
});

describe("a picture, when something fails", () => {
  const upload = async () => {
    const response = await fetch(`${site.origin}/admin/pictures/content`, {
      method: "POST",
      body: formOf({ file: new Blob([new Uint8Array(picture)]) }),
      headers: { cookie },
    });
    return { status: response.status, body: await response.json() };
  };
  const rows = async () => (await owner.query("SELECT count(*)::int AS n FROM pictures")).rows[0].n as number;

  it("meets a full disk, then a failure after its files were written, and is stored at the third try (F32, B14-05, B14-47)", async () => {
    const before = await rows();
    expect(await upload()).toMatchObject({ status: 507, body: { error: "Failed to upload image" } });
    expect(await upload()).toMatchObject({ status: 500, body: { error: "Failed to upload image" } });
    expect(await rows()).toBe(before);
    expect((await get("/")).status).toBe(200);
    expect(await upload()).toMatchObject({ status: 200, body: { message: "Image uploaded successfully" } });
    expect(await rows()).toBe(before + 1);
  });
});

describe("a form without script", () => {
  it("sends its picture too and shows it on the first page (B11-04, A3-05, A3-06)", async () => {
    const form = formOf({
      ...page,
      ...(await versions()),
      background_url_folder: "content",
      background_url_alt: "Digul",
    });
    form.set("background_url_file", new Blob([new Uint8Array(picture)]), "dig.jpg");
    expect(await post("/admin/content", form)).toMatchObject({
      status: 303,
      flash: ["success", "Content updated successfully"],
    });
    const home = await get("/");
    expect(home.text).toMatch(/hero--photo[\s\S]*\/pictures\/content\/[0-9a-f-]{36}-480\.webp 480w/);
    expect(home.text).toContain('alt="Digul"');
  });

  it("loses nothing of what was typed when its picture is refused (B14-05)", async () => {
    const form = formOf({
      ...page,
      ...(await versions()),
      hero_title: "Altă lună",
      background_url_folder: "content",
    });
    form.set("background_url_file", new Blob(["<svg onload=alert(1)>"]), "a.png");
    const refused = await post("/admin/content", form);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Failed to upload image. Fișierul nu este o imagine JPG, PNG sau WebP.");
    expect(refused.text).toContain('value="Altă lună"');
  });

  it("removes the picture again where that was ticked", async () => {
    const now = /\/pictures\/content\/[0-9a-f-]{36}\.jpg/.exec((await get("/admin/content")).text)?.[0] ?? "";
    expect(now).not.toBe("");
    const form = formOf({
      ...page,
      ...(await versions()),
      background_url: now,
      background_url_folder: "content",
      background_url_none: "1",
    });
    expect((await post("/admin/content", form)).status).toBe(303);
    expect((await get("/")).text).not.toContain("hero--photo");
  });

  it("of a person who is no administrator is not read: its sender is led away", async () => {
    const customer = await season.person();
    const form = formOf({ ...page, background_url_folder: "content" });
    form.set("background_url_file", new Blob([new Uint8Array(300_000)]), "a.jpg");
    const response = await fetch(`${site.origin}/admin/content`, {
      method: "POST",
      body: form,
      headers: { cookie: `session=${customer.token}` },
      redirect: "manual",
    });
    expect(response.status).toBe(303);
  });
});
